"""The calls of calls.js, asked of PyTorch: a line of JSON each, from a folder's calls.jsonl and its floats."""

import json
import sys

import numpy
import torch
from torch.nn import functional as F

folder = sys.argv[1]
torch.set_num_threads(1)
floats = numpy.fromfile(f"{folder}/inputs", dtype=numpy.float32)
at = 0


def take(shape):
    global at
    size = int(numpy.prod(shape))
    at += size
    return torch.from_numpy(floats[at - size : at].reshape(shape).copy())


def answer(call):
    op, options = call["op"], call["options"]
    given = {name: take(shape) for name, shape in call["inputs"]}
    x = given["x"]
    weight, bias, eps = given.get("weight"), given.get("bias"), options["eps"]
    if op == "layerNorm":
        return F.layer_norm(x, x.shape[options["axis"] :], weight, bias, eps)
    if op == "instanceNorm":
        return F.instance_norm(x, weight=weight, bias=bias, eps=eps)
    if op == "groupNorm":
        return F.group_norm(x, options["groups"], weight, bias, eps)
    if op == "batchNorm":
        return F.batch_norm(x, given["runningMean"], given["runningVar"], weight, bias, eps=eps)
    if op == "mean":
        return x.mean(options["dims"])
    if op == "variance":
        return x.var(options["dims"], unbiased=options["correction"] == 1)
    if op == "softmax":
        return x.softmax(options["axis"])
    if op == "gelu":
        return F.gelu(x, approximate="tanh" if options["tanh"] else "none")
    raise ValueError(op)


with open(f"{folder}/calls.jsonl") as calls, open(f"{folder}/answers", "wb") as answers:
    for line in calls:
        answers.write(answer(json.loads(line)).contiguous().numpy().tobytes())
print(torch.__version__)
