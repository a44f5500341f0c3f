import { EngineFailure } from '../../engine.ts';
import type { ModelAnswer, ModelRequest } from '../model-call.ts';
import { fillSchema, summarize } from './baseline.ts';

/** For the description of an output that this model made. */
export const baselineNote = 'Found by rules (built-in model baseline, no language model was asked).';

const sentencesInAnswer = 3;

/**
 * The built-in model behind `ctx.model`: the text parts of the prompt are the document, the system text is the
 * instruction. It uses no tools and costs nothing. Images and files are not read; their text has to come with them.
 */
export async function answerBaseline(
  request: ModelRequest,
  options: { signal?: AbortSignal } = {},
): Promise<ModelAnswer> {
  const text = readPrompt(request);
  const instruction = request.system ?? '';
  if (request.outputSchema !== undefined) {
    const output = await fillSchema(text, { schema: request.outputSchema, instruction, ...options });
    return { ...free, text: JSON.stringify(output), output };
  }
  const found = await summarize(text, { sentences: sentencesInAnswer, query: instruction, ...options });
  const answer = found === '' ? 'The text has no sentence to answer with.' : found;
  return {
    ...free,
    text: `${answer}\n\n(${baselineNote} The sentences are taken from the text as they are.)`,
    output: undefined,
  };
}

const free = { model: 'baseline', inputTokens: 0, outputTokens: 0, cost: 0, priceKnown: true };

function readPrompt({ prompt }: ModelRequest): string {
  const texts = prompt.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.some((text) => text.trim() !== '')) return texts.join('\n\n');
  throw new EngineFailure(
    prompt.some(({ type }) => type !== 'text')
      ? 'The built-in model baseline reads text only, and there is none. Choose a model that reads images and files, or give their text.'
      : 'There is no text for the built-in model baseline to read.',
  );
}
