import math

import torch
from torch import nn
from torch.nn import functional as F

POINTS, HIDDEN = 120, 32


def spirals():
    noise = torch.randn(POINTS, 2).double()
    point = torch.arange(POINTS)
    radius = (point + 1).double() / POINTS
    angle = 2 * math.pi * radius + math.pi * (point % 2)
    x = torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], dim=1) + 0.02 * noise
    return x.float(), (point % 2).float()


def network(has_norm):
    def norm():
        return [nn.LayerNorm(HIDDEN)] if has_norm else []

    return nn.Sequential(
        nn.Linear(2, HIDDEN), *norm(), nn.ReLU(),
        nn.Linear(HIDDEN, HIDDEN), *norm(), nn.ReLU(),
        nn.Linear(HIDDEN, 1),
    )


def training(seed, rate, has_norm):
    torch.manual_seed(seed)
    x, arms = spirals()
    model = network(has_norm)
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    while True:
        loss = F.binary_cross_entropy_with_logits(model(x)[:, 0], arms)
        yield loss.item()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
