import { phraseOf, splitWords } from '../language/words.ts';
import { legalForms, paperNames } from '../languages/languages.ts';
import { groups } from '../languages/thesaurus.ts';
import type { Document } from '../text/document.ts';
import { isLabel } from '../text/layout.ts';
import { isSentence } from '../text/parties.ts';
import { isMonthName } from '../values/dates.ts';
import { identifierSpans } from '../values/identifiers.ts';
import type { Clue } from './clue.ts';

// The sender of a document: its name stands at the top or in the footer, with a street and a town, near its tax number
// and its bank account, and not under the heading of the customer.

const headLines = 14;
const scoreMin = 0.62;
const apartMin = 0.05;

type Named = { name: string; start: number; line: number; points: number };

export function findSender(document: Document): Clue[] {
  const ranked = rank(document);
  const [best, second] = ranked;
  if (best === undefined || best.points < scoreMin) return [];
  const isClear = second === undefined || best.points - second.points >= apartMin;
  const score = Math.min(0.95, isClear ? best.points : best.points * 0.6);
  return [{ start: best.start, end: best.start + best.name.length, value: best.name, trust: 1, score, how: 'sender' }];
}

function rank(document: Document): Named[] {
  const customers = customerLines(document);
  const marks = markedLines(document);
  const found = new Map<string, Named>();
  // A receipt begins with the name of the shop.
  const first = document.lines.find(({ text }) => partsOf(text).some((part) => nameIn(part.text) !== undefined))?.index;
  for (const line of document.lines) {
    if (line.text.length > 400 || customers.has(line.index)) continue;
    const isHead = line.index < headLines;
    const isFirst = line.index === first;
    const isNearMarks = marks.some((mark) => Math.abs(mark - line.index) <= 3);
    if (!isHead && !isNearMarks) continue;
    for (const { text, at } of partsOf(line.text)) {
      const printed = nameIn(text);
      if (printed === undefined || townPattern.test(line.text.slice(0, at))) continue;
      const name = withNextLine(printed, text, document.lines[line.index + 1]?.text ?? '');
      const hasForm = endsWithForm(name);
      const address = addressAfter(
        line.text.slice(at + printed.length),
        document.lines.slice(line.index + 1, line.index + 4).map((one) => one.text),
      );
      const points =
        (isHead ? 0.3 + 0.012 * (headLines - line.index) : 0.15) +
        (isFirst ? 0.2 : 0) +
        (hasForm ? 0.32 : 0) +
        (address ? 0.22 : 0) +
        (isNearMarks ? 0.1 : 0);
      const start = line.start + at + Math.max(0, text.indexOf(printed));
      const key = splitWords(name).join(' ');
      const other = found.get(key);
      // A name that returns in the footer is the sender's.
      if (other === undefined) found.set(key, { name, start, line: line.index, points });
      else found.set(key, { ...other, points: Math.max(other.points, points) + 0.08 });
    }
  }
  return [...found.values()].sort((one, other) => other.points - one.points);
}

/** A sender's line has its parts side by side: "Acme GmbH · Ring 1 · 12345 Town". */
function partsOf(text: string): { text: string; at: number }[] {
  // Large letters have wide gaps: "THREE   STOOGES".
  if (/^\p{Lu}[\p{Lu}&'.]*(?: +\p{Lu}[\p{Lu}&'.]*){1,3}$/u.test(text)) return [{ text, at: 0 }];
  const parts: { text: string; at: number }[] = [];
  for (const match of text.matchAll(/[^|●•·∙▪]+/g)) {
    for (const part of match[0].matchAll(
      /(?:(?! [-–—] | {3,}|, (?!(?:inc|ltd|llc|llp|plc|co|corp|gmbh|pty|s\.?a|s\.?l|bhd)\b)).)+/gi,
    )) {
      const trimmed = part[0].trim();
      if (trimmed !== '') parts.push({ text: trimmed, at: match.index + part.index + part[0].indexOf(trimmed) });
    }
  }
  return parts;
}

/** A postcode with its town, after which a line has no name any more. */
const townPattern = /\b\d{4,6} ?\p{Lu}/u;

/** A name goes on in the next line: with its branch in brackets, or with the last words of a company's name. */
function withNextLine(name: string, text: string, below: string): string {
  const next = below.trim();
  if (!text.endsWith(name)) return name;
  if (/^\([\p{L} .'-]{3,40}\)$/u.test(next)) return `${name} ${next}`;
  return !endsWithForm(name) && isForm(next) ? `${name} ${next}` : name;
}

const notNames =
  /\b(?:page|seite|tel|telephone|phone|fax|email|e-mail|www|http|iban|bic|swift|bank|banque|banco|sparkasse|volksbank|date|datum|original|copy|kopie|welcome|thank|vielen dank|merci|gracias|receipt|cash|tax invoice|cashier|table|terima kasih|dear|hello|sehr geehrte|bonjour|stylesheet|version|beispiel-?rechnungen)\b/i;

/** Reads the name at the start of a part of a line: capitals, up to a legal form. "99 Speed Mart" begins with a number. */
function nameIn(text: string): string | undefined {
  if (notNames.test(text) || /^\W*\d+(?![\d ]*\p{L}{3})|@|:\/\/|[!?:]/u.test(text)) return undefined;
  const words = restoreForm(
    text
      .replace(/\[[x ]\]/g, ' ')
      .replace(/(?<=[\p{L}\d])\((?=\d)/gu, ' (')
      .trim()
      .split(/\s+/),
  );
  const ends = words.map((_, index) => index > 0 && endsWithForm(words.slice(0, index + 1).join(' ')));
  const last = ends.lastIndexOf(true);
  const name = (last >= 1 ? words.slice(0, last + 1) : words)
    .join(' ')
    .replace(/\s*\((?=[A-Z-]*\d)[\dA-Z-]{5,}\)?\s*$|[\s,;|·–—-]+$/u, '')
    .trim();
  if (!/^["“(]?[\p{Lu}\d]/u.test(name) || words.length > 9) return undefined;
  if (name.replace(/[^\p{L}]/gu, '').length < 3 || (last < 1 && isSentence(name))) return undefined;
  const plain = splitWords(name);
  const isPaper = (one: string): boolean => isLabel(one) || paperNames.has(one) || isMonthName(one);
  // "Le contrat avec la société Dupont SARL" speaks of a company.
  if (/\p{Ll} (?:avec|with|mit|con|of|between|entre|zwischen|company|firma|société|empresa|società) \p{L}/u.test(name))
    return undefined;
  if (isLabel(name) || plain.every(isPaper) || paperNames.has(plain.join(' ')) || paperNames.has(plain[0]!))
    return undefined;
  if (/\d{3}|\d$/.test(name) || streetPattern.test(name)) return undefined;
  return name;
}

const streetPattern =
  /(?:str(?:\.|aße|asse)\b|straße|strasse|\bstreet\b|\broad\b|\bavenue\b|\blane\b|\brue\b|\bchemin\b|\bcalle\b|\bvia\b|\bjalan\b|\bjln\b|\btaman\b|\bulica\b|\bul\.|gata\b|gade\b|katu\b|weg\b|platz\b|allee\b|\bkampung\b|\bkawasan\b|\bno\.? ?\d|\blorong\b|\blot\b|plein\b|laan\b|\bpostfach\b|\bp\.?o\.? box\b)/iu;

/** Whether a street or a town with its postcode follows, on the line or on the next ones. */
function addressAfter(rest: string, below: string[]): boolean {
  const near = [rest, ...below].join('\n').slice(0, 300);
  return /\b(?:[A-Z]{1,2}-)?\d{4,6} ?\p{Lu}/u.test(near) || streetPattern.test(near);
}

const isForm = (text: string): boolean => legalForms.has(splitWords(text.replace(/\./g, '')).join(' '));

/** Digits that recognition put into a legal form: "S/8" is "S/B". */
function restoreForm(words: string[]): string[] {
  return words.map((word, index) => {
    if (index === 0 || !/^\p{Lu}*[\d/]+\p{Lu}*$/u.test(word) || !/[58]/.test(word)) return word;
    const restored = word.replace(/8/g, 'B').replace(/5/g, 'S');
    return isForm(restored) ? restored : word;
  });
}

function endsWithForm(name: string): boolean {
  const words = splitWords(name.replace(/\./g, ''));
  const dotted = splitWords(name);
  return [1, 2, 3, 4].some(
    (count) =>
      (words.length > count && legalForms.has(words.slice(-count).join(' '))) ||
      (dotted.length > count && legalForms.has(dotted.slice(-count).join(' '))),
  );
}

/** Lines with a tax number, a register or a bank account, which belong to the sender. */
function markedLines(document: Document): number[] {
  const lines = identifierSpans(document.text).map(({ start }) => document.lineAt(start).index);
  const registered =
    /\b(?:HRB|HRA|SIRET|SIREN|UST-?ID|VAT (?:ID|REG|NO)|GST (?:ID|REG|NO)|TVA|P\.? ?IVA|NIF|CIF|KVK|CVR|NIP|CO\.? REG|REG\.? NO|ROC)\b|\(\d{5,7}-[A-Z]\)/i;
  for (const { text, index } of document.lines) if (registered.test(text) && text.length < 300) lines.push(index);
  return lines;
}

const customerPhrases = new Set(
  groups
    .find(({ strong }) => strong[0] === 'customer')!
    .strong.map((phrase) => phraseOf(phrase))
    .filter((phrase) => phrase.length > 3),
);

/** The lines of a block under the heading of the customer. */
function customerLines(document: Document): Set<number> {
  const lines = new Set<number>();
  for (const { text, index } of document.lines) {
    const [head = ''] = text.replace(/^[\s|*#]+/, '').split(/[:|]/);
    if (head.length > 40 || !head.split('/').some((part) => customerPhrases.has(phraseOf(part)))) continue;
    for (let at = index; at <= index + 4; at += 1) {
      // An empty line ends the block.
      if (at > index + 1 && document.lines[at]?.text.trim() === '') break;
      lines.add(at);
    }
  }
  return lines;
}
