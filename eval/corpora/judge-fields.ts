import { checkValue, fillSchema } from '../../packages/baseline/src/baseline.ts';
import { tongueOf } from '../../packages/baseline/src/languages/languages.ts';
import type { Mark } from '../../packages/baseline/src/trust/model.ts';
import type { Judged } from '../generate/calibrate.ts';
import { makeLies } from '../generate/liar.ts';
import { isMissing } from '../generate/measure.ts';
import { scoreAnswer } from '../score.ts';
import { type CorpusCase, halfOf } from './corpus.ts';
import { readPages } from './read-pages.ts';

// Asks the built-in model about each document and compares its answer and its marks with the truth.

export type JudgedField = {
  document: string;
  half: string;
  language: string;
  field: string;
  expected: unknown;
  given: unknown;
  mark: Mark | undefined;
  /** For a value: it is the expected one. For none: there is none. */
  isRight: boolean;
  recognized: boolean;
};

export type JudgedCorpus = { fields: JudgedField[]; failures: string[]; readMs: number[] };

export async function judgeFields(cases: CorpusCase[], keptIn: string | undefined): Promise<JudgedCorpus> {
  const judged: JudgedCorpus = { fields: [], failures: [], readMs: [] };
  for (const one of cases) {
    const { pages, milliseconds, failure } = await readPages(one.file, keptIn);
    judged.readMs.push(milliseconds);
    if (failure !== undefined) judged.failures.push(`${one.name}: ${failure}`);
    const text = pages.map((page) => page.text).join('\n\n');
    const value = (await fillSchema(text, { schema: one.schema })) as Record<string, unknown>;
    const marks = await checkValue({ value, schema: one.schema, sources: pages });
    for (const [field, expected] of Object.entries(one.truth)) {
      const given = value?.[field] ?? null;
      judged.fields.push({
        document: one.name,
        half: halfOf(one),
        language: pages[0]?.language ?? tongueOf(text)?.code ?? 'unknown',
        field,
        expected,
        given,
        mark: marks.find((mark) => mark.field === `/${field}`),
        isRight: given === null ? isNone(expected) : !isNone(expected) && isRight(one, field, given),
        recognized: pages.some((page) => page.recognized),
      });
    }
  }
  return judged;
}

/** The marks of the answers, and those of a model that lies about a quarter of the truth, for the calibration. */
export async function judgeMarks(cases: CorpusCase[], keptIn: string | undefined): Promise<Judged[]> {
  const answered = (await judgeFields(cases, keptIn)).fields.flatMap(({ mark, isRight: right, recognized }) =>
    mark === undefined ? [] : [{ mark, right, recognized }],
  );
  const told: Judged[] = [];
  for (const [index, { file, schema, truth }] of cases.entries()) {
    const { pages } = await readPages(file, keptIn);
    const lies = makeLies(truth, index + 1, pages.map(({ text }) => text).join('\n\n'));
    const recognized = pages.some((page) => page.recognized);
    for (const mark of await checkValue({ value: lies.value, schema, sources: pages }))
      if (!isMissing(mark)) told.push({ mark, right: !lies.lies.has(mark.field), recognized, isTold: true });
  }
  return [...answered, ...told];
}

const isNone = (value: unknown): boolean => value === null || value === undefined || value === '';

function isRight({ isRight: own, truth }: CorpusCase, field: string, given: unknown): boolean {
  if (own !== undefined) return own(field, given);
  const { scores } = scoreAnswer({ x: truth[field] }, { x: given });
  return [...scores.values()].every(({ right, given: count, expected }) => right === expected && count === expected);
}
