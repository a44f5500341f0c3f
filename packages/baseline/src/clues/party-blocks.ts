import { phraseOf } from '../language/words.ts';
import { groups } from '../languages/thesaurus.ts';
import type { Document } from '../text/document.ts';
import { isLabel, type Line } from '../text/layout.ts';
import { readParty } from '../text/parties.ts';
import type { Clue } from './clue.ts';

// The block of lines under the heading of a party: "Verkäufer:", then name, street, town; or "Name: …" among others.

const phrasesOf = (name: string): Set<string> =>
  new Set(groups.find(({ strong }) => strong[0] === name)!.strong.map((phrase) => phraseOf(phrase)));
const headings = { vendor: phrasesOf('vendor'), customer: phrasesOf('customer') };
const blockLines = 8;
const blockScore = 0.96;

export function findPartyBlocks(party: 'vendor' | 'customer', document: Document): Clue[] {
  const found: Clue[] = [];
  for (const line of document.lines) {
    const text = line.text.trim();
    if (text.length > 45 || !isHeading(text, headings[party])) continue;
    const name = readName(document.lines.slice(line.index + 1, line.index + 1 + blockLines));
    if (name !== undefined) found.push({ ...name, trust: 1, score: blockScore, how: 'block' });
  }
  return found;
}

/** "Käufer/Leistungsempfänger:" has two names for the same. A letter may stand apart in a bad text layer. */
function isHeading(text: string, phrases: Set<string>): boolean {
  const words = text.replace(/[\s:*|#]+$|^[\s*|#]+/g, '');
  return words
    .split(/\s*\/\s*/)
    .some(
      (part) => phrases.has(phraseOf(part)) || (/\s/.test(part) && phrases.has(phraseOf(part.replaceAll(' ', '')))),
    );
}

function readName(lines: Line[]): { start: number; end: number; value: string } | undefined {
  let first: { start: number; end: number; value: string } | undefined;
  for (const { text, start } of lines) {
    const line = text.replace(/\|/g, ' ').trim();
    if (line === '') continue;
    const pair = /^(\p{L}[\p{L} .-]{1,30}?) *: *(.*)$/u.exec(line);
    if (pair === null && (isLabel(line) || isHeading(line, headings.vendor) || isHeading(line, headings.customer)))
      break;
    const isName =
      pair !== null &&
      /^(?:name|firma|company|nom|nombre|nome|naam|navn|namn|nimi|nama|nazwa|raison sociale|raz[oó]n social|ragione sociale)$/iu.test(
        pair[1]!,
      );
    const value = isName ? readParty(pair[2]!) : pair === null && first === undefined ? nameAlone(line) : undefined;
    if (value === undefined) continue;
    const at = start + text.indexOf(value);
    if (at < start) continue;
    if (isName) return { start: at, end: at + value.length, value };
    first ??= { start: at, end: at + value.length, value };
  }
  return first;
}

/** A line that begins with a name. A street has a number, and a form of address is no name. */
function nameAlone(line: string): string | undefined {
  const cell = line
    .replace(/^\|\s*/, '')
    .split('|')[0]!
    .trim();
  if (/^\W*\d|\d$|@|\d{4}/.test(cell)) return undefined;
  const name = readParty(cell);
  return name === undefined || isLabel(name) || !/^\p{Lu}/u.test(name) ? undefined : name;
}
