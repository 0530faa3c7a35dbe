import torch
from torch import nn

torch.manual_seed(123)
batch = torch.randn(2, 5)
layer = nn.Sequential(nn.Linear(5, 6), nn.ReLU())
norm = nn.LayerNorm(6)
with torch.no_grad():
    out = norm(layer(batch))
print(out)
print(out.mean(dim=-1, keepdim=True))
print(out.var(dim=-1, correction=0, keepdim=True))
