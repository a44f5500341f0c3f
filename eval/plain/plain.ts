import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkValue, fillSchema } from '../../packages/baseline/src/baseline.ts';
import { findValueProblems } from '../../packages/json-schema/src/check-value.ts';
import type { Judged } from '../generate/calibrate.ts';
import { scoreAnswer } from '../score.ts';

// Plain texts as somebody types them who tries the service for the first time. Every field is required: a text succeeds
// if all of them are given. `texts.json` may be tuned on; the others were written
// afterwards, and their misses were read then; `domains-kept.json` only after it had been measured once.

export type PlainText = {
  text: string;
  fields: Record<string, [type: string, description: string, expected: unknown]>;
};

// `newcomers.json`, `newcomers-kept.json` and `strange-kept.json` are by three people who had seen neither the rules nor
// what the network was taught. Each was measured once before its misses were read; now the confidence is fitted on them.

export const plainFiles = [
  'texts.json',
  'later.json',
  'told.json',
  'domains.json',
  'domains-kept.json',
  'newcomers.json',
  'newcomers-kept.json',
  'strange-kept.json',
] as const;

export type PlainResult = {
  texts: number;
  succeeded: number;
  right: number;
  given: number;
  expected: number;
  sureAndWrong: number;
  mistakes: string[];
  judged: Judged[];
};

/** One of `plainFiles`, or the path of a file of your own in the same form. */
export async function judgePlain(file: string): Promise<PlainResult> {
  const isOurs = (plainFiles as readonly string[]).includes(file);
  const path = isOurs ? join(import.meta.dirname, file) : resolve(file);
  const texts = JSON.parse(await readFile(path, 'utf8')) as PlainText[];
  const result: PlainResult = {
    texts: 0,
    succeeded: 0,
    right: 0,
    given: 0,
    expected: 0,
    sureAndWrong: 0,
    mistakes: [],
    judged: [],
  };
  for (const { text, fields } of texts) {
    const schema = schemaOf(fields);
    const value = (await fillSchema(text, { schema })) as Record<string, unknown>;
    const marks = await checkValue({ value, schema, sources: [{ text }] });
    result.texts += 1;
    if (findValueProblems(schema, value).length === 0) result.succeeded += 1;
    for (const [name, [kind, , wanted]] of Object.entries(fields)) {
      // A time of day has seconds and an offset, which nobody types.
      const given = kind === 'string:time' ? String(value?.[name] ?? '').slice(0, 5) : value?.[name];
      const { right = 0, given: count = 0 } = scoreAnswer({ x: wanted }, { x: given }).scores.get('x') ?? {};
      result.expected += 1;
      result.given += count;
      result.right += right;
      const mark = marks.find(({ field }) => field === `/${name}`);
      if (mark !== undefined && count === 1) result.judged.push({ mark, right: right === 1 });
      if (right === 1) continue;
      if (count === 1 && (mark?.confidence ?? 0) >= 0.8) result.sureAndWrong += 1;
      result.mistakes.push(
        `${name}: ${JSON.stringify(wanted)} <> ${JSON.stringify(given)} ${mark?.ground ?? ''} ${mark?.confidence ?? ''} in ${JSON.stringify(text.slice(0, 80))}`,
      );
    }
  }
  return result;
}

function schemaOf(fields: PlainText['fields']): Record<string, unknown> {
  const properties = Object.entries(fields).map(([name, [kind, description]]) => {
    const [type, rest] = kind.split(':');
    const form = type === 'enum' ? { enum: rest!.split('|') } : { type, ...(rest && { format: rest }) };
    return [name, { ...form, ...(description && { description }) }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(fields) };
}
