"""network.js beside this file, in PyTorch."""

import math

import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, HIDDEN = 16, 2, 64
LETTERS, PERIOD, LENGTH, TEXTS, STEPS = 8, 4, 12, 8, 240


def weights(size, to):
    layer = nn.utils.skip_init(nn.Linear, size, to)  # it would draw weights of its own first
    nn.init.zeros_(layer.bias)
    layer.weight.data = torch.randn(to, size) * math.sqrt(2 / (size + to))
    return layer


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.split, self.join = weights(WIDTH, 3 * WIDTH), weights(WIDTH, WIDTH)

    def forward(self, x):
        q, k, v = self.split(x).view(TEXTS, LENGTH, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        later = torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1)
        scores = (q @ k.transpose(-1, -2)) / math.sqrt(WIDTH / HEADS)
        shares = scores.masked_fill(later, -math.inf).softmax(-1)
        return self.join((shares @ v).transpose(1, 2).reshape(TEXTS, LENGTH, WIDTH))


class Part(nn.Module):
    def __init__(self, inner, place):
        super().__init__()
        self.inner, self.norm, self.place = inner, nn.LayerNorm(WIDTH), place

    def forward(self, x):
        return x + self.inner(self.norm(x)) if self.place == "pre" else self.norm(x + self.inner(x))


class Network(nn.Module):
    def __init__(self, place, count, has_last):
        super().__init__()
        self.letters, self.places = nn.Embedding(LETTERS, WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.blocks = nn.ModuleList()
        for _ in range(count):
            attention = Part(Attention(), place)
            mlp = Part(nn.Sequential(weights(WIDTH, HIDDEN), nn.GELU(), weights(HIDDEN, WIDTH)), place)
            self.blocks.append(nn.Sequential(attention, mlp))
        self.last = nn.LayerNorm(WIDTH) if has_last else nn.Identity()
        self.end = weights(WIDTH, LETTERS)

    def forward(self, letters):
        stream = [self.letters(letters) + self.places(torch.arange(LENGTH))]
        for block in self.blocks:
            stream.append(block(stream[-1]))
        return self.end(self.last(stream[-1])), stream


def begin(seed, place, count, has_last):
    torch.manual_seed(seed)
    net = Network(place, count, has_last)
    first = (torch.rand(STEPS, TEXTS, PERIOD) * LETTERS).floor().long()
    return net, first.repeat(1, 1, LENGTH // PERIOD + 1)[:, :, : LENGTH + 1]


def loss_of(net, texts):
    scores, stream = net(texts[:, :LENGTH])
    known = slice(PERIOD - 1, LENGTH)
    loss = F.cross_entropy(scores[:, known].reshape(-1, LETTERS), texts[:, 1:][:, known].reshape(-1))
    return loss, stream


def training(seed, place, count, has_last, rate, warm_up):
    net, texts = begin(seed, place, count, has_last)
    optimizer = torch.optim.Adam(net.parameters())
    for step in range(STEPS):
        loss, _ = loss_of(net, texts[step])
        yield loss.item()
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rate * (min(1, (step + 1) / warm_up) if warm_up else 1)
        optimizer.step()
