/** Texts that a link, a paste or a file may bring, to become more of the page than text. */

export const hostile = [
  "<img data-planted src=x onerror=\"document.title='planted'\">",
  "\"><script data-planted>document.title='planted'</script>",
  "'\" onfocus=alert(1) autofocus data-planted x='",
  "</textarea></svg></style><iframe data-planted srcdoc='<p>x</p>'>",
  "&lt;b data-planted&gt;&#60;b data-planted&#62;&amp;",
  "<math><mtext><style><!--</style><img data-planted src=x>",
];

/** A safetensors file of a number under each name. @param {readonly string[]} names */
export function safetensorsOf(names) {
  const tensors = names.map((name, i) => [name, { dtype: "F32", shape: [1], data_offsets: [4 * i, 4 * i + 4] }]);
  const header = new TextEncoder().encode(JSON.stringify(Object.fromEntries(tensors)));
  const bytes = new Uint8Array(8 + header.length + 4 * names.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  return bytes;
}
