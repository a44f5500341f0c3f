import type { Candidate } from '../language/spans.ts';
import { rankSentences } from '../language/summary.ts';
import { phraseOf, splitWords } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { findGreeting, findLetterhead, findSignature } from '../text/parties.ts';
import { findDateline } from '../text/places.ts';
import { findIdentifiers, identifierOf } from '../values/identifiers.ts';
import { isOrganizationName } from '../values/names.ts';
import { findCandidates } from './candidates.ts';

// Finds a value without a label for a field: the only one of its kind, or one at the usual place.

export function fallBack(field: Field, document: Document, taken: Candidate[]): unknown {
  const meaning = readMeaning(field);
  const { kind } = meaning;
  const main = meaning.group?.strong[0];
  const free = findCandidates(document, kind).filter(
    (candidate) => !taken.some((one) => one.start < candidate.end && candidate.start < one.end),
  );
  if (identifierOf(`${field.parent} ${field.name} ${field.title}`) !== undefined)
    return onlyIdentifier(field, document);
  switch (kind) {
    case 'email':
    case 'phone':
    case 'url':
      // A field with an owner in its name needs a label, and a number is a fax only if the text says so.
      return isPlain(field, kind) && !/fax/i.test(field.name) ? only(free) : pickSite(field, free);
    case 'currency':
      return onlyCurrency(document);
    case 'date':
    case 'datetime':
      return mayBeAnyDate(main, document)
        ? only(
            free.filter(
              ({ trust, start, end }) => trust >= 0.8 && start < headChars && isHeadDate(document, start, end),
            ),
          )
        : undefined;
    case 'digits':
      return only(free.filter(({ trust }) => trust === 1));
    case 'money':
      return pickMoney(main, free);
    case 'headline':
      // A subject always has a label.
      return main === 'subject' ? undefined : findHeadline(document);
    case 'summary':
      return rankSentences(document.sentences, sentencesFor(field)).join(' ');
    case 'person':
    case 'party':
    case 'organization':
      return pickParty(main, document);
    case 'place':
      return (
        findDateline(document) ??
        (isCurriculum(document) ? findHome(document, main) : undefined) ??
        onlyPlace(field, free)
      );
    default:
      if (main === 'description' && field.type === 'string' && asksForText(field))
        return rankSentences(document.sentences, sentencesFor(field)).join(' ');
      if (main === 'headline' || field.name === 'title') return findHeadline(document);
      return findExample(field, document);
  }
}

/** "service" and "item" are named, not described. */
const asksForText = ({ name, title }: Field): boolean =>
  !/service|item|product|article|articulo|goods|task/i.test(`${name} ${title}`) ||
  /descri|detail|particular|text|summar/i.test(`${name} ${title}`);

/** Returns the only identifier of its kind with a right check digit. */
function onlyIdentifier(field: Field, document: Document): unknown {
  const kind = identifierOf(`${field.parent} ${field.name} ${field.title}`)!;
  const isPlainName = splitWords(field.name).length <= 2;
  return isPlainName ? only(findIdentifiers(document.text, kind).map((one) => ({ ...one, trust: 1 }))) : undefined;
}

/** Returns the currency of all sums. If there are several, none is that of the text. */
function onlyCurrency(document: Document): string | undefined {
  const named = new Set(document.numbers.flatMap(({ currency }) => currency ?? []));
  return named.size <= 1 ? document.currency : undefined;
}

/** Returns an example of the schema if the text contains exactly one of them. */
function findExample({ rules }: Field, document: Document): string | undefined {
  const examples = Array.isArray(rules.examples) ? rules.examples.slice(0, 100) : [];
  const text = ` ${phraseOf(document.text)} `;
  const spoken = examples.filter((one) => typeof one === 'string' && text.includes(` ${phraseOf(one)} `));
  return spoken.length === 1 ? spoken[0] : undefined;
}

const plainWords = new Set(
  'address number contact e main primary customer client user person applicant candidate'.split(' '),
);

/** "email" means any e-mail address, "recipient_email" a certain one. */
const isPlain = (field: Field, kind: string): boolean =>
  splitWords(field.name).filter((word) => !plainWords.has(word) && word !== kind).length === 0;

/** "city" means the only place in the text, "birth_city" a certain one. */
const onlyPlace = ({ name }: Field, free: Candidate[]): unknown =>
  /^(?:city|town|country|place|location)$/i.test(name)
    ? only(free.filter(({ value, trust }) => trust === 1 && String(value).includes(', ')))
    : undefined;

function only(candidates: Candidate[]): unknown {
  return new Set(candidates.map(({ value }) => value)).size === 1 ? candidates[0]!.value : undefined;
}

/** Recognizes a profile by its site. */
function pickSite(field: Field, free: Candidate[]): unknown {
  const site = splitWords(field.name).find((word) =>
    ['linkedin', 'github', 'twitter', 'facebook', 'instagram', 'youtube', 'xing'].includes(word),
  );
  return site === undefined ? undefined : only(free.filter(({ value }) => String(value).toLowerCase().includes(site)));
}

/** A date without a label is the date of the document only near its top. */
const headChars = 500;
const papers = /\b(?:invoice|bill|receipt|rechnung|facture|factura|fattura)\b/i;

/** The date must be alone on a line, or with a few words, or in the dateline. In a sentence it means something else. */
function isHeadDate(document: Document, start: number, end: number): boolean {
  const { text, start: from } = document.lineAt(start);
  if (/^[^.!?]{0,60}$/.test(text.slice(0, start - from)) && /^\)?,? ?(?:[-–—]{1,2} |\()/.test(text.slice(end - from)))
    return true;
  return text.length <= 120 && !/\p{Ll}[.!?]["”’)]*$|[\p{L}\d)][.!?]["”’)]* +\p{Lu}/u.test(text);
}

function mayBeAnyDate(main: string | undefined, document: Document): boolean {
  if (main === 'invoice date') return papers.test(document.text);
  return main === undefined || (main === 'published' && isProse(document));
}

/** Whether the text is an article: three sentences that fill a line, or two among shorter ones. */
function isProse({ sentences }: Document): boolean {
  const ended = sentences.filter((sentence) => /[.!?]["”’)]*$/.test(sentence));
  const long = ended.filter((sentence) => sentence.length > 60).length;
  return long >= 3 || (long === 2 && ended.filter((sentence) => sentence.length > 25).length >= 4);
}

/** Whether the text is a person's CV, so that the name at the top is that person's. */
const isCurriculum = ({ text }: Document): boolean =>
  /\b(?:curriculum vitae|r[eé]sum[eé]|cv|work experience|education|employment|skills|qualifications)\b/i.test(text);

/** Returns the only sum. If there are several, none can be chosen without a label. */
function pickMoney(main: string | undefined, free: Candidate[]): unknown {
  const mayBeOnly =
    main === undefined || ['amount', 'total', 'unit price', 'salary', 'line total', 'shipping'].includes(main);
  return mayBeOnly ? only(free.filter(({ trust }) => trust === 1)) : undefined;
}

const paperTitle =
  /^\W*(?:tax |gst |vat |pro ?forma |sales |commercial )?(?:invoice|l?nvo[il]ce|receipt|bill|statement|rechnung|factura|facture|curriculum vitae|cv|r[eé]sum[eé]|paid|page|original|copy|draft|quotation|order|delivery note|credit note|transaction|notification|alert)\b/i;

/** "Résumé of Ada Lovelace" */
const ofPerson = /^(?:cv|r[eé]sum[eé]|curriculum(?: vitae)?|lebenslauf)(?: of|:| [-–—]) */i;

function pickParty(main: string | undefined, document: Document): unknown {
  if (main === 'vendor') {
    const head = findLetterhead(document, (line) => paperTitle.test(line));
    // A line at the top is a name only if it looks like one.
    return head !== undefined && isOrganizationName(head) ? head : undefined;
  }
  // A bill as a letter greets whoever pays.
  if (main === 'customer' && papers.test(document.text)) return findGreeting(document);
  if (main === 'recipient') return findGreeting(document);
  if (main === 'sender') return findSignature(document);
  if (main === 'full name') {
    if (!isCurriculum(document)) return undefined;
    const head = findLetterhead(document, (line) => paperTitle.test(line) && !ofPerson.test(line))?.replace(
      ofPerson,
      '',
    );
    return head !== undefined && isPersonal(head, document) ? head : undefined;
  }
  return undefined;
}

/** Whether two to four words are a person, by the lexicon or the words around them. A title in capitals is not. */
function isPersonal(name: string, document: Document): boolean {
  const words = name.split(/\s+/);
  if (
    words.length < 2 ||
    words.length > 5 ||
    (name === name.toUpperCase() && words.length < 5 && !hasPerson(name, document))
  )
    return false;
  return hasPerson(name, document) || /^\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}.'’-]*){1,3}(?:, .{2,20})?$/u.test(name);
}

const hasPerson = (name: string, { names }: Document): boolean =>
  names.some(({ text, kind }) => kind === 'person' && name.toLowerCase().includes(text.toLowerCase()));

/** Lines above a text that are not its title. */
const boilerplate =
  /\b(?:press release|for immediate release|embargo\w*|in brief|newsletter|edition|breaking news|subscribe|advertisement|photo|obituary)\b|^[([].*[)\]]$/i;

/** Returns the line above the first paragraph that reads like a title. If there are two, neither is chosen. */
function findHeadline(document: Document): string | undefined {
  if (!isProse(document)) return undefined;
  const found: { line: string; isMarked: boolean }[] = [];
  for (const { text } of document.lines.slice(0, 15)) {
    // "TECH | …": the section before the title.
    const line = text
      .trim()
      .replace(/^#+ /, '')
      .replace(/^([*_]{1,3})(.+)\1$/, '$2')
      .replace(/^\p{Lu}[\p{Lu} ]{1,20} \| /u, '');
    if (isParagraph(line)) break;
    const isMarked = /^#+ /.test(text);
    const words = line.split(/\s+/).length;
    // A marked heading may be short. Any other line that short is a name or a greeting.
    if (words < (isMarked ? 1 : 3) || words > 25 || line.length > 160) continue;
    if (/\||^\S+: |^by\b|^from\b|\s{3,}/i.test(line) || /[.]$/.test(line) || boilerplate.test(line)) continue;
    if (/\b(?:19|20)\d{2}\b/.test(line) && /\d{1,2}[./ -]|\b[Bb]y \p{Lu}/u.test(line)) continue;
    found.push({ line, isMarked });
  }
  const marked = found.filter(({ isMarked }) => isMarked);
  const [first, second] = marked.length > 0 ? marked : found;
  return second === undefined ? first?.line : undefined;
}

const isParagraph = (line: string): boolean => line.length > 120 || (line.length > 70 && /[.!?]["”’)]*$/.test(line));

/** Finds a place near the top with its country or state: "Lyon, France". */
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
