import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readVocabulary, type Token, tokenize, type Vocabulary } from './tokens.ts';

// The network that reads plain texts: it is given questions and a text, and says for each question how well every piece
// of the text begins or ends its answer, how likely the text has none, and how likely it says yes or no.

export type Answer = { start: number; end: number; likelihood: number };
export type Says = { yes: number; no: number };
export type Reading = {
  answer: Answer | undefined;
  says: Says;
};
export type Network = { read(questions: string[], text: string): Promise<Reading[]> };

/** Pieces that the network was trained with at once. Longer texts are read in windows. */
const piecesMax = 384;
const questionPiecesMax = piecesMax / 2;
const questionsMax = 9;
/** The texts that it was taught are about as long. */
const windowPieces = 160;
/** So many pieces of a window are in the next one, too, so that no answer is cut. */
const sharedPieces = 48;
const answerPiecesMax = 25;
/** Yes, no, and left open. */
const verdicts = 3;

export async function loadNetwork(): Promise<Network | undefined> {
  const runtime = await loadRuntime();
  if (runtime === undefined) return undefined;
  const [weights, words] = await Promise.all([readFile(pathOf('reader.onnx')), readFile(pathOf('words.txt'), 'utf8')]);
  const vocabulary = readVocabulary(words);
  const session = await runtime.InferenceSession.create(weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Every text has its own length, so plans of memory would only pile up.
    enableMemPattern: false,
    logSeverityLevel: 4,
  });
  const run: Run = async ({ ids, begin }) => {
    const tensor = (values: number[]) =>
      new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
    const output = await session.run({
      words: tensor(ids),
      parts: tensor(ids.map((_, at) => (at >= begin ? 1 : 0))),
      mask: tensor(ids.map(() => 1)),
    });
    const scoresOf = (name: string) => output[name]!.data as Float32Array;
    return {
      start: scoresOf('start'),
      end: scoresOf('end'),
      says: scoresOf('says'),
    };
  };
  return {
    async read(questions, text) {
      const tokens = tokenize(text, vocabulary);
      if (tokens.length === 0) return questions.map(() => ({ answer: undefined, says: { yes: 0, no: 0 } }));
      const readings: Reading[] = [];
      for (const group of groupsOf(questions, vocabulary))
        readings.push(...(await readGroup(group, tokens, run, vocabulary)));
      return readings;
    },
  };
}

type Input = { ids: number[]; begin: number };
type Run = (input: Input) => Promise<Record<'start' | 'end' | 'says', Float32Array>>;

/** Questions that fit into one reading. */
function groupsOf(questions: string[], vocabulary: Vocabulary): number[][][] {
  const groups: number[][][] = [[]];
  let pieces = 0;
  for (const question of questions) {
    const ids = tokenize(question, vocabulary)
      .map(({ id }) => id)
      .slice(0, questionPiecesMax - 2);
    if (pieces + ids.length + 1 > questionPiecesMax - 1 || groups.at(-1)!.length === questionsMax) {
      groups.push([]);
      pieces = 0;
    }
    groups.at(-1)!.push(ids);
    pieces += ids.length + 1;
  }
  return groups;
}

async function readGroup(questions: number[][], tokens: Token[], run: Run, vocabulary: Vocabulary): Promise<Reading[]> {
  const [field, separator] = [vocabulary.get('[unused1]')!, vocabulary.get('[SEP]')!];
  const head = [vocabulary.get('[CLS]')!];
  const places = questions.map((ids) => {
    head.push(field, ...ids);
    return head.length - ids.length - 1;
  });
  head.push(separator);
  const room = Math.min(windowPieces, piecesMax - head.length - 1);
  const best: (Answer | undefined)[] = questions.map(() => undefined);
  const said: Says[] = questions.map(() => ({ yes: 0, no: 0 }));
  for (let from = 0; from === 0 || from + sharedPieces < tokens.length; from += room - sharedPieces) {
    const window = tokens.slice(from, from + room);
    const ids = [...head, ...window.map(({ id }) => id), separator];
    const scores = await run({ ids, begin: head.length });
    for (const [at, place] of places.entries()) {
      const row = (all: Float32Array): Float32Array => all.subarray(place * ids.length, (place + 1) * ids.length);
      const found = likeliest(row(scores.start), row(scores.end), { begin: head.length, count: window.length });
      const answer = { ...found, start: window[found.first]!.start, end: window[found.last]!.end };
      if (best[at] === undefined || answer.likelihood > best[at].likelihood) best[at] = answer;
      const [yes, no] = shares(scores.says.subarray(place * verdicts, (place + 1) * verdicts)) as [number, number];
      // What one part of a text leaves open, another may say.
      if (yes + no > said[at]!.yes + said[at]!.no) said[at] = { yes, no };
    }
  }
  return best.map((one, at) => {
    if (one === undefined) return { answer: undefined, says: said[at]! };
    const { start, end, likelihood } = one;
    return {
      answer: { start, end, likelihood },
      says: said[at]!,
    };
  });
}

/** The likeliest first and last piece together. That the text has none takes a share of the likelihood. */
function likeliest(start: Float32Array, end: Float32Array, { begin, count }: { begin: number; count: number }) {
  const [firsts, lasts] = [chances(start, begin, count), chances(end, begin, count)];
  let best = { first: 0, last: 0, product: -1 };
  for (let first = 0; first < count; first += 1) {
    for (let last = first; last < Math.min(count, first + answerPiecesMax); last += 1) {
      const product = firsts[first + 1]! * lasts[last + 1]!;
      if (product > best.product) best = { first, last, product };
    }
  }
  return {
    first: best.first,
    last: best.last,
    likelihood: Math.sqrt(best.product),
  };
}

/** Scores as chances. The first is that of no answer at all, which the network points at with the head. */
function chances(scores: Float32Array, begin: number, count: number): number[] {
  return shares([scores[0]!, ...scores.subarray(begin, begin + count)]);
}

function shares(scores: ArrayLike<number>): number[] {
  const some = Array.from(scores);
  const most = Math.max(...some);
  const powers = some.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, one) => all + one, 0);
  return powers.map((power) => power / sum);
}

const pathOf = (name: string): string => fileURLToPath(import.meta.resolve(`@errand/reader-weights/${name}`));

/** There is none on musl and on Intel Macs. */
async function loadRuntime(): Promise<typeof import('onnxruntime-node') | undefined> {
  try {
    return await import('onnxruntime-node');
  } catch {
    return undefined;
  }
}
