import { rankSentences } from '../language/summary.ts';
import { fold } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import { fit } from '../schema/fit.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { languageNames } from '../values/countries.ts';
import { hasCompanyForm, isRole } from '../values/names.ts';
import { findCandidates } from './candidates.ts';

// Fills lists of single values: all values of a kind, or those under a label or heading.

const labelMin = 0.6;

export function fillList(field: Field, document: Document): unknown[] {
  const items = field.items!;
  const { kind } = readMeaning({ ...items, name: field.name, title: field.title, description: field.description });
  const values = distinct(collect(field, kind, document).flatMap((value) => fit(value, items) ?? []));
  const { maxItems } = field.rules as { maxItems?: number };
  return maxItems === undefined ? values : values.slice(0, maxItems);
}

function collect(field: Field, kind: string, document: Document): unknown[] {
  switch (kind) {
    case 'email':
    case 'phone':
    case 'url':
    case 'date':
    case 'datetime':
    case 'percent':
    case 'year':
      return findCandidates(document, kind).map(({ value }) => value);
    case 'money':
      return findCandidates(document, kind)
        .filter(({ trust }) => trust === 1)
        .map(({ value }) => value);
    case 'person':
    case 'organization':
    case 'party':
    case 'place': {
      const listed = splitList(findListText(field, document) ?? '');
      return listed.length > 1 ? listed : namesIn(document, kind);
    }
    case 'language':
      return languagesIn(document, findListText(field, document));
    case 'summary':
      return rankSentences(document.sentences, Number(field.rules.maxItems ?? 3));
    default:
      return splitList(findListText(field, document) ?? '');
  }
}

/** Finds the value of a label or the lines of a section that matches the field's name. */
export function findListText(field: Field, document: Document): string | undefined {
  const { labels } = readMeaning(field);
  let best: { text: string; score: number } | undefined;
  const offer = (text: string, score: number): void => {
    if (score >= labelMin && text.trim() !== '' && (best === undefined || score > best.score)) best = { text, score };
  };
  for (const { label, value, line, isBelow } of document.pairs) {
    // A list that ends with a comma continues on the next line.
    let text = value;
    for (let next = line + 1; /,\s*$/.test(text) && next < Math.min(document.lines.length, line + 20); next += 1)
      text += ` ${document.lines[next]!.text.trim()}`;
    offer(text, matchLabel(label, labels).score - (isBelow ? 0.01 : 0));
  }
  for (const section of document.sections) {
    const end = section.lines.findIndex(
      ({ text }, index) => index > 0 && text.trim() === '' && /\S/.test(section.lines[index - 1]!.text),
    );
    const block = end > 0 ? section.lines.slice(0, end) : section.lines;
    const bullets = block.filter(({ text }) => /^\s*(?:[-*•]|\d+[.)])\s/.test(text));
    const lines = bullets.length > 1 && bullets[0] === block.find(({ text }) => text.trim() !== '') ? bullets : block;
    offer(lines.map(({ text }) => text).join('\n'), matchLabel(section.title, labels).score);
  }
  return best?.text;
}

export function splitList(text: string): string[] {
  const separators = /\n|;|•|·|\||\t|\s\/\s|\s{3,}/;
  const parts = text.split(separators).flatMap((part) => part.split(/,(?![^(]*\))\s*/));
  return parts
    .flatMap((part, index) => (index === parts.length - 1 && parts.length > 1 ? part.split(/^and |^& /) : [part]))
    .map((part) =>
      part
        .replace(/^[\s*•–-]+(?=\S)|^\d+[.)] /g, '')
        .replace(/\s*\([^)]*\)\s*$/, '')
        .replace(/[.\s]+$/, '')
        .trim(),
    )
    .filter((part) => part !== '' && part.length <= 120);
}

function languagesIn(document: Document, listed: string | undefined): string[] {
  const words = (listed ?? document.text).match(/\p{Lu}\p{L}+/gu) ?? [];
  const known = words.filter((word) => languageNames.has(word));
  return known.length > 0 || listed === undefined ? known : splitList(listed);
}

/** Lists each full name once. "Murphy" after "Declan Murphy" is the same person. Authors of the text are left out. */
function namesIn(document: Document, kind: 'person' | 'organization' | 'party' | 'place'): string[] {
  const names: string[] = [];
  for (const name of document.names) {
    const isWanted = kind === 'party' ? name.kind === 'person' || name.kind === 'organization' : name.kind === kind;
    if (!isWanted || isUnsure(name.text, kind)) continue;
    const before = document.text.slice(Math.max(0, name.start - 30), name.start);
    if (
      kind === 'person' &&
      /(?:\bby|author:|byline:|text:|correspondent|editor|reporter)\s+(?:dr\.? )?$/i.test(before) &&
      isByline(document, name.start)
    )
      continue;
    // "VIENNA (Agency) -": who sends the report is not in it.
    if (before.endsWith('(') && /^\) ?[-–—]/.test(document.text.slice(name.end, name.end + 4))) continue;
    const plain = fold(name.text);
    const longer = names.findIndex(
      (one) => fold(one).split(' ').includes(plain) || fold(one) === plain || fold(one).startsWith(`${plain} `),
    );
    const shorter = names.findIndex((one) => plain.startsWith(`${fold(one)} `));
    if (shorter >= 0) names[shorter] = name.text;
    else if (longer < 0) names.push(name.text);
  }
  return names;
}

/** Whether it may not be a name: a title ("Medical Officer") or a headline in capitals ("PRESS RELEASE"). */
function isUnsure(name: string, kind: 'person' | 'organization' | 'party' | 'place'): boolean {
  const words = name.split(/[\s-]+/);
  if (kind === 'person') return words.some(isRole);
  return words.length > 1 && name === name.toUpperCase() && !hasCompanyForm(name);
}

/** Whether a short line begins with a byline or only names the writer. */
function isByline(document: Document, offset: number): boolean {
  const { text } = document.lineAt(offset);
  return text.length < 90 || /^\W*(?:by|written by|reporting by|text|author|byline)\b/i.test(text);
}

function distinct(values: unknown[]): unknown[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = typeof value === 'string' ? fold(value) : JSON.stringify(value);
    return !seen.has(key) && seen.add(key);
  });
}
