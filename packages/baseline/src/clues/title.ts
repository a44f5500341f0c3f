import { splitWords } from '../language/words.ts';
import { datedWords, paperNames } from '../languages/languages.ts';
import type { Document } from '../text/document.ts';
import type { Clue } from './clue.ts';

// The title of a document with its number and date: "Rechnung Nr. 471102 vom 05.03.2018", "Facture FA-2017-0009".

/** A line with more words is a sentence that speaks of a document, which names it in a short text only. */
const wordsMax = 12;
const shortText = 1_500;
const linesMax = 60;
const titleScore = 0.97;

export function findTitle(main: 'invoice number' | 'invoice date', document: Document): Clue[] {
  for (const line of document.lines.slice(0, linesMax)) {
    const text = line.text.replace(/^[\s|#*]+/, '');
    const at = line.start + line.text.length - text.length;
    if (text.split(/\s+/).length > wordsMax) continue;
    const title = readTitle(text);
    if (title === undefined) continue;
    const { start, value, rest } = title;
    if (main === 'invoice number')
      return [{ start: at + start, end: at + start + value.length, value, trust: 1, score: titleScore, how: 'title' }];
    // The day may be on the next line: "Gutschrift Nr. 47110818", "vom 31.10.2018".
    const next = document.lines[line.index + 1];
    const end =
      next === undefined || next.text.length > 40 ? line.start + line.text.length : next.start + next.text.length;
    const dated = document.dates.find(
      (date) =>
        date.start >= at + rest &&
        date.start < end &&
        isBetween(document.text.slice(at + rest, date.start), date.start >= line.start + line.text.length),
    );
    return dated === undefined
      ? []
      : [{ start: dated.start, end: dated.end, value: dated.day, trust: 1, score: titleScore, how: 'title' }];
  }
  return findInSentence(main, document);
}

const articles = /^(?:the|our|your|my|la|le|el|die|der|il|unsere|ihre|notre|nuestra) /iu;

/** "La factura 2024/77 de Talleres Ruiz": the only document that a short text names. */
function findInSentence(main: 'invoice number' | 'invoice date', document: Document): Clue[] {
  if (document.text.length > shortText || main !== 'invoice number') return [];
  const found = [...document.text.matchAll(/(?<=^|[.!?:]\s+|\s)(?=[\p{L}])/gmu)].flatMap(({ index }) => {
    const rest = document.text.slice(index, index + 120).split('\n')[0]!;
    const words = rest.replace(articles, '');
    const title = /^\p{L}+(?: \p{L}{1,7}[.°º]{0,2})?[ :#]/u.test(words) ? readTitle(words) : undefined;
    return title === undefined || title.start > 40
      ? []
      : [{ start: index + rest.length - words.length + title.start, value: title.value }];
  });
  if (new Set(found.map(({ value }) => value)).size !== 1) return [];
  const { start, value } = found[0]!;
  return [{ start, end: start + value.length, value, trust: 1, score: sentenceScore, how: 'title' }];
}

const sentenceScore = 0.9;

const numberWords = /^(?:no|nr|n|num|number|numero|nummer|nomor|nombor|numer|nro|id|ref|#)$/;

/** Reads the noun, an optional code in brackets, an optional "No.", then the number itself. */
function readTitle(text: string): { start: number; value: string; rest: number } | undefined {
  const match =
    /^((?:[\p{L}'’-]+ ){0,3}?[\p{L}'’-]+)((?: ?\([^()]{1,40}\))?(?: ?\/ ?[\p{L}-]+)?(?: ?(?:№|#|\p{L}{1,7}[.°º]{0,2}))?[ :#.]{1,4})((?=\S*\d)[\p{L}\d][\p{L}\d./_-]{1,40})(?=$|[\s,|)])/u.exec(
      text,
    );
  if (match === null) return undefined;
  const [all, noun = '', between = '', value = ''] = match;
  const words = splitWords(noun);
  const isPaper = [words.length, words.length - 1, 1].some(
    (count) => isPaperName(words.slice(0, count)) || isPaperName(words.slice(-count)),
  );
  const mark = between.replace(/\([^()]*\)|\/ ?[\p{L}-]+/gu, '').match(/[\p{L}#]+/u)?.[0] ?? '';
  // "Beitragsrechnung zur Kraftfahrtversicherung Nr. 7" is the number of the insurance.
  if (words.length > 2 && words.slice(1, -1).some((word) => about.has(word)) && !isPaperName(words.slice(-1)))
    return undefined;
  if (!isPaper || (mark !== '' && !numberWords.test(splitWords(mark).join(' ')))) return undefined;
  const code = value.replace(/[.,/]+$/, '');
  // A date after the noun is no number, and a number has two digits at least.
  if ((code.match(/\d/g)?.length ?? 0) < 2 || /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(code)) return undefined;
  return { start: all.length - value.length, value: code, rest: all.length };
}

const about = new Set(
  'zu zur zum für über auf for on to about regarding pour sur relative à para sobre por per su voor över til'.split(
    ' ',
  ),
);

/** "Baurechnung" is a kind of "Rechnung", and a text layer may set letters apart: "Rechnungskor rektur". */
function isPaperName(words: string[]): boolean {
  if (words.length === 0) return false;
  if (paperNames.has(words.join(' ')) || paperNames.has(words.join(''))) return true;
  return words.length === 1 && compounds.some((noun) => words[0]!.endsWith(noun) && words[0]!.length > noun.length + 2);
}

/** Nouns that other nouns are put before without a space. */
const compounds = ['rechnung', 'gutschrift', 'faktura', 'factuur', 'lasku', 'regning'];

/** Between the number and the date stands nothing, or a word such as "vom". */
const isBetween = (text: string, isBelow: boolean): boolean => {
  const words = splitWords(text);
  return (words.length === 0 && !isBelow) || (words.length <= 3 && datedWords.has(words.join(' ')));
};
