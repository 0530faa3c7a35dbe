/** What the tests use of pngjs, which comes without types. */
declare module "pngjs" {
  export class PNG {
    constructor(size: { width: number; height: number });
    width: number;
    height: number;
    /** Red, green, blue and alpha of each pixel. */
    data: Buffer;
    static sync: {
      read(file: Buffer): PNG;
      write(
        png: PNG,
        options?: { colorType?: number; filterType?: number; deflateLevel?: number; deflateStrategy?: number },
      ): Buffer;
    };
  }
}
