import { cuesFor } from '../language/cues.ts';
import { closeness, embed } from '../language/embeddings.ts';
import { splitSentences } from '../language/sentences.ts';
import { pickMood } from '../language/sentiment.ts';
import { rankSentences } from '../language/summary.ts';
import { fold, phraseOf, splitWords, stem } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field, Option } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findJudgedOption } from './judged.ts';

// Fills enums: from a label, or else from the meaning of the text. Meaning is measured by sentence embeddings and by
// words that are typical of common categories.

const sentencesMax = 5;
const cuesCountMax = 6;
const nearMin = 0.35;
const clearMin = 0.14;

export async function chooseOption(field: Field, document: Document): Promise<unknown> {
  const options = field.options!;
  if (options.length === 1) return options[0]!.value;
  const labelled = byLabel(field, options, document);
  if (labelled !== undefined) return labelled.value;
  const named = options.filter(({ value }) => typeof value === 'string');
  if (named.length === 0) return undefined;
  const mood = pickMood(
    named.map(({ value }) => String(value)),
    bodyOf(document),
  );
  if (mood.isMood) return mood.option;
  const [best, second] = await rankOptions(named, field, document);
  // The nearest option is no answer if it is far away or hardly nearer than another.
  const isClear =
    best !== undefined && best.score >= nearMin && best.score >= (second?.score ?? 0) + clearMin && !best.isDoubted;
  return (isClear ? best.option : findJudgedOption(field, document))?.value;
}

/** Returns all options that the text is about, for a list of options. */
export async function chooseOptions(field: Field, options: Option[], document: Document): Promise<unknown[]> {
  const text = ` ${phraseOf(document.text)} `;
  const spoken = options.filter(({ value }) => text.includes(` ${phraseOf(String(value))} `));
  if (spoken.length > 0) return spoken.map(({ value }) => value);
  const ranked = await rankOptions(options, field, document);
  const best = ranked[0]?.score ?? 0;
  return ranked.filter(({ score }) => score >= nearMin && score >= best * 0.8).map(({ option }) => option.value);
}

/** Reads the option from a label such as `Priority: P2 - high`. The same word or one with the same beginning counts. */
function byLabel(field: Field, options: Option[], document: Document): Option | undefined {
  const { labels } = readMeaning(field);
  let best: { option: Option; score: number } | undefined;
  for (const { label, value } of document.pairs) {
    const { score } = matchLabel(label, labels);
    if (score < 0.5) continue;
    const option = optionIn(value, options);
    if (option !== undefined && (best === undefined || score > best.score)) best = { option, score };
  }
  if (best !== undefined) return best.option;
  const phrases = labels.map(({ words }) => words.join(' '));
  return inText(phrases, options, document) ?? inAnyValue(options, document);
}

/** A form names its subject somewhere, under any label. Returns the option if only one is named. */
function inAnyValue(options: Option[], document: Document): Option | undefined {
  const short = document.pairs.filter(({ value }) => value.length <= 60);
  const named = options.filter(({ value }) =>
    short.some((pair) => ` ${phraseOf(pair.value)} `.includes(` ${phraseOf(String(value))} `)),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** Finds "priority normal" or "urgency: high" within running text. */
function inText(labels: string[], options: Option[], document: Document): Option | undefined {
  const text = ` ${phraseOf(document.text.slice(0, 100_000))} `;
  for (const label of labels.slice(0, 12)) {
    for (const option of options) if (text.includes(` ${label} ${phraseOf(String(option.value))} `)) return option;
  }
  return undefined;
}

function optionIn(value: string, options: Option[]): Option | undefined {
  const words = splitWords(value.slice(0, 200));
  const text = ` ${words.join(' ')} `;
  const exact = options.filter((option) => text.includes(` ${phraseOf(String(option.value))} `));
  if (exact.length > 0) return exact.sort((one, other) => String(other.value).length - String(one.value).length)[0];
  const stems = new Set(words.map(stem));
  const alike = options.filter((option) => splitWords(String(option.value)).every((word) => stems.has(stem(word))));
  if (alike.length > 0) return alike[0];
  const synonym = options.filter((option) => sameLevel(words, phraseOf(String(option.value))));
  return synonym.length === 1 ? synonym[0] : undefined;
}

const levels = [
  ['low', 'minor', 'p4', 'trivial', 'small'],
  ['normal', 'medium', 'moderate', 'standard', 'p3', 'regular', 'average'],
  ['high', 'major', 'important', 'p2', 'severe'],
  ['urgent', 'critical', 'p1', 'highest', 'emergency', 'blocker', 'immediate'],
];

const sameLevel = (words: string[], option: string): boolean =>
  levels.some((level) => level.includes(option) && words.some((word) => level.includes(word)));

/** `isDoubted` means that the words of the text support another option equally. */
type Ranked = { option: Option; score: number; isDoubted?: boolean };

async function rankOptions(options: Option[], field: Field, document: Document): Promise<Ranked[]> {
  const body = bodyOf(document);
  const cued = options.map((option) => {
    const words = option.text.replaceAll('_', ' ');
    const phrases = cuesFor(fold(words));
    return { option, words, phrases, count: Math.min(cuesCountMax, countCues([words, ...phrases], body)) };
  });
  const byCues = cued
    .map(({ option, count }) => ({ option, score: count }))
    .sort((one, other) => other.score - one.score);
  const [first, second] = byCues;
  // Words are free to compare, so embeddings are only used in doubt.
  if (first !== undefined && first.score >= 2 && first.score >= (second?.score ?? 0) + 2) return byCues;
  const vectors = await embed(tellingSentences(document));
  const about = [field.description, field.title].filter(Boolean).join('. ');
  const ranked: Ranked[] = [];
  for (const { option, words, phrases, count } of cued) {
    const full = [words, about, phrases.slice(0, 8).join(', ')].filter(Boolean).join(': ');
    const names = await embed([words, full]);
    const near = vectors
      .map((vector) => Math.max(...names.map((name) => closeness(name, vector))))
      .sort((one, other) => other - one);
    const meaning = 0.6 * (near[0] ?? 0) + 0.4 * average(near.slice(0, 4));
    const isDoubted = cued.some((other) => other.option !== option && other.count >= Math.max(1, count));
    ranked.push({ option, score: meaning + 0.14 * count, isDoubted });
  }
  // The sort is stable: equal scores keep the order of the schema.
  return ranked.sort((one, other) => other.score - one.score);
}

/** Returns the beginning of the text and its most important sentences. */
function tellingSentences(document: Document): string[] {
  const sentences = splitSentences(bodyOf(document)).filter((sentence) => sentence.length > 12);
  return [...new Set([...sentences.slice(0, 2), ...rankSentences(sentences, sentencesMax)])];
}

/** Counts how many of the phrases occur. The first lines count twice, because they say what the text is about. */
export function countCues(phrases: string[], text: string): number {
  const plain = ` ${splitWords(text).map(stem).join(' ')} `;
  const head = ` ${splitWords(text.slice(0, 200)).map(stem).join(' ')} `;
  let count = 0;
  for (const phrase of new Set(phrases)) {
    const stems = ` ${splitWords(phrase).map(stem).join(' ')} `;
    if (stems.trim() !== '' && plain.includes(stems)) count += head.includes(stems) ? 2 : 1;
  }
  return count;
}

const average = (values: number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;

const bodies = new WeakMap<Document, string>();

/** Returns the text without its leading labels. */
export function bodyOf(document: Document): string {
  const found = bodies.get(document);
  if (found !== undefined) return found;
  const labelled = new Set(
    document.pairs
      .filter(({ label, value }) => value.length < 60 && !/^(?:subject|betreff|re|title|headline|message)$/.test(label))
      .map(({ line }) => line),
  );
  const body = document.lines
    .filter(({ index, text }) => !labelled.has(index) || text.length > 120)
    .map(({ text }) => text.replace(/^(?:subject|betreff|title): */i, ''))
    .join('\n')
    .trim();
  const result = body.length > 20 ? body : document.text;
  bodies.set(document, result);
  return result;
}
