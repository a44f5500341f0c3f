import { findValueProblems } from '@errand/json-schema/check-value.ts';
import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { checkValue, fillSchema, summarize } from './baseline.ts';
import { BaselineFailure } from './limits/failure.ts';

const sentencesInAnswer = 3;
const note = 'Chosen from the text by rules: the built-in model baseline is no language model.';

/** The part of a model request that the baseline reads. */
export type Question = {
  system?: string;
  prompt: ({ type: 'text'; text: string } | { type: 'image' | 'file' })[];
  outputSchema?: JsonSchema;
};

/** `doubts`: values that the schema asks for and the text has several of, in sentences. */
export type Answer = { text: string; output: unknown; doubts?: string[] };

/**
 * Answers as a language model would be asked to. The document is what stands between `<text>` tags, or all text of the prompt
 * when there are none; the rest is the instruction. It uses no tools. Images and files are not read: their text has to
 * come with them.
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

/** Why required values are missing, where the text has too many of them. */
async function findDoubts(
  text: string,
  { schema, output, signal }: { schema: JsonSchema; output: unknown; signal: AbortSignal | undefined },
): Promise<string[]> {
  const marks = await checkValue({ value: output ?? {}, schema, sources: [{ text }] }, signal ? { signal } : {});
  return marks.flatMap(({ field, candidates, note = '' }) => (candidates === undefined ? [] : [`${field}: ${note}`]));
}

function readPrompt({ prompt, system = '' }: Question): { text: string; instruction: string } {
  const texts = prompt.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const all = texts.join('\n\n');
  const { text, task } = splitTask(all);
  if (text.trim() !== '') return { text, instruction: task === '' ? system : task };
  throw new BaselineFailure(
    prompt.some(({ type }) => type !== 'text')
      ? 'The built-in model baseline reads text only, and there is none. Choose a model that reads images and files, or give their text.'
      : 'There is no text for the built-in model baseline to read.',
  );
}

/** How engines hand over a document within a prompt. What it says inside is data, also when it looks like a tag. */
function splitTask(all: string): { text: string; task: string } {
  const [opening, closing] = ['<text>', '</text>'];
  const [from, to] = [all.indexOf(opening), all.lastIndexOf(closing)];
  if (from < 0 || to < from) return { text: all, task: '' };
  return {
    text: all.slice(from + opening.length, to),
    task: `${all.slice(0, from)}${all.slice(to + closing.length)}`.trim(),
  };
}
