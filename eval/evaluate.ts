import { readDocuments } from './documents.ts';
import { addTally, type Mistake, type Scores, scoreAnswer, type Tally } from './score.ts';

export type Half = {
  documents: number;
  total: Tally;
  kinds: Map<string, { total: Tally; fields: Scores }>;
  mistakes: (Mistake & { document: string })[];
};

type Fill = (text: string, schema: Record<string, unknown>) => Promise<unknown>;

export type Choice = { kind?: string | undefined; half?: 'development' | 'test' | undefined };

/** One document after the other: all, or those of one kind or half. */
export async function evaluate(fill: Fill, only: Choice = {}): Promise<Record<'development' | 'test', Half>> {
  const halves = { development: emptyHalf(), test: emptyHalf() };
  for (const { kind, number, half: name, text, schema, expected } of await readDocuments()) {
    if ((only.kind ?? kind) !== kind || (only.half ?? name) !== name) continue;
    const half = halves[name];
    const { scores, mistakes } = scoreAnswer(expected, await fill(text, schema));
    const ofKind = half.kinds.get(kind) ?? { total: emptyTally(), fields: new Map() };
    half.kinds.set(kind, ofKind);
    half.documents += 1;
    half.mistakes.push(...mistakes.map((mistake) => ({ ...mistake, document: `${kind} ${number}` })));
    for (const [field, tally] of scores) {
      const ofField = ofKind.fields.get(field) ?? emptyTally();
      ofKind.fields.set(field, ofField);
      for (const one of [ofField, ofKind.total, half.total]) addTally(one, tally);
    }
  }
  return halves;
}

const emptyTally = (): Tally => ({ right: 0, given: 0, expected: 0 });

const emptyHalf = (): Half => ({ documents: 0, total: emptyTally(), kinds: new Map(), mistakes: [] });
