/** States that together show every part of the page, for tests of what must hold in all of them. */
import { sectionIds } from "./browser.js";

/**
 * By figure, as links say it.
 * @type {Record<string, readonly string[]>}
 */
const STATES = {
  why: ["gain=1.2&layer=7", "residual=pre&activation=gelu", "norm=rms&gain=0.8&layers=48"],
  book: ["input=1&unit=5", "seed=24&input=1"],
  row: ["preset=words&stage=3&at=y:2", "preset=constantRow&stage=2", "preset=outlier&stage=1"],
  dim: [
    "preset=book&dims=0&keepdim=false&weight=1,2&bias=0,1&stage=3&at=variance:1",
    "preset=constant&dims=0,1&at=mean:0",
    "preset=book&correction=0&eps=1e-5&at=out:0",
  ],
  shapes: ["preset=square&stage=2&copies=false", "preset=square&keepdim=true&stage=2", "dims=0&at=mean:2"],
  three: [
    "preset=tokens&dims=1,2&at=mean:5",
    "preset=gpt2&at=out:900",
    "dims=0&layout=stack&keepdim=false&stage=3&weight=1,2&bias=0,1",
  ],
  family: ["dims=0,2,3&at=variance:6", "channelGroups=2&at=mean:17", "center=false&at=out:3", "member=GroupNorm"],
  model: [
    "word=&norm=0&modes=tokens,off,trained,trained,trained,trained,trained,trained,trained",
    "word=transformations&norm=8&applies=all&modes=off,off,off,off,off,off,off,off,off",
    "word=a&norm=3&modes=trained,trained,rms,eps,plain,trained,trained,trained,trained",
  ],
  train: ["norm=tokens&depth=6", "norm=none&place=post&rate=0.01&depth=12&seed=7"],
  spirals: ["trained=60", "pace=3&trained=150", "seed=2&pace=0.1&trained=500"],
  space: [
    "stage=scaled&weight=2,1,0.5&bias=0.5,0,-0.5&gradient=on&hand=weight&eps=0.1",
    "size=12&stage=normalized&gradient=on&eps=1e-5",
    "norm=rms&stage=normalized&x=1,1,1&gradient=on&hand=dy&turn=45&tilt=35",
  ],
  invariance: ["factor=10&rate=30", "factor=0.1&decay=0.01&rate=0.3", "seed=7&factor=100&rate=0.01&decay=0.001"],
  placement: ["place=pre&last=without", "blocks=24&warmUp=80&trained=20", "seed=7&rate=0.03&trained=12&blocks=1"],
  learning: ["steps=9&rate=1.2&dy=loss", "mean=3&spread=0.5&rate=0.5&steps=1&dy=random&at=1", "rate=1&steps=40&at=3"],
  precision: [
    "mean=12600&order=right&number=4&bits=7f800000.3fb4cefe.bf5f33bc.3f16548b.bf5f33bc.bf5f33bc",
    "mean=1000000&count=4096&error=normalized&from=torch&order=torch",
    "mean=40&count=6&order=torch&number=0",
  ],
  speed: ["step=3&dim=0", "shape=1x4096&step=5&cell=0&type=float64", "shape=4096x2048&step=16&cell=383&dim=0"],
  data: ["preset=letters&dims=1,2&at=mean:5", "preset=real&at=out:300", "stage=3&correction=1&eps=0"],
  variance: ["preset=constantRow&at=out:3", "preset=nearlyEqual&eps=1e-5&correction=0", "eps=1e-6&epsAt=outside"],
};

/** The page's first state, then states with another part of each figure shown: a title and a query each. */
export function pageStates() {
  const figures = sectionIds().filter((id) => id in STATES);
  const others = [0, 1, 2].map((variant) =>
    figures.flatMap((id) =>
      (STATES[id][variant] ?? "")
        .split("&")
        .filter(Boolean)
        .map((field) => `${id}.${field}`),
    ),
  );
  return [[], ...others].map((fields, i) => ({
    title: i === 0 ? "as it opens" : `in another state (${i})`,
    query: fields.length === 0 ? "" : `?${fields.join("&")}`,
  }));
}
