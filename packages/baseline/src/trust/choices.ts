import { findJudged, findJudgedOption } from '../fill/judged.ts';
import { findDecided, findOpen, isMentioned } from '../fill/truth.ts';
import { phraseOf, splitWords, stem } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import type { Ground, Status } from './model.ts';

// Checks booleans and enums by what the text says about them, not by where their words occur.

export type Judged = { status: Status; ground: Ground; text?: string; note?: string };

export function judgeBoolean(value: boolean, field: Field, documents: Document[]): Judged & { source?: number } {
  const said = documents.flatMap((document, source) => {
    const decided = findDecided(field, document);
    return decided === undefined ? [] : [{ ...decided, source }];
  });
  const agreeing = said.find((one) => one.value === value);
  if (agreeing !== undefined)
    return { status: 'found', ground: 'boolean-said', text: agreeing.text, source: agreeing.source };
  const [against] = said;
  if (against === undefined) return judgeUnsaid(value, field, documents);
  const { text, source } = against;
  const note = 'The source says the opposite.';
  return { status: 'unsupported', ground: 'boolean-contradicted', text, note, source };
}

/** Where the source says that nobody knows or has looked, neither yes nor no is right. */
function judgeUnsaid(value: boolean, field: Field, documents: Document[]): Judged & { source?: number } {
  for (const [source, document] of documents.entries()) {
    const text = findOpen(field, document);
    if (text === undefined) continue;
    const note = 'The source leaves it open.';
    return { status: 'unsupported', ground: 'boolean-contradicted', text: text.trim(), note, source };
  }
  for (const [source, document] of documents.entries())
    if (findJudged(field, document, { isCheck: true }) === value)
      return { ...asRead, ground: 'boolean-pointed', source };
  const isNamed = documents.some((document) => isMentioned(field, document));
  const note = isNamed
    ? 'The source speaks of it and says neither yes nor no.'
    : 'The source does not speak of it in these words.';
  return { status: 'derived', ground: 'boolean-judged', note };
}

export function judgeChoice(value: unknown, field: Field, documents: Document[]): Judged & { source?: number } {
  const wanted = phraseOf(String(value));
  const named = documents.flatMap((document, source) =>
    namedOptions(field, document).map((one) => ({ ...one, source })),
  );
  const own = named.find(({ options }) => options.includes(wanted));
  if (own !== undefined) return { status: 'found', ground: 'choice-labelled', text: own.text, source: own.source };
  const [other] = named;
  if (other !== undefined) {
    const note = 'The source names another option.';
    return { status: 'unsupported', ground: 'choice-contradicted', text: other.text, note, source: other.source };
  }
  for (const [source, document] of documents.entries())
    if (speaksOf(document.text.slice(0, 200_000), wanted))
      return { status: 'found', ground: 'choice-said', text: String(value), source };
  for (const [source, document] of documents.entries())
    if (findJudgedOption(field, document, { isCheck: true })?.value === value)
      return { ...asRead, ground: 'choice-pointed', source };
  return { status: 'derived', ground: 'choice-judged', note: 'The source does not say it in these words.' };
}

/** Its yes supports a value. Its no does not refute one: of the choices that it doubted, two of three were right. */
const asRead = { status: 'derived', note: 'A small network that read the text says so.' } as const;

/** Lists the options beside the label of a field. */
export function namedOptions(
  field: Field,
  document: Document,
): { options: string[]; text: string; start: number; score: number }[] {
  const options = (field.options ?? []).map((option) => phraseOf(String(option.value)));
  const { labels } = readMeaning(field);
  return document.pairs.flatMap(({ label, value: text, start }) => {
    const { score } = matchLabel(label, labels);
    if (score < 0.8) return [];
    const named = options.filter((option) => speaksOf(text, option));
    return named.length > 0 ? [{ options: named, text, start, score }] : [];
  });
}

function speaksOf(text: string, option: string): boolean {
  const words = ` ${splitWords(text).map(stem).join(' ')} `;
  return words.includes(` ${option.split(' ').map(stem).join(' ')} `);
}
