declare module "*.tex" {
  const mathml: string;
  export default mathml;
}
