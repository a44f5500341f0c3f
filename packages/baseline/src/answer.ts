import { findValueProblems } from '@errand/json-schema/check-value.ts';
import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { checkValue, fillSchema, summarize } from './baseline.ts';
import { BaselineFailure } from './limits/failure.ts';

const sentencesInAnswer = 3;
const note = 'Chosen from the text by rules. The built-in model baseline is not a language model.';

/** The part of a model request that the baseline reads. */
export type Question = {
  system?: string;
  prompt: ({ type: 'text'; text: string } | { type: 'image' | 'file' })[];
  outputSchema?: JsonSchema;
};

/** `doubts` are sentences about values that the text has more than once. */
export type Answer = { text: string; output: unknown; doubts?: string[] };

/**
 * Answers a request to a language model. The document is the text between `<text>` tags, or the whole prompt if there
 * are none; everything else is the instruction. It uses no tools and does not read images and files, so their text has
 * to come with them.
 */
export async function answerQuestion(request: Question, signal?: AbortSignal): Promise<Answer> {
  const { text, instruction } = readPrompt(request);
  const { outputSchema: schema } = request;
  if (schema !== undefined) {
    const output = await fillSchema(text, { schema, instruction, signal });
    const doubts =
      findValueProblems(schema, output).length === 0 ? [] : await findDoubts(text, { schema, output, signal });
    return { text: JSON.stringify(output), output, ...(doubts.length > 0 && { doubts }) };
  }
  const found = await summarize(text, { sentences: sentencesInAnswer, query: instruction, signal });
  return {
    text: `${found === '' ? 'The text has no sentence to answer with.' : found}\n\n(${note})`,
    output: undefined,
  };
}

/** Explains missing required values that the text has more than once. */
async function findDoubts(
  text: string,
  { schema, output, signal }: { schema: JsonSchema; output: unknown; signal: AbortSignal | undefined },
): Promise<string[]> {
  const marks = await checkValue({ value: output ?? {}, schema, sources: [{ text }] }, signal ? { signal } : {});
  return marks.flatMap(({ field, ground, note = '' }) => (ground === 'absent-contested' ? [`${field}: ${note}`] : []));
}

function readPrompt({ prompt, system = '' }: Question): { text: string; instruction: string } {
  const texts = prompt.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const all = texts.join('\n\n');
  const { text, task } = splitTask(all);
  if (text.trim() !== '') return { text, instruction: task === '' ? system : task };
  throw new BaselineFailure(
    prompt.some(({ type }) => type !== 'text')
      ? 'The built-in model baseline reads text only, and there is none. Choose a model that reads images and files, or give their text.'
      : 'There is no text that the built-in model baseline can read.',
  );
}

/**
 * Splits a prompt into the document and the task. The document is data, even if it contains text that looks like a tag.
 */
function splitTask(all: string): { text: string; task: string } {
  const [opening, closing] = ['<text>', '</text>'];
  const [from, to] = [all.indexOf(opening), all.lastIndexOf(closing)];
  if (from < 0 || to < from) return { text: all, task: '' };
  return {
    text: all.slice(from + opening.length, to),
    task: `${all.slice(0, from)}${all.slice(to + closing.length)}`.trim(),
  };
}
