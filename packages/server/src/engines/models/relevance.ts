import type { EngineContext } from '../engine/engine.ts';
import { similarity } from './baseline.ts';

// Scores texts by a query without a language model: by meaning (sentence embeddings) and by shared words. Meaning alone
// misses names and numbers; words alone miss paraphrases.

const MEANING_SHARE = 0.6;

/** Scores each text from 0 to 1, as one step. */
export async function scoreRelevance(
  context: EngineContext,
  name: string,
  query: string,
  texts: string[],
): Promise<number[]> {
  if (texts.length === 0) return [];
  return context.step(
    name,
    async () => {
      const near = await similarity(query, texts, { signal: context.signal });
      return texts.map((text, index) => {
        const score = MEANING_SHARE * near[index]! + (1 - MEANING_SHARE) * sharedWords(query, text);
        return Math.round(score * 1_000) / 1_000;
      });
    },
    { kind: 'compute' },
  );
}

/** Returns the share of the query's words that the text contains. Words match by their stem. */
export function sharedWords(query: string, text: string): number {
  const wanted = contentWords(query);
  if (wanted.length === 0) return 0;
  const stems = new Set(contentWords(text).map(stem));
  return wanted.filter((word) => stems.has(stem(word))).length / wanted.length;
}

const STOP = new Set(
  'a an and any are as at be by for from has have in is it its of on or page pages that the their this to was were what where which who with'.split(
    ' ',
  ),
);

const contentWords = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 && !STOP.has(word))),
];

const stem = (word: string): string => word.replace(/(ies|es|s|ing|ed)$/, '').slice(0, 8);

const PASSAGE_CHARACTERS = 400;

/** Splits the beginning of a text at lines and sentences into pieces short enough for an embedding. */
export function splitPassages(text: string, countMax: number): string[] {
  const passages: string[] = [];
  let current = '';
  for (const part of text.split(/(?<=[.!?])\s+|\n+/)) {
    if (part.trim() === '') continue;
    if (current !== '' && current.length + part.length > PASSAGE_CHARACTERS) {
      passages.push(current);
      if (passages.length === countMax) return passages;
      current = '';
    }
    current += `${current === '' ? '' : ' '}${part.trim().slice(0, PASSAGE_CHARACTERS)}`;
  }
  return current === '' ? passages : [...passages, current];
}
