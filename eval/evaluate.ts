import { type Part, parts, readDocuments } from './documents.ts';
import { addTally, type Mistake, type Scores, scoreAnswer, type Tally } from './score.ts';

export type Result = {
  documents: number;
  total: Tally;
  kinds: Map<string, { total: Tally; fields: Scores }>;
  mistakes: (Mistake & { document: string })[];
};

type Fill = (text: string, schema: Record<string, unknown>) => Promise<unknown>;

type Choice = { kind?: string | undefined; parts?: readonly Part[] | undefined };

/** Evaluates one document after the other: all, or those of one kind or part of the set. */
export async function evaluate(fill: Fill, only: Choice = {}): Promise<Record<Part, Result>> {
  const results = Object.fromEntries(parts.map((part) => [part, emptyResult()])) as Record<Part, Result>;
  for (const { kind, number, part, text, schema, expected } of await readDocuments()) {
    if ((only.kind ?? kind) !== kind || !(only.parts ?? parts).includes(part)) continue;
    const result = results[part];
    const { scores, mistakes } = scoreAnswer(expected, await fill(text, schema));
    const ofKind = result.kinds.get(kind) ?? { total: emptyTally(), fields: new Map() };
    result.kinds.set(kind, ofKind);
    result.documents += 1;
    result.mistakes.push(...mistakes.map((mistake) => ({ ...mistake, document: `${kind} ${number}` })));
    for (const [field, tally] of scores) {
      const ofField = ofKind.fields.get(field) ?? emptyTally();
      ofKind.fields.set(field, ofField);
      for (const one of [ofField, ofKind.total, result.total]) addTally(one, tally);
    }
  }
  return results;
}

const emptyTally = (): Tally => ({ right: 0, given: 0, expected: 0 });

const emptyResult = (): Result => ({ documents: 0, total: emptyTally(), kinds: new Map(), mistakes: [] });
