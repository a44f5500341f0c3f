import { describeProblem, findValueProblems } from '@errand/json-schema/check-value.ts';
import { parseJson } from '#platform/json.ts';
import type { JsonSchema } from '../engine/model-call.ts';

// JSON answers: prepares the schema for the provider and parses the model's text.

/** Providers require an object at the top level; any other value is wrapped as its only member. */
export type Wrapped = { schema: JsonSchema; isWrapped: boolean };

export function wrapSchema(schema: JsonSchema): Wrapped {
  if (schema.type === 'object' || (schema.type === undefined && schema.properties !== undefined)) {
    return { schema: { type: 'object', ...schema }, isWrapped: false };
  }
  return {
    schema: {
      type: 'object',
      properties: { result: moved(schema) },
      required: ['result'],
      additionalProperties: false,
    },
    isWrapped: true,
  };
}

/** References start at the root, which is two levels higher after wrapping. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      (key === '$ref' || key === '$dynamicRef') && typeof member === 'string' && /^#(\/|$)/.test(member)
        ? [key, `#/properties/result${member.slice(1)}`]
        : [key, moved(member)],
    ),
  );
}

/** `found` is the value that does not fit, if the answer has one. */
export type Checked = { output: unknown } | { problems: string[]; found?: unknown };

/** Returns the value in the text if it fits the schema, or its problems. */
export function readAnswer(text: string, schema: JsonSchema, { isWrapped }: Pick<Wrapped, 'isWrapped'>): Checked {
  const found = findJson(text);
  if (found === undefined) {
    return { problems: [text.trim() === '' ? 'The answer is empty.' : 'The answer is not JSON.'] };
  }
  const candidates = isWrapped && isResult(found.value) ? [found.value.result, found.value] : [found.value];
  const problems = candidates.map((value) => findValueProblems(schema, value));
  const fitting = problems.findIndex((list) => list.length === 0);
  if (fitting >= 0) return { output: candidates[fitting] };
  return { problems: problems[0]!.slice(0, 10).map((problem) => `${describeProblem(problem)}.`), found: candidates[0] };
}

const isResult = (value: unknown): value is { result: unknown } =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'result');

/** Models often put a code fence or a sentence around the JSON. */
function findJson(text: string): { value: unknown } | undefined {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n?```/.exec(text)?.[1];
  const start = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const inner = start >= 0 && end > start ? text.slice(start, end + 1) : undefined;
  for (const candidate of [text, fenced, inner]) {
    if (candidate === undefined) continue;
    try {
      return { value: parseJson(candidate.trim()) };
    } catch {
      // The next candidate may be valid JSON.
    }
  }
  return undefined;
}
