import { JsonError, parseUntrustedJson } from '#platform/json.ts';
import type { WaitRow } from '../record/wait-store.ts';
import type { GivenAnswer } from './answer-wait.ts';
import { type AnswerField, listFields } from './page.ts';

/** Reads an answer from the fields of a page: text, one of the options, single members, or JSON. */
export function readAnswerForm(wait: WaitRow, fields: [string, string][]): GivenAnswer {
  const given = new Map(fields);
  const comment = given.get('comment') ?? null;
  const members = wait.options === null ? listFields(wait.answerSchema) : undefined;
  if (members !== undefined && !given.has('answer')) {
    const answer: Record<string, unknown> = {};
    for (const { name, type } of members) {
      const text = given.get(`field.${name}`);
      if (text === undefined || text === '') continue;
      answer[name] = readMember(type, text);
    }
    return { answer, comment };
  }
  const text = given.get('answer') ?? '';
  return { answer: wait.options === null && wait.answerSchema !== null ? readJson(text) : text, comment };
}

/** Reads a member. A text that is no value of the type stays a text, which the schema refuses. */
function readMember(type: AnswerField['type'], text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return type === 'string' || !Number.isFinite(Number(text)) ? text : Number(text);
}

/** Parses JSON. A text that is not JSON stays a text, which the schema accepts or refuses. */
function readJson(text: string): unknown {
  try {
    return parseUntrustedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}
