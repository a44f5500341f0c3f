"""The network that is taught, and the larger one that helps to teach it. Both know the same pieces of words."""
import io
import lzma
import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

SMALL = dict(size=384, layers=6, related=False)
LARGE = dict(size=768, layers=12, related=True)
HEADS = 12
VERDICTS = ['yes', 'no', 'unsaid']


class Layer(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(size, size) for _ in range(4))
        self.after = nn.LayerNorm(size, eps=1e-12)
        self.widen, self.narrow = nn.Linear(size, 4 * size), nn.Linear(4 * size, size)
        self.last = nn.LayerNorm(size, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, bias):
        size = x.shape[2] // HEADS
        split = lambda y: y.view(y.shape[0], y.shape[1], HEADS, size).transpose(1, 2)
        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        if torch.onnx.is_in_onnx_export():
            mixed = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(size) + bias, -1) @ value
        else:
            bias = bias.to(query.dtype).expand(-1, HEADS, x.shape[1], -1)
            mixed = functional.scaled_dot_product_attention(query, key, value, bias, 0.1 if self.training else 0.0)
        x = self.after(x + self.drop(self.output(mixed.transpose(1, 2).reshape(x.shape))))
        return self.last(x + self.drop(self.narrow(functional.gelu(self.widen(x)))))


class Reader(nn.Module):
    """
    Returns for every pair of pieces how well the second begins, and how well it ends, the answer of the first, and for
    every piece whether the text says yes or no to what the question asks that begins there, or does not say.
    """

    def __init__(self, words, size, layers, related):
        super().__init__()
        self.size, self.related = size, related
        self.words, self.places, self.parts = nn.Embedding(words, size), nn.Embedding(514, size), nn.Embedding(2, size)
        self.first = nn.LayerNorm(size, eps=1e-12)
        self.layers = nn.ModuleList(Layer(size) for _ in range(layers))
        self.drop = nn.Dropout(0.1)
        self.asks, self.begins, self.ends = nn.Linear(size, 2 * size), nn.Linear(size, size), nn.Linear(size, size)
        self.says = nn.Sequential(nn.Linear(size, size), nn.GELU(), nn.Linear(size, len(VERDICTS)))
        if related:
            self.distances = nn.Embedding(32, HEADS)

    def forward(self, words, parts, mask):
        places = torch.arange(words.shape[1], device=words.device)
        x = self.drop(self.first(self.words(words) + self.places(places)[None] + self.parts(parts)))
        bias = (1 - mask.to(x.dtype))[:, None, None, :] * -10000.0
        if self.related:
            bias = bias + self.distances(distance(places)).permute(2, 0, 1)[None]
        for layer in self.layers:
            x = layer(x, bias)
        start, end = self.asks(x).split(self.size, -1)
        scale = math.sqrt(self.size)
        return start @ self.begins(x).transpose(1, 2) / scale, end @ self.ends(x).transpose(1, 2) / scale, self.says(x)


def distance(places):
    """How far two places are apart, in 16 steps before and 16 behind, as the large network has learnt it."""
    far = places[None, :] - places[:, None]
    size = far.abs().clamp(min=1)
    wide = (8 + torch.log(size / 8) / math.log(128 / 8) * 8).long().clamp(max=15)
    return (far > 0) * 16 + torch.where(far.abs() < 8, far.abs(), wide)


def load(folder, name, words, **form):
    """A network with the weights that `pack.py` has packed."""
    reader = Reader(words, **form)
    packed = np.load(io.BytesIO(lzma.open(f'{folder}/{name}').read()))

    def get(key):
        value = torch.tensor(packed[key].astype(np.float32))
        return value * torch.tensor(packed[key + '.scale'].astype(np.float32)) if key + '.scale' in packed else value

    def put(module, key):
        value = get(key + '.weight')
        module.weight.data[:len(value)].copy_(value)
        if getattr(module, 'bias', None) is not None:
            module.bias.data.copy_(get(key + '.bias'))

    put(reader.words, 'words'), put(reader.places, 'places'), put(reader.first, 'first')
    nn.init.zeros_(reader.parts.weight)
    if 'parts.weight' in packed:
        put(reader.parts, 'parts')
    if reader.related:
        put(reader.distances, 'distances')
    for at, layer in enumerate(reader.layers):
        for part in ('query', 'key', 'value', 'output', 'after', 'widen', 'narrow', 'last'):
            put(getattr(layer, part), f'layer.{at}.{part}')
    return reader
