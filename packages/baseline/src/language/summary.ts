import { splitSentences } from './sentences.ts';
import { splitWords, stem } from './words.ts';

// Extractive summaries: the sentences with the most important words, in the order of the text.

const sentencesRead = 2_000;
const common = new Set(
  'the a an in on at by for from to of and but or if when while after before this that these those it its he she we they i you my your our his her their no not is are was were has have had do does did be been being will would could should can may with as so then than there here all some any each both more most who which what where why how into over under out up down about also just only very please dear hello hi thanks regards'.split(
    ' ',
  ),
);

export function summarizeText(text: string, count: number, query?: string): string {
  return rankSentences(splitSentences(text), count, query).join(' ');
}

export function rankSentences(all: string[], count: number, query?: string): string[] {
  const sentences = all
    .slice(0, sentencesRead)
    .map((sentence, index) => ({ sentence, index, words: contentWords(sentence) }));
  const prose = sentences.filter(({ sentence, words }) => isProse(sentence) && words.length >= 3);
  const pool = prose.length > 0 ? prose : sentences.filter(({ words }) => words.length > 0);
  const weights = new Map<string, number>();
  for (const { words } of pool) for (const word of new Set(words)) weights.set(word, (weights.get(word) ?? 0) + 1);
  const asked = new Set(contentWords(query ?? ''));
  const score = ({ words, index }: (typeof pool)[number]): number => {
    const unique = [...new Set(words)];
    // Frequent words show what the text is about. Length alone does not count.
    const sum = unique.reduce(
      (total, word) => total + Math.log1p(weights.get(word) ?? 0) * (asked.has(word) ? 4 : 1),
      0,
    );
    return (sum / Math.sqrt(unique.length + 4)) * (1 + 0.6 / (1 + index));
  };
  const ranked = pool
    .map((one) => ({ ...one, score: score(one) }))
    .sort((one, other) => other.score - one.score || one.index - other.index);
  const chosen: typeof ranked = [];
  for (const one of ranked) {
    if (chosen.length >= Math.max(1, count)) break;
    if (!chosen.some((other) => overlap(one.words, other.words) > 0.6)) chosen.push(one);
  }
  return chosen.sort((one, other) => one.index - other.index).map(({ sentence }) => sentence);
}

export const contentWords = (text: string): string[] =>
  splitWords(text)
    .filter((word) => word.length > 1 && !common.has(word))
    .map(stem);

function isProse(sentence: string): boolean {
  return sentence.length >= 25 && /[.!?]["”’)]*$/.test(sentence) && !/ {3,}|\||\t/.test(sentence);
}

function overlap(one: string[], other: string[]): number {
  const others = new Set(other);
  const unique = new Set(one);
  let same = 0;
  for (const word of unique) if (others.has(word)) same += 1;
  return same / Math.max(1, Math.min(unique.size, others.size));
}
