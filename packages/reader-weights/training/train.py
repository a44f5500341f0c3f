"""Trains the reader: an encoder that points at the answer of every question in one pass, or at nothing.

python3 train.py ENCODER_FOLDER TARGET_FOLDER SECONDS TEXTS...
"""
import io
import json
import lzma
import math
import random
import os
import sys
import time

import numpy as np
import torch
from tokenizers import BertWordPieceTokenizer
from torch import nn
from torch.nn import functional

import texts as material

LENGTH = 384
CLS, SEP, FIELD = '[CLS]', '[SEP]', '[unused1]'
SIZE, HEADS, LAYERS = 384, 12, 6


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(SIZE, SIZE) for _ in range(4))
        self.after = nn.LayerNorm(SIZE, eps=1e-12)
        self.widen, self.narrow = nn.Linear(SIZE, 4 * SIZE), nn.Linear(4 * SIZE, SIZE)
        self.last = nn.LayerNorm(SIZE, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, hidden):
        split = lambda y: y.view(y.shape[0], y.shape[1], HEADS, SIZE // HEADS).transpose(1, 2)
        scores = split(self.query(x)) @ split(self.key(x)).transpose(-1, -2) / math.sqrt(SIZE // HEADS) + hidden
        mixed = (self.drop(torch.softmax(scores, -1)) @ split(self.value(x))).transpose(1, 2)
        x = self.after(x + self.drop(self.output(mixed.reshape(x.shape))))
        return self.last(x + self.drop(self.narrow(functional.gelu(self.widen(x)))))


class Reader(nn.Module):
    """Returns for every pair of tokens how well the second begins, and how well it ends, the answer of the first."""

    def __init__(self, words):
        super().__init__()
        self.words, self.places, self.parts = nn.Embedding(words, SIZE), nn.Embedding(512, SIZE), nn.Embedding(2, SIZE)
        self.first = nn.LayerNorm(SIZE, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.drop = nn.Dropout(0.1)
        self.asks, self.begins, self.ends = nn.Linear(SIZE, 2 * SIZE), nn.Linear(SIZE, SIZE), nn.Linear(SIZE, SIZE)

    def forward(self, words, parts, mask):
        places = torch.arange(words.shape[1], device=words.device)
        x = self.drop(self.first(self.words(words) + self.places(places)[None] + self.parts(parts)))
        hidden = (1 - mask.to(x.dtype))[:, None, None, :] * -10000.0
        for layer in self.layers:
            x = layer(x, hidden)
        start, end = self.asks(x).split(SIZE, -1)
        scale = math.sqrt(SIZE)
        return start @ self.begins(x).transpose(1, 2) / scale, end @ self.ends(x).transpose(1, 2) / scale


def load(folder, reader):
    packed = np.load(io.BytesIO(lzma.open(f'{folder}/encoder.npz.xz').read()))
    def get(name):
        value = torch.tensor(packed[name].astype(np.float32))
        return value * torch.tensor(packed[name + '.scale']) if name + '.scale' in packed else value
    def put(module, name):
        module.weight.data.copy_(get(name + '.weight'))
        if getattr(module, 'bias', None) is not None:
            module.bias.data.copy_(get(name + '.bias'))
    put(reader.words, 'embeddings.word_embeddings'), put(reader.places, 'embeddings.position_embeddings')
    put(reader.parts, 'embeddings.token_type_embeddings'), put(reader.first, 'embeddings.LayerNorm')
    for at, layer in enumerate(reader.layers):
        name = f'encoder.layer.{at}.'
        put(layer.query, name + 'attention.self.query'), put(layer.key, name + 'attention.self.key')
        put(layer.value, name + 'attention.self.value'), put(layer.output, name + 'attention.output.dense')
        put(layer.after, name + 'attention.output.LayerNorm'), put(layer.widen, name + 'intermediate.dense')
        put(layer.narrow, name + 'output.dense'), put(layer.last, name + 'output.LayerNorm')


class Coder:
    def __init__(self, folder):
        vocabulary = {word: at for at, word in enumerate(open(f'{folder}/words.txt', encoding='utf8').read().split('\n')[:-1])}
        self.coder = BertWordPieceTokenizer(vocabulary, lowercase=True)
        self.cls, self.sep, self.field = vocabulary[CLS], vocabulary[SEP], vocabulary.get(FIELD, vocabulary['[PAD]'])

    def encode(self, words):
        found = self.coder.encode(words, add_special_tokens=False)
        return found.ids, found.offsets

    def example(self, text, questions):
        """Token numbers, parts, and for each question its place, the first and the last token of its answer."""
        numbers, asked = [self.cls], []
        for question, span in questions:
            numbers_of, _ = self.encode(question)
            if len(numbers) + len(numbers_of) > LENGTH // 2:
                break
            asked.append((len(numbers), span))
            numbers += [self.field] + numbers_of
        numbers.append(self.sep)
        begin = len(numbers)
        text_numbers, offsets = self.encode(text)
        room = LENGTH - begin - 1
        text_numbers, offsets = text_numbers[:room], offsets[:room]
        goals = []
        for place, span in asked:
            if span is None:
                goals.append((place, 0, 0))
                continue
            inside = [at for at, (start, end) in enumerate(offsets) if start < span[1] and end > span[0]]
            whole = inside and offsets[inside[-1]][1] >= span[1]
            goals.append((place, begin + inside[0], begin + inside[-1]) if whole else (place, 0, 0))
        return numbers + text_numbers + [self.sep], begin, goals, offsets


def batch_of(examples, device):
    length = max(len(numbers) for numbers, *_ in examples)
    words = torch.zeros(len(examples), length, dtype=torch.long)
    parts, mask = torch.zeros_like(words), torch.zeros_like(words)
    rows, begins = [], []
    for at, (numbers, begin, goals, _) in enumerate(examples):
        words[at, :len(numbers)] = torch.tensor(numbers)
        parts[at, begin:len(numbers)] = 1
        mask[at, :len(numbers)] = 1
        rows += [(at, *goal) for goal in goals]
        begins.append(begin)
    allowed = ((parts == 1) & (mask == 1))
    for at, (numbers, *_) in enumerate(examples):
        allowed[at, len(numbers) - 1] = False
        allowed[at, 0] = True
    return [one.to(device) for one in (words, parts, mask, torch.tensor(rows), allowed)]


def losses(reader, batch):
    words, parts, mask, rows, allowed = batch
    start, end = reader(words, parts, mask)
    which, place = rows[:, 0], rows[:, 1]
    hide = lambda scores: scores[which, place].float().masked_fill(~allowed[which], -1e4)
    return sum(functional.cross_entropy(hide(scores), rows[:, at]) for at, scores in ((2, start), (3, end)))


def best(start, end, begin, last, longest=24):
    """The likeliest span and its likelihood, and that of none. Scores of one question."""
    def chances(scores):
        some = np.concatenate([scores[:1], scores[begin:last]])
        some = np.exp(some - some.max())
        return some / some.sum()
    first, final = chances(start), chances(end)
    none = math.sqrt(first[0] * final[0])
    grid = np.triu(np.outer(first[1:], final[1:]))
    grid = grid - np.triu(grid, longest)
    at = int(grid.argmax())
    here, there = divmod(at, grid.shape[1])
    return math.sqrt(grid[here, there]), here, there, none


def judge(run, coder, examples):
    """Shares of answers found exactly, of answers that overlap, of nulls kept, and right ones by likelihood."""
    exact = overlap = answers = nulls = kept = 0
    bins = {}
    for text, questions in examples:
        numbers, begin, goals, offsets = coder.example(text, questions)
        start, end = run(numbers, begin)
        for (place, first, last), (question, span) in zip(goals, questions):
            chance, here, there, none = best(start[place], end[place], begin, len(numbers) - 1)
            given = chance > none
            same = given and first == begin + here and last == begin + there
            near = given and first > 0 and first <= begin + there and begin + here <= last
            if first == 0:
                nulls += 1
                kept += not given
            else:
                answers += 1
                exact += same
                overlap += near
            if given:
                right, count = bins.get(min(9, int(chance * 10)), (0, 0))
                bins[min(9, int(chance * 10))] = (right + near, count + 1)
    return dict(exact=exact / max(1, answers), overlap=overlap / max(1, answers), kept=kept / max(1, nulls), answers=answers, nulls=nulls,
                bins={at / 10: [round(right / count, 3), count] for at, (right, count) in sorted(bins.items())})


def main():
    folder, target, seconds, *paths = [one for one in sys.argv[1:] if one != '--all']
    began = time.time()
    torch.manual_seed(7), np.random.seed(7)
    chance = random.Random(7)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    coder = Coder(folder)
    every = material.read(paths)
    chance.shuffle(every)
    kept = every[:max(8, len(every) // 10)] if '--all' not in sys.argv else every[:8]
    taught = every[len(kept):]
    known = material.pools(taught)
    reader = Reader(coder.coder.get_vocab_size())
    load(folder, reader)
    reader.to(device)
    checks = [material.vary(one, known, None, random.Random(1), plain=True) for one in kept]
    print(len(taught), 'texts', len(kept), 'kept', flush=True)
    # Samples are made beforehand by several processes, so that the accelerator does not wait for them.
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(initializer=prepare, initargs=(folder, taught, known)) as pool:
        rounds = int(os.environ.get('ROUNDS', 120))
        samples = [one for part in pool.map(make, range(rounds)) for one in part]
    print(len(samples), 'samples', round(time.time() - began), 's', flush=True)
    size = 64
    steps = 0
    total = int(len(samples) * float(os.environ.get('EPOCHS', 2)) / size)
    decay = [one for name, one in reader.named_parameters() if one.ndim == 2]
    rest = [one for name, one in reader.named_parameters() if one.ndim != 2]
    best_with = torch.optim.AdamW([dict(params=decay, weight_decay=0.01), dict(params=rest, weight_decay=0)], lr=1.0)
    peak = float(os.environ.get('RATE', 1.5e-4))
    rate = lambda step: peak * min(1, (step + 1) / 300) * max(0.02, 1 - step / total)
    reader.train()
    mean = 0
    left = float(seconds)
    while steps < total and time.time() - began < left:
        chance.shuffle(samples)
        for at in range(0, len(samples) - size, size):
            for group in best_with.param_groups:
                group['lr'] = rate(steps)
            with torch.autocast(device, dtype=torch.bfloat16):
                loss = losses(reader, batch_of(samples[at:at + size], device))
            best_with.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            best_with.step()
            mean = 0.98 * mean + 0.02 * loss.item() if steps else loss.item()
            steps += 1
            if steps % 1000 == 0:
                print(steps, round(mean, 4), json.dumps(judge(runner(reader, device), coder, checks)), round(time.time() - began), flush=True)
                reader.train()
            if steps >= total or time.time() - began > left:
                break
    print('end', steps, 'of', total, json.dumps(judge(runner(reader, device), coder, checks)), flush=True)
    export(reader, coder, target, checks)


def prepare(folder, taught, known):
    global COMMON
    COMMON = Coder(folder), taught, known


def make(round_):
    coder, taught, known = COMMON
    chance = random.Random(1000 + round_)
    made = []
    for one in taught:
        text, questions = material.vary(one, known, chance.choice(taught), chance)
        numbers, begin, goals, _ = coder.example(text, questions)
        made.append((numbers, begin, goals, None))
    return made


def runner(reader, device):
    def run(numbers, begin):
        reader.eval()
        with torch.no_grad():
            words = torch.tensor([numbers], device=device)
            parts = (torch.arange(len(numbers), device=device) >= begin).long()[None]
            start, end = reader(words, parts, torch.ones_like(words))
        return start[0].float().cpu().numpy(), end[0].float().cpu().numpy()
    return run


def export(reader, coder, target, checks):
    import onnxruntime
    from onnxruntime.quantization import QuantType, quantize_dynamic
    reader = reader.cpu().float().eval()
    words = torch.tensor([[coder.cls, coder.field, 20, 30, coder.sep, 40, 50, coder.sep]])
    inputs = (words, (torch.arange(8) >= 5).long()[None], torch.ones_like(words))
    names = dict(input_names=['words', 'parts', 'mask'], output_names=['start', 'end'],
                 dynamic_axes={name: {0: 'batch', 1: 'length'} for name in ['words', 'parts', 'mask']} |
                              {name: {0: 'batch', 1: 'length', 2: 'length'} for name in ['start', 'end']})
    torch.onnx.export(reader, inputs, '/tmp/reader.onnx', opset_version=17, dynamo=False, **names)
    quantize_dynamic('/tmp/reader.onnx', f'{target}/reader.onnx', per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(f'{target}/reader.onnx', options)
    def run(numbers, begin):
        words = np.array([numbers], dtype=np.int64)
        parts = (np.arange(len(numbers)) >= begin).astype(np.int64)[None]
        start, end = session.run(None, dict(words=words, parts=parts, mask=np.ones_like(words)))
        return start[0], end[0]
    began = time.time()
    print('in eight bits', json.dumps(judge(run, coder, checks)), (time.time() - began) / len(checks), 's a text', flush=True)


if __name__ == '__main__':
    main()
