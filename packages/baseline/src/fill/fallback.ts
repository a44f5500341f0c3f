import type { Candidate } from '../language/spans.ts';
import { rankSentences } from '../language/summary.ts';
import { phraseOf, splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findGreeting, findLetterhead, findSignature } from '../text/parties.ts';
import { findDateline } from '../text/places.ts';
import { findCandidates } from './candidates.ts';

// What a field may take when no label names its value: the only one there is, or what stands where such things stand.

export function fallBack(field: Field, document: Document, taken: Candidate[]): unknown {
  const meaning = readMeaning(field);
  const { kind } = meaning;
  const main = meaning.group?.strong[0];
  const free = findCandidates(document, kind).filter(
    (candidate) => !taken.some((one) => one.start < candidate.end && candidate.start < one.end),
  );
  switch (kind) {
    case 'email':
    case 'phone':
      // A number counts as a fax only if the text says so.
      if (/fax/i.test(field.name)) return undefined;
      return isPlain(field, kind) ? free[0]?.value : only(free);
    case 'url':
      return pickUrl(field, free);
    case 'currency':
      return document.currency;
    case 'date':
    case 'datetime':
      return mayBeAnyDate(main) ? free.find(({ trust }) => trust >= 0.8)?.value : undefined;
    case 'time':
    case 'percent':
      return only(free);
    case 'digits':
      return only(free.filter(({ trust }) => trust === 1));
    case 'money':
      return pickMoney(main, free);
    case 'headline':
      return findHeadline(document);
    case 'summary':
      return rankSentences(document.sentences, sentencesFor(field)).join(' ');
    case 'person':
    case 'party':
    case 'organization':
      return pickParty(main, kind, document, taken);
    case 'place':
      return findDateline(document) ?? findHome(document, main) ?? only(free);
    default:
      if (main === 'description') return rankSentences(document.sentences, sentencesFor(field)).join(' ');
      if (main === 'headline' || main === 'subject' || field.name === 'title') return findHeadline(document);
      return findExample(field, document);
  }
}

/** One of the values that the schema gives as examples, when the text has just that one. */
function findExample({ rules }: Field, document: Document): string | undefined {
  const examples = Array.isArray(rules.examples) ? rules.examples.slice(0, 100) : [];
  const text = ` ${phraseOf(document.text)} `;
  const spoken = examples.filter((one) => typeof one === 'string' && text.includes(` ${phraseOf(one)} `));
  return spoken.length === 1 ? spoken[0] : undefined;
}

/** "email" asks for any; "recipient_email" for one of them. */
const isPlain = (field: Field, kind: string): boolean =>
  splitWords(field.name).filter(
    (word) => ![kind, 'address', 'number', 'contact', 'e', 'main', 'primary'].includes(word),
  ).length === 0;

function only(candidates: Candidate[]): unknown {
  return new Set(candidates.map(({ value }) => value)).size === 1 ? candidates[0]!.value : undefined;
}

function pickUrl(field: Field, free: Candidate[]): unknown {
  const site = splitWords(field.name).find((word) =>
    ['linkedin', 'github', 'twitter', 'facebook', 'instagram', 'youtube', 'xing'].includes(word),
  );
  return site === undefined
    ? free[0]?.value
    : free.find(({ value }) => String(value).toLowerCase().includes(site))?.value;
}

const mayBeAnyDate = (main: string | undefined): boolean =>
  main === undefined || ['invoice date', 'sent', 'published', 'created', 'transaction date'].includes(main);

function pickMoney(main: string | undefined, free: Candidate[]): unknown {
  const priced = free.filter(({ trust }) => trust === 1);
  if (main === 'amount') return priced[0]?.value;
  if (main === 'total') return priced.length > 0 ? Math.max(...priced.map(({ value }) => Number(value))) : undefined;
  const mayBeOnly = main === undefined || ['unit price', 'revenue', 'salary', 'line total', 'shipping'].includes(main);
  return mayBeOnly ? only(priced) : undefined;
}

const paperTitle =
  /^\W*(?:tax |gst |vat |pro ?forma |sales |commercial )?(?:invoice|l?nvo[il]ce|receipt|bill|statement|rechnung|factura|facture|curriculum vitae|cv|r[eé]sum[eé]|paid|page|original|copy|draft|quotation|order|delivery note|credit note|transaction|notification|alert)\b/i;

/** "Résumé of Ada Lovelace" */
const ofPerson = /^(?:cv|r[eé]sum[eé]|curriculum vitae)(?: of|:| -) */i;

function pickParty(main: string | undefined, kind: string, document: Document, taken: Candidate[]): unknown {
  if (main === 'vendor') return findLetterhead(document, (line) => paperTitle.test(line));
  if (main === 'customer' || main === 'recipient') return findGreeting(document);
  if (main === 'sender') return findSignature(document);
  if (main === 'full name') {
    const head = findLetterhead(document, (line) => paperTitle.test(line) && !ofPerson.test(line))?.replace(
      ofPerson,
      '',
    );
    return head ?? findCandidates(document, 'person')[0]?.value;
  }
  if (main !== undefined && main !== 'company') return undefined;
  const named = findCandidates(document, kind as 'person').filter(({ trust }) => trust >= 0.85);
  return named.find((one) => !taken.includes(one))?.value;
}

/** The first line that reads like a title: some words, no label, no list of facts. */
function findHeadline(document: Document): string | undefined {
  for (const { text } of document.lines.slice(0, 15)) {
    const line = text.trim().replace(/^#+ /, '');
    const words = line.split(/\s+/).length;
    // A heading may be short; another line that short is a name or a greeting.
    if (words < (/^#+ /.test(text) ? 1 : 3) || words > 25 || line.length > 160) continue;
    if (/\||^\S+: |^by\b|^from\b|\s{3,}/i.test(line) || /[.]$/.test(line)) continue;
    return line;
  }
  return undefined;
}

/** A place near the top, with its country or state: "Lyon, France". */
function findHome(document: Document, main: string | undefined): string | undefined {
  if (main !== 'location' && main !== 'place') return undefined;
  for (const { text } of document.lines.slice(0, 12)) {
    for (const part of text.split(/\s*[|·;]\s*|\s{2,}/)) {
      const match = part.match(
        /(?:^|, |: ?)(\p{Lu}[\p{L}'’ .-]{1,30}, (?:[A-Z]{2,3}\b|\p{Lu}[\p{L} ]{2,30}))(?: \d{4,6})?$/u,
      );
      if (match !== null && !/@|\d/.test(match[1]!) && (main === 'location' || text.length < 60)) return match[1];
    }
  }
  return undefined;
}

function sentencesFor(field: Field): number {
  const asked = field.description.match(/\b(one|two|three|four|five|[1-9])[ -]sentences?\b/i)?.[1]?.toLowerCase();
  if (asked === undefined) return /\b(?:short|brief|one[- ]line)\b/i.test(field.description) ? 1 : 2;
  return Number(asked) || ['', 'one', 'two', 'three', 'four', 'five'].indexOf(asked);
}
