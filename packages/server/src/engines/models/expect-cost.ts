import { priceOf, type ResolvedModel, type TokenUse } from './catalog.ts';
import type { CallOptions, Message } from './provider-models.ts';

// What a call will probably cost, before it is made. A token has about four characters.

/** A page of text. */
const OUTPUT_TOKENS_GUESSED = 500;
/** An image or a page of a file has about as many tokens as a text of its hundredth. */
const CHARACTERS_OF_BYTES = 1 / 100;

/**
 * The expected cost in USD, 0 if the price is not known. A turn that follows another one repeats what that one has used,
 * and will answer at about the same length.
 */
export function expectCost(
  entry: ResolvedModel['entry'],
  { prompt, maxOutputTokens }: Pick<CallOptions, 'prompt' | 'maxOutputTokens'>,
  last?: TokenUse,
  lane?: 'batch',
): number {
  const use =
    last === undefined
      ? {
          input: tokensOf(prompt),
          cachedInput: 0,
          output: Math.min(maxOutputTokens ?? OUTPUT_TOKENS_GUESSED, OUTPUT_TOKENS_GUESSED),
        }
      : {
          input: last.input + last.output + tokensOf(sinceAnswer(prompt)),
          // What the provider had in its cache or put there will be there again.
          cachedInput: last.cachedInput + (last.cacheWrite ?? 0),
          output: last.output,
        };
  return priceOf(entry, use, lane) ?? 0;
}

/** The messages after the last answer of the model. */
const sinceAnswer = (prompt: Message[]): Message[] =>
  prompt.slice(prompt.findLastIndex(({ role }) => role === 'assistant') + 1);

const tokensOf = (messages: Message[]): number =>
  Math.ceil(messages.reduce((sum, message) => sum + charactersOf(message), 0) / 4);

function charactersOf({ content }: Message): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, part) => {
    if (part.type === 'text') return sum + part.text.length;
    if (part.type === 'file' && part.data.type === 'data' && typeof part.data.data !== 'string')
      return sum + part.data.data.length * CHARACTERS_OF_BYTES;
    if (part.type === 'tool-result') return sum + JSON.stringify(part.output).length;
    return sum;
  }, 0);
}
