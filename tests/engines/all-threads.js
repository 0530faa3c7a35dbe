/** In the page: layernorm/threads, of which the page's own thread does a part. */
import { kernels, layerNorm, randn } from "../../web/api/index.js";
import { startThreads } from "../../web/api/threads.js";

/** How often: workers are asleep at first, and then they are not. */
const TURNS = 50;

/** @returns {Promise<string>} what is wrong; "" if nothing is */
export async function differences() {
  const running = await startThreads({ threads: 3 });
  if (running.threads !== 3) return `${running.threads} threads: ${running.reason}`;
  if (!(kernels().memory.buffer instanceof SharedArrayBuffer)) return "the memory is not shared";
  const x = randn([512, 768]),
    resident = randn([512, 768], { resident: true });
  const together = [x, resident].map((each) => layerNorm(each, 768).data.slice());
  for (let turn = 0; turn < TURNS; turn++) {
    const again = layerNorm(x, 768).data;
    if (again.some((value, i) => value !== together[0][i])) return `turn ${turn} gives other bits`;
  }
  if (running.threads !== 3) return running.reason;
  await running.stop();
  const alone = [x, resident].map((each) => layerNorm(each, 768).data);
  const same = alone.every((values, k) => values.every((value, i) => value === together[k][i]));
  return same ? "" : "one thread gives other bits";
}
