"""
Packs an encoder: the vocabulary without other scripts, weights as one byte each with a scale for each row.
python3 pack.py SOURCE TARGET: all-MiniLM-L6-v2, and the vocabulary. python3 pack.py SOURCE TARGET large: all-mpnet-base-v2, in two halves.
"""
import io
import lzma
import re
import sys

import numpy as np
from safetensors.numpy import load_file

source, target, *large = sys.argv[1:]
weights = load_file(f'{source}/model.safetensors')
words = open(f'{source}/vocab.txt', encoding='utf8').read().split('\n')
if words[-1] == '':
    words.pop()
SMALL = {'attention.self.query': 'query', 'attention.self.key': 'key', 'attention.self.value': 'value',
         'attention.output.dense': 'output', 'attention.output.LayerNorm': 'after'}
LARGE = {'attention.attn.q': 'query', 'attention.attn.k': 'key', 'attention.attn.v': 'value', 'attention.attn.o': 'output',
         'attention.LayerNorm': 'after'}
parts = dict(LARGE if large else SMALL) | {'intermediate.dense': 'widen', 'output.dense': 'narrow', 'output.LayerNorm': 'last'}
named = {'embeddings.LayerNorm': 'first', 'embeddings.token_type_embeddings': 'parts', 'encoder.relative_attention_bias': 'distances'}


def nameOf(key):
    place, _, kind = key.rpartition('.')
    if place in named:
        return f'{named[place]}.{kind}'
    found = re.fullmatch(r'encoder\.layer\.(\d+)\.(.*)', place)
    return found and f'layer.{found[1]}.{parts[found[2]]}.{kind}'


if large:
    kept = open(f'{target}/words.txt', encoding='utf8').read().split('\n')[:-1]
    at = {word: number for number, word in enumerate(words)}
    other = {'[CLS]': '<s>', '[SEP]': '</s>', '[PAD]': '<pad>', '[UNK]': '[UNK]', '[unused1]': '<mask>'}
    rows = [at.get(other.get(word, word), at['[UNK]']) for word in kept]
    print(sum(row == at['[UNK]'] for row in rows), 'words are unknown to it')
else:
    usual = lambda word: all(ord(letter) < 0x250 or letter in '€£₹–—’‘“”…•' for letter in word)
    rows = [at for at, word in enumerate(words) if usual(word) and not re.match(r'\[unused[1-9]\d+\]', word)]
    open(f'{target}/words.txt', 'w', encoding='utf8').write('\n'.join(words[at] for at in rows) + '\n')
chosen = {'words.weight': weights['embeddings.word_embeddings.weight'][rows],
          # The places of the large one begin at its third.
          'places.weight': weights['embeddings.position_embeddings.weight'][2 if large else 0:]}
for key, value in weights.items():
    if 'pooler' not in key and not re.search('position|word_emb', key):
        chosen[nameOf(key)] = value
packed = {}
for key, value in chosen.items():
    value = value.astype(np.float32)
    if value.ndim == 2 and value.size > 10_000:
        scale = np.abs(value).max(axis=1, keepdims=True) / (40 if large else 36 if key == 'words.weight' else 56) + 1e-12
        packed[key] = np.round(value / scale).astype(np.int8)
        packed[key + '.scale'] = scale.astype(np.float32)
    else:
        packed[key] = value
data = io.BytesIO()
np.savez(data, **packed)
made = lzma.compress(data.getvalue(), preset=4)
if large:
    for half in (0, 1):
        open(f'{target}/large.npz.xz.{half}', 'wb').write(made[half * len(made) // 2:(half + 1) * len(made) // 2])
else:
    open(f'{target}/small.npz.xz', 'wb').write(made)
print(len(rows), 'words,', len(made), 'bytes')
