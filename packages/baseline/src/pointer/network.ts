import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readVocabulary, type Token, tokenize, type Vocabulary } from './tokens.ts';

// The network that reads plain texts: it is given questions and a text, and says for each question how well every piece
// of the text begins or ends its answer, and how likely the text has none.

export type Answer = { start: number; end: number; likelihood: number };
export type Network = {
  /** The likeliest answer to each question, or undefined where none is likelier. */
  answer(questions: string[], text: string): Promise<(Answer | undefined)[]>;
};

/** Pieces that the network was trained with at once. Longer texts are read in windows. */
const piecesMax = 384;
const questionPiecesMax = piecesMax / 2;
const questionsMax = 9;
/** The texts that it was taught are about as long. */
const windowPieces = 160;
/** So many pieces of a window are in the next one, too, so that no answer is cut. */
const sharedPieces = 48;
const answerPiecesMax = 25;

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
    return { start: output.start!.data as Float32Array, end: output.end!.data as Float32Array };
  };
  return {
    async answer(questions, text) {
      const tokens = tokenize(text, vocabulary);
      if (tokens.length === 0) return questions.map(() => undefined);
      const answers: (Answer | undefined)[] = [];
      for (const group of groupsOf(questions, vocabulary))
        answers.push(...(await answerGroup(group, tokens, run, vocabulary)));
      return answers;
    },
  };
}

type Input = { ids: number[]; begin: number };
type Run = (input: Input) => Promise<{ start: Float32Array; end: Float32Array }>;

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

async function answerGroup(
  questions: number[][],
  tokens: Token[],
  run: Run,
  vocabulary: Vocabulary,
): Promise<(Answer | undefined)[]> {
  const [field, separator] = [vocabulary.get('[unused1]')!, vocabulary.get('[SEP]')!];
  const head = [vocabulary.get('[CLS]')!];
  const places = questions.map((ids) => {
    head.push(field, ...ids);
    return head.length - ids.length - 1;
  });
  head.push(separator);
  const room = Math.min(windowPieces, piecesMax - head.length - 1);
  const best: ((Answer & { none: number }) | undefined)[] = questions.map(() => undefined);
  for (let from = 0; from === 0 || from + sharedPieces < tokens.length; from += room - sharedPieces) {
    const window = tokens.slice(from, from + room);
    const ids = [...head, ...window.map(({ id }) => id), separator];
    const scores = await run({ ids, begin: head.length });
    for (const [at, place] of places.entries()) {
      const row = (all: Float32Array): Float32Array => all.subarray(place * ids.length, (place + 1) * ids.length);
      const found = likeliest(row(scores.start), row(scores.end), { begin: head.length, count: window.length });
      const answer = { ...found, start: window[found.first]!.start, end: window[found.last]!.end };
      if (best[at] === undefined || answer.likelihood > best[at].likelihood) best[at] = answer;
    }
  }
  return best.map((one) =>
    one === undefined || one.likelihood <= one.none
      ? undefined
      : { start: one.start, end: one.end, likelihood: one.likelihood },
  );
}

/** The likeliest first and last piece together, and the likelihood that there is none. */
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
    none: Math.sqrt(firsts[0]! * lasts[0]!),
  };
}

/** Scores as chances. The first is that of no answer at all, which the network points at with the head. */
function chances(scores: Float32Array, begin: number, count: number): number[] {
  const some = [scores[0]!, ...scores.subarray(begin, begin + count)];
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
