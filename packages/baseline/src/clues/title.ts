import { splitWords } from '../language/words.ts';
import { datedWords, paperNames } from '../languages/languages.ts';
import type { Document } from '../text/document.ts';
import type { Clue } from './clue.ts';

// The title of a document with its number and date: "Rechnung Nr. 471102 vom 05.03.2018", "Facture FA-2017-0009".

/** A line with more words is a sentence that speaks of a document. */
const wordsMax = 12;
const linesMax = 60;
const titleScore = 0.97;

export function findTitle(main: 'invoice number' | 'invoice date', document: Document): Clue[] {
  for (const line of document.lines.slice(0, linesMax)) {
    const text = line.text.replace(/^[\s|#*]+/, '');
    const at = line.start + line.text.length - text.length;
    if (splitWords(text).length > wordsMax) continue;
    const title = readTitle(text);
    if (title === undefined) continue;
    const { start, value, rest } = title;
    if (main === 'invoice number')
      return [{ start: at + start, end: at + start + value.length, value, trust: 1, score: titleScore, how: 'title' }];
    const dated = document.dates.find(
      (date) =>
        date.start >= at + rest && date.start < line.start + line.text.length && isBetween(text, rest, date.start - at),
    );
    return dated === undefined
      ? []
      : [{ start: dated.start, end: dated.end, value: dated.day, trust: 1, score: titleScore, how: 'title' }];
  }
  return [];
}

const numberWords = /^(?:no|nr|n|num|number|numero|nummer|nomor|nombor|numer|nro|id|ref|#)$/;

/** Reads the noun, an optional code in brackets, an optional "No.", then the number itself. */
function readTitle(text: string): { start: number; value: string; rest: number } | undefined {
  const match =
    /^((?:[\p{L}'’-]+ ){0,3}?[\p{L}'’-]+)((?: ?\(\d{1,4}\))?(?: ?\/ ?[\p{L}-]+)?(?: ?(?:№|#|\p{L}{1,7}[.°º]{0,2}))?[ :#.]{1,4})((?=\S*\d)[\p{L}\d][\p{L}\d./_-]{1,40})(?=$|[\s,|)])/u.exec(
      text,
    );
  if (match === null) return undefined;
  const [all, noun = '', between = '', value = ''] = match;
  const words = splitWords(noun);
  const isPaper = [words.length, words.length - 1, 1].some(
    (count) => isPaperName(words.slice(0, count)) || isPaperName(words.slice(-count)),
  );
  const mark = between.replace(/\(\d+\)|\/ ?[\p{L}-]+/gu, '').match(/[\p{L}#]+/u)?.[0] ?? '';
  if (!isPaper || (mark !== '' && !numberWords.test(splitWords(mark).join(' ')))) return undefined;
  const code = value.replace(/[.,/]+$/, '');
  // A date after the noun is no number, and a number has two digits at least.
  if ((code.match(/\d/g)?.length ?? 0) < 2 || /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(code)) return undefined;
  return { start: all.length - value.length, value: code, rest: all.length };
}

/** "Baurechnung" is a kind of "Rechnung", and a text layer may set letters apart: "Rechnungskor rektur". */
function isPaperName(words: string[]): boolean {
  if (words.length === 0) return false;
  if (paperNames.has(words.join(' ')) || paperNames.has(words.join(''))) return true;
  return words.length === 1 && compounds.some((noun) => words[0]!.endsWith(noun) && words[0]!.length > noun.length + 2);
}

/** Nouns that other nouns are put before without a space. */
const compounds = ['rechnung', 'gutschrift', 'faktura', 'factuur', 'lasku', 'regning'];

/** Between the number and the date stands nothing, or a word such as "vom". */
const isBetween = (text: string, from: number, to: number): boolean => {
  const words = splitWords(text.slice(from, to));
  return words.length === 0 || (words.length <= 3 && datedWords.has(words.join(' ')));
};
