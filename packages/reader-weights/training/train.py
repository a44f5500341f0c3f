"""
Teaches a network to read plain texts.

python3 train.py FOLDER TARGET SECONDS TEXTS… teaches the small network; with LARGE=1 the large one, which is stored as
TARGET/large.pt; with TEACHER=FILE the small one learns from the texts and from the large one. --all keeps no texts aside.
"""
import json
import math
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
from tokenizers import BertWordPieceTokenizer
from torch import nn
from torch.nn import functional

import texts as material
from network import LARGE, SMALL, VERDICTS, Reader, load

LENGTH = 384
CLS, SEP, FIELD = '[CLS]', '[SEP]', '[unused1]'


class Coder:
    def __init__(self, folder):
        vocabulary = {word: at for at, word in enumerate(open(f'{folder}/words.txt', encoding='utf8').read().split('\n')[:-1])}
        self.coder = BertWordPieceTokenizer(vocabulary, lowercase=True)
        self.cls, self.sep, self.field = vocabulary[CLS], vocabulary[SEP], vocabulary.get(FIELD, vocabulary['[PAD]'])

    def encode(self, words):
        found = self.coder.encode(words, add_special_tokens=False)
        return found.ids, found.offsets

    def example(self, text, questions):
        """
        Numbers of pieces, where the text begins, and for each question its place, the first and the last piece of its
        answer, and what the text says of it (-1 for a question that asks for a value).
        """
        numbers, asked = [self.cls], []
        for question, answer in questions:
            numbers_of, _ = self.encode(question)
            if len(numbers) + len(numbers_of) > LENGTH // 2:
                break
            asked.append((len(numbers), answer))
            numbers += [self.field] + numbers_of
        numbers.append(self.sep)
        begin = len(numbers)
        text_numbers, offsets = self.encode(text)
        room = LENGTH - begin - 1
        text_numbers, offsets = text_numbers[:room], offsets[:room]
        goals = []
        for place, answer in asked:
            if isinstance(answer, str):
                goals.append((place, 0, 0, VERDICTS.index(answer)))
                continue
            inside = [at for at, (start, end) in enumerate(offsets) if start < answer[1] and end > answer[0]] if answer else []
            whole = inside and offsets[inside[-1]][1] >= answer[1]
            goals.append((place, begin + inside[0], begin + inside[-1], -1) if whole else (place, 0, 0, -1))
        return numbers + text_numbers + [self.sep], begin, goals, offsets


def batch_of(examples, device):
    length = max(len(numbers) for numbers, *_ in examples)
    words = torch.zeros(len(examples), length, dtype=torch.long)
    parts, mask = torch.zeros_like(words), torch.zeros_like(words)
    rows = []
    for at, (numbers, begin, goals, _) in enumerate(examples):
        words[at, :len(numbers)] = torch.tensor(numbers)
        parts[at, begin:len(numbers)] = 1
        mask[at, :len(numbers)] = 1
        rows += [(at, *goal) for goal in goals]
    allowed = (parts == 1) & (mask == 1)
    for at, (numbers, *_) in enumerate(examples):
        allowed[at, len(numbers) - 1] = False
        allowed[at, 0] = True
    return [one.to(device) for one in (words, parts, mask, torch.tensor(rows), allowed)]


def scores(reader, batch):
    """For each value that is asked for the scores of beginnings and ends, and for each other question those of what is said."""
    words, parts, mask, rows, allowed = batch
    start, end, says = reader(words, parts, mask)
    asked, judged = rows[rows[:, 4] < 0], rows[rows[:, 4] >= 0]
    pick = lambda some: some[asked[:, 0], asked[:, 1]].float().masked_fill(~allowed[asked[:, 0]], -1e4)
    return pick(start), pick(end), says[judged[:, 0], judged[:, 1]].float(), asked, judged


def losses(reader, batch, teacher=None):
    start, end, says, asked, judged = scores(reader, batch)
    parts = [(start, asked[:, 2], 1), (end, asked[:, 3], 1), (says, judged[:, 4], 1)]
    truth = sum(weight * functional.cross_entropy(some, goals) for some, goals, weight in parts if len(goals))
    if teacher is None:
        return truth
    with torch.no_grad():
        taught = scores(teacher, batch)[:3]
    warm = 2
    alike = sum(functional.kl_div(functional.log_softmax(own / warm, -1), functional.softmax(other / warm, -1),
                                  reduction='batchmean') * warm ** 2 for own, other in zip((start, end, says), taught) if len(own))
    return 0.4 * truth + 0.6 * alike


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
    """Shares of answers found exactly, of answers that overlap, of nulls kept, of verdicts, and right ones by likelihood."""
    exact = overlap = answers = nulls = kept = verdicts = agreed = sure = sure_right = 0
    bins = {}
    for text, questions in examples:
        numbers, begin, goals, offsets = coder.example(text, questions)
        start, end, says = run(numbers, begin)
        for place, first, last, verdict in goals:
            if verdict >= 0:
                chances = np.exp(says[place] - says[place].max())
                chances /= chances.sum()
                verdicts += 1
                agreed += int(chances.argmax()) == verdict
                if chances.max() >= 0.9:
                    sure += 1
                    sure_right += int(chances.argmax()) == verdict
                continue
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
    share = lambda part, whole: round(part / max(1, whole), 4)
    return dict(exact=share(exact, answers), overlap=share(overlap, answers), kept=share(kept, nulls), answers=answers, nulls=nulls,
                verdicts=[share(agreed, verdicts), verdicts], sure=[share(sure_right, sure), sure],
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
    kept = every[:max(8, len(every) // 12)] if '--all' not in sys.argv else every[:8]
    taught = every[len(kept):]
    known = material.pools(taught)
    isLarge = 'LARGE' in os.environ
    words = coder.coder.get_vocab_size()
    reader = load(folder, 'large.npz.xz' if isLarge else 'small.npz.xz', words, **(LARGE if isLarge else SMALL)).to(device)
    teacher = None
    if 'TEACHER' in os.environ:
        teacher = Reader(words, **LARGE).to(device).to(torch.bfloat16).eval()
        teacher.load_state_dict(torch.load(os.environ['TEACHER'], map_location=device))
    checks = [material.vary(one, known, None, random.Random(1), plain=True) for one in kept]
    print(len(taught), 'texts', len(kept), 'kept', flush=True)
    # Samples are made beforehand by several processes, so that the accelerator does not wait for them.
    with ProcessPoolExecutor(int(os.environ.get('PROCESSES', 8)), initializer=prepare, initargs=(folder, taught, known)) as pool:
        samples = [one for part in pool.map(make, range(int(os.environ.get('ROUNDS', 40)))) for one in part]
    print(len(samples), 'samples', round(time.time() - began), 's', flush=True)
    size = 64
    total = int(len(samples) * float(os.environ.get('EPOCHS', 4)) / size)
    decay = [one for one in reader.parameters() if one.ndim == 2]
    rest = [one for one in reader.parameters() if one.ndim != 2]
    learner = torch.optim.AdamW([dict(params=decay, weight_decay=0.01), dict(params=rest, weight_decay=0)], lr=1.0, fused=device == 'cuda')
    peak = float(os.environ.get('RATE', 1e-4))
    left = float(seconds)
    begun = time.time()

    def progress(step):
        """By steps or by time, whichever ends earlier, so that the rate has come down at the end."""
        return max(step / total, (time.time() - begun) / max(1, left - (begun - began)))

    reader.train()
    steps, mean = 0, 0
    while progress(steps) < 1:
        # Texts of like length share a batch.
        chance.shuffle(samples)
        batches = []
        for at in range(0, len(samples) - size * 32, size * 32):
            some = sorted(samples[at:at + size * 32], key=lambda one: len(one[0]))
            batches += [some[there:there + size] for there in range(0, len(some), size)]
        chance.shuffle(batches)
        for some in batches:
            for group in learner.param_groups:
                group['lr'] = peak * min(1, (steps + 1) / 300) * max(0.01, 1 - progress(steps))
            with torch.autocast(device, dtype=torch.bfloat16):
                loss = losses(reader, batch_of(some, device), teacher)
            learner.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            learner.step()
            steps += 1
            if steps % 50 == 0:
                mean = 0.9 * mean + 0.1 * loss.item() if mean else loss.item()
            if steps % 1500 == 0:
                print(steps, total, round(mean, 4), json.dumps(judge(runner(reader, device), coder, checks)), round(time.time() - began), flush=True)
                reader.train()
            if progress(steps) >= 1:
                break
    print('end', steps, 'of', total, json.dumps(judge(runner(reader, device), coder, checks)), flush=True)
    if isLarge:
        torch.save(reader.to(torch.bfloat16).state_dict(), f'{target}/large.pt')
    else:
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
        with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16):
            words = torch.tensor([numbers], device=device)
            parts = (torch.arange(len(numbers), device=device) >= begin).long()[None]
            found = reader(words, parts, torch.ones_like(words))
        return [one[0].float().cpu().numpy() for one in found]
    return run


def export(reader, coder, target, checks):
    import onnxruntime
    from onnxruntime.quantization import QuantType, quantize_dynamic
    reader = reader.cpu().float().eval()
    words = torch.tensor([[coder.cls, coder.field, 20, 30, coder.sep, 40, 50, coder.sep]])
    inputs = (words, (torch.arange(8) >= 5).long()[None], torch.ones_like(words))
    names = dict(input_names=['words', 'parts', 'mask'], output_names=['start', 'end', 'says'],
                 dynamic_axes={name: {0: 'batch', 1: 'length'} for name in ['words', 'parts', 'mask', 'says']} |
                              {name: {0: 'batch', 1: 'length', 2: 'length'} for name in ['start', 'end']})
    torch.onnx.export(reader, inputs, f'{target}/whole.onnx', opset_version=17, dynamo=False, **names)
    quantize_dynamic(f'{target}/whole.onnx', f'{target}/reader.onnx', per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    os.remove(f'{target}/whole.onnx')
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(f'{target}/reader.onnx', options)
    def run(numbers, begin):
        words = np.array([numbers], dtype=np.int64)
        parts = (np.arange(len(numbers)) >= begin).astype(np.int64)[None]
        return [one[0] for one in session.run(None, dict(words=words, parts=parts, mask=np.ones_like(words)))]
    began = time.time()
    print('in eight bits', json.dumps(judge(run, coder, checks)), round((time.time() - began) / len(checks), 4), 's a text', flush=True)


if __name__ == '__main__':
    main()
