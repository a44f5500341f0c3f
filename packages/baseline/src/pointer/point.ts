import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { mayBeEnglish } from '../languages/languages.ts';
import { readMeaning } from '../schema/field.ts';
import { type NetworkAnswer, questionOf, questionOfOption } from '../schema/question.ts';
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
const questionsMax = 60;
const sharedMax = 2;
/** A choice among more is a list to look something up in, not a question of understanding. */
const optionsMax = 12;

export type PointOptions = {
  schema: JsonSchema;
  instruction: string;
  /** What the rules have found. If no field is open, nothing is asked. */
  value?: unknown;
};

export type Point = (text: string, options: PointOptions) => Promise<NetworkAnswer[]>;

export async function point(
  network: Network,
  text: string,
  { schema, instruction, value }: PointOptions,
): Promise<NetworkAnswer[]> {
  if (!mayPoint(text)) return [];
  const fields = listFields(readSchema(schema, instruction), value);
  if (!fields.some(({ isOpen }) => isOpen)) return [];
  const some = chooseQuestions(fields);
  const readings = await network.read(
    some.map(({ question }) => question),
    text,
  );
  return withoutCrowds(
    some.flatMap(({ question, isJudged }, at): NetworkAnswer[] => {
      const { answer, says } = readings[at]!;
      if (isJudged) return [{ question, ...says }];
      if (answer === undefined) return [];
      return [{ question, ...answer, words: text.slice(answer.start, answer.end) }];
    }),
  );
}

/** Fields are asked about with all of their options, or not at all. */
function chooseQuestions(fields: Listed[]): Asked[] {
  const asked = new Map<string, Asked>();
  for (const { field } of fields) {
    const own = askFor(field);
    if (asked.size + own.length > questionsMax) continue;
    for (const one of own) asked.set(one.question, one);
  }
  return [...asked.values()];
}

/** The same words answer a question or two. Of more, the likeliest two have a claim to them. */
function withoutCrowds(answers: NetworkAnswer[]): NetworkAnswer[] {
  const pointed = answers.filter((one) => 'words' in one).sort((one, other) => other.likelihood - one.likelihood);
  const crowded = new Set<NetworkAnswer>(
    pointed.filter((one, at) => {
      const before = pointed.slice(0, at).filter(({ start, end }) => start < one.end && one.start < end);
      return before.length >= sharedMax;
    }),
  );
  return answers.filter((one) => !crowded.has(one));
}

/** English prose: the network knows nothing else. */
const mayPoint = (text: string): boolean =>
  text.length <= charsMax &&
  !/^\s*\|/m.test(text) &&
  (text.match(labelledLine)?.length ?? 0) <= labelledLinesMax &&
  mayBeEnglish(text);
const labelledLine = /^\s*[\p{L}][\p{L}\d ._/()-]{1,30}\s*[:=|]\s/gmu;

type Asked = { question: string; isJudged: boolean };

function askFor(field: Field): Asked[] {
  if (field.options !== undefined)
    return field.options.map((option) => ({ question: questionOfOption(field, option), isJudged: true }));
  return [{ question: questionOf(field), isJudged: field.type === 'boolean' }];
}

type Listed = { field: Field; isOpen: boolean };

/** Single values outside of lists. */
function listFields(field: Field, value: unknown): Listed[] {
  if (field.options === undefined && field.type === 'object')
    return (field.properties ?? []).flatMap((one) => listFields(one, record(value)[one.name]));
  const isScalar = ['string', 'number', 'integer', 'boolean'].includes(field.type);
  const isAsked =
    field.options === undefined ? isScalar : field.options.every(({ value }) => typeof value === 'string');
  if (!isAsked || field.name === '' || readMeaning(field).kind === 'summary') return [];
  if (field.options !== undefined && (field.options.length < 2 || field.options.length > optionsMax)) return [];
  return [{ field, isOpen: value === undefined || value === null || value === '' }];
}
