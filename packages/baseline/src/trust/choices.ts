import { findDecided } from '../fill/truth.ts';
import { phraseOf, splitWords, stem } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import type { Ground, Status } from './model.ts';

// Yes, no and one of several: what the text says of them, not where a word of them stands.

export type Judged = { status: Status; ground: Ground; text?: string; note?: string };

export function judgeBoolean(value: boolean, field: Field, documents: Document[]): Judged & { source?: number } {
  for (const [source, document] of documents.entries()) {
    const decided = findDecided(field, document);
    if (decided === undefined) continue;
    const { text } = decided;
    if (decided.value === value) return { status: 'found', ground: 'boolean-said', text, source };
    return {
      status: 'unsupported',
      ground: 'boolean-contradicted',
      text,
      note: 'The source says the opposite.',
      source,
    };
  }
  return { status: 'derived', ground: 'boolean-judged', note: 'The source does not say it in these words.' };
}

export function judgeChoice(value: unknown, field: Field, documents: Document[]): Judged & { source?: number } {
  const options = (field.options ?? []).map((option) => phraseOf(String(option.value)));
  const wanted = phraseOf(String(value));
  const { labels } = readMeaning(field);
  for (const [source, document] of documents.entries()) {
    for (const { label, value: said } of document.pairs) {
      if (matchLabel(label, labels).score < 0.8) continue;
      const named = options.filter((option) => speaksOf(said, option));
      if (named.includes(wanted)) return { status: 'found', ground: 'choice-labelled', text: said, source };
      if (named.length > 0)
        return {
          status: 'unsupported',
          ground: 'choice-contradicted',
          text: said,
          note: 'The source names another option.',
          source,
        };
    }
  }
  for (const [source, document] of documents.entries())
    if (speaksOf(document.text.slice(0, 200_000), wanted))
      return { status: 'found', ground: 'choice-said', text: String(value), source };
  return { status: 'derived', ground: 'choice-judged', note: 'The source does not say it in these words.' };
}

function speaksOf(text: string, option: string): boolean {
  const words = ` ${splitWords(text).map(stem).join(' ')} `;
  return words.includes(` ${option.split(' ').map(stem).join(' ')} `);
}
