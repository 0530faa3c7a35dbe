import { LayerNorm, Linear, manualSeed, mean, randn, ReLU, Sequential, variance } from "layernorm";

manualSeed(123); // draws what torch.manual_seed(123) draws
const batch = randn([2, 5]);
const layer = new Sequential(new Linear(5, 6), new ReLU());
const norm = new LayerNorm(6);
const out = norm.forward(layer.forward(batch));
console.log(out);
console.log(mean(out, { dim: -1, keepdim: true }));
console.log(variance(out, { dim: -1, correction: 0, keepdim: true }));
