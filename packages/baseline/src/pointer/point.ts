import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { tongueOf } from '../languages/languages.ts';
import { readMeaning } from '../schema/field.ts';
import { type Pointed, questionOf } from '../schema/question.ts';
import { type Field, readSchema, record } from '../schema/schema.ts';
import type { Network } from './network.ts';

// Asks the network where a plain text has the values of a schema.

/**
 * The network was taught short texts without labels. Beyond them the rules alone are right more often, as
 * measured on documents of every kind.
 */
export const charsMax = 600;
/** A letter may have one: "Subject: …". */
const labelledLinesMax = 1;
const fieldsMax = 40;

export type PointOptions = {
  schema: JsonSchema;
  instruction: string;
  /** What the rules have found. If no field is open, nothing is asked. */
  value?: unknown;
};

export type Point = (text: string, options: PointOptions) => Promise<Pointed[]>;

export async function point(
  network: Network,
  text: string,
  { schema, instruction, value }: PointOptions,
): Promise<Pointed[]> {
  if (!mayPoint(text)) return [];
  const fields = listFields(readSchema(schema, instruction), value);
  if (!fields.some(({ isOpen }) => isOpen)) return [];
  const questions = [...new Set(fields.map(({ field }) => questionOf(field)))].slice(0, fieldsMax);
  const answers = await network.answer(questions, text);
  return answers.flatMap((answer, at) => {
    if (answer === undefined) return [];
    const { start, end, likelihood } = answer;
    return [{ question: questions[at]!, start, end, words: text.slice(start, end), likelihood }];
  });
}

/** English prose: the network knows nothing else. */
const mayPoint = (text: string): boolean =>
  text.length <= charsMax &&
  !/^\s*\|/m.test(text) &&
  (text.match(labelledLine)?.length ?? 0) <= labelledLinesMax &&
  (tongueOf(text)?.code ?? 'eng') === 'eng';
const labelledLine = /^\s*[\p{L}][\p{L}\d ._/()-]{1,30}\s*[:=|]\s/gmu;

type Asked = { field: Field; isOpen: boolean };

/** Single values outside of lists. */
function listFields(field: Field, value: unknown): Asked[] {
  if (field.type === 'object')
    return (field.properties ?? []).flatMap((one) => listFields(one, record(value)[one.name]));
  const isScalar = field.options === undefined && ['string', 'number', 'integer'].includes(field.type);
  if (!isScalar || field.name === '' || readMeaning(field).kind === 'summary') return [];
  return [{ field, isOpen: value === undefined || value === null || value === '' }];
}
