"""Packs the encoder: the vocabulary without other scripts, weights as one byte each with a scale for each row."""
import io, json, lzma, re, sys
import numpy as np
from safetensors.numpy import load_file

source, target = sys.argv[1], sys.argv[2]
weights = load_file(f'{source}/model.safetensors')
words = open(f'{source}/vocab.txt', encoding='utf8').read().split('\n')
if words[-1] == '': words.pop()
usual = lambda word: all(ord(letter) < 0x250 or letter in '€£₹–—’‘“”…•' for letter in word)
kept = [at for at, word in enumerate(words) if usual(word) and not re.match(r'\[unused[1-9]\d+\]', word)]
name = 'embeddings.word_embeddings.weight'
weights[name] = weights[name][kept]
packed = {}
for key, value in weights.items():
    if 'pooler' in key or 'position_ids' in key: continue
    value = value.astype(np.float32)
    if value.ndim == 2:
        scale = np.abs(value).max(axis=1, keepdims=True) / (36 if key == name else 56) + 1e-12
        packed[key] = np.round(value / scale).astype(np.int8)
        packed[key + '.scale'] = scale.astype(np.float32)
    else:
        packed[key] = value
data = io.BytesIO()
np.savez(data, **packed)
open(f'{target}/encoder.npz.xz', 'wb').write(lzma.compress(data.getvalue(), preset=6))
open(f'{target}/words.txt', 'w', encoding='utf8').write('\n'.join(words[at] for at in kept) + '\n')
print(len(kept), len(lzma.compress(data.getvalue(), preset=1)))
