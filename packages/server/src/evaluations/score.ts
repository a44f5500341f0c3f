import type { EvaluationScores } from '@errand/contract/evaluations.ts';
import type { OutputItem } from '#engines/engine/engine.ts';
import { firstJson, valueAt } from '#jobs/reviews/corrections.ts';
import { isJsonObject } from '#platform/json.ts';
import { accuracyInterval } from './compare-shares.ts';

// Scores answers. Pure: no database, no clock.

export type Fields = Record<string, unknown>;
/** Null if there was no answer. */
export type Got = Fields | null;
export type Scored = { expected: Fields; weight: number; got: Got };

const NONE = '(none)';

/** Reads the expected fields from an answer. Missing fields are left out. */
export function readAnswer(
  fields: string[],
  { uiFields, outputs }: { uiFields: Fields | null; outputs: OutputItem[] },
): Fields {
  const output = firstJson(outputs);
  const found = fields.map((field): [string, unknown] => {
    if (field.startsWith('/')) return [field, valueAt(output, field)];
    if (field === 'verdict' && typeof uiFields?.verdict === 'string') return [field, uiFields.verdict];
    if (isJsonObject(output) && Object.hasOwn(output, field)) return [field, output[field]];
    return [field, outputs.find(({ key }) => key === field)?.value];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Returns the most common value of each field over several answers to the same question; of equals, the first. */
export function majorityOf(answers: Got[]): Got {
  const given = answers.filter((answer) => answer !== null);
  if (given.length * 2 <= answers.length) return null;
  const fields = [...new Set(given.flatMap((answer) => Object.keys(answer)))];
  const chosen = fields.flatMap((field): [string, unknown][] => {
    const counts = Map.groupBy(given, (answer) =>
      Object.hasOwn(answer, field) ? canonical(answer[field]) : undefined,
    );
    const [key, [winner]] = [...counts].reduce((best, next) => (next[1].length > best[1].length ? next : best)) as [
      string | undefined,
      [Fields],
    ];
    return key === undefined ? [] : [[field, winner[field]]];
  });
  return Object.fromEntries(chosen);
}

/** Whether every expected field is right. A missing field is right only if null is expected; no answer is wrong. */
export const isRight = ({ expected, got }: Pick<Scored, 'expected' | 'got'>): boolean =>
  Object.keys(expected).every((field) => isFieldRight(expected[field], got, field));

function isFieldRight(expected: unknown, got: Got, field: string): boolean {
  if (got === null) return false;
  const value = Object.hasOwn(got, field) ? got[field] : undefined;
  if (isEmpty(expected) || isEmpty(value)) return isEmpty(expected) && isEmpty(value);
  return isSame(expected, value);
}

/** Values from text files have no types, so the text of a number or boolean equals that value. */
export function isSame(expected: unknown, value: unknown): boolean {
  if (typeof expected === 'string') {
    if (typeof value === 'string') return plain(expected) === plain(value);
    if (typeof value === 'number') return expected.trim() !== '' && Number(expected) === value;
    if (typeof value === 'boolean') return expected.trim() === String(value);
  }
  return canonical(expected) === canonical(value);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null;
const plain = (text: string): string => text.normalize('NFC').trim();

/** Returns the same text for equal values, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(typeof value === 'string' ? plain(value) : value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join()}}`;
}

export function scoreCases(cases: Scored[]): EvaluationScores {
  const total = cases.reduce((sum, one) => sum + one.weight, 0);
  const right = cases.reduce((sum, one) => sum + (isRight(one) ? one.weight : 0), 0);
  const fields = [...new Set(cases.flatMap(({ expected }) => Object.keys(expected)))];
  const confusion = confuse(cases);
  return {
    accuracy: total === 0 ? 0 : right / total,
    accuracy_interval: accuracyInterval(cases.map((one) => ({ right: isRight(one), weight: one.weight }))),
    by_field: Object.fromEntries(fields.map((field) => [field, scoreField(cases, field)])),
    ...(confusion && { confusion }),
  };
}

/** Precision: the share of given values that are right. Recall: the share of expected values that were found. */
function scoreField(cases: Scored[], field: string): { precision: number | null; recall: number | null } {
  let [given, wanted, right] = [0, 0, 0];
  for (const { expected, got, weight } of cases) {
    if (!Object.hasOwn(expected, field)) continue;
    const isGiven = got !== null && !isEmpty(got[field]);
    const isWanted = !isEmpty(expected[field]);
    if (isGiven) given += weight;
    if (isWanted) wanted += weight;
    if (isGiven && isWanted && isFieldRight(expected[field], got, field)) right += weight;
  }
  return { precision: given === 0 ? null : right / given, recall: wanted === 0 ? null : right / wanted };
}

function confuse(cases: Scored[]): Record<string, Record<string, number>> | undefined {
  const counts = new Map<string, Map<string, number>>();
  for (const { expected, got } of cases) {
    if (typeof expected.verdict !== 'string') continue;
    const said = typeof got?.verdict === 'string' ? got.verdict : NONE;
    const row = counts.get(expected.verdict) ?? new Map<string, number>();
    row.set(said, (row.get(said) ?? 0) + 1);
    counts.set(expected.verdict, row);
  }
  if (counts.size === 0) return undefined;
  return Object.fromEntries([...counts].map(([verdict, row]) => [verdict, Object.fromEntries(row)]));
}
