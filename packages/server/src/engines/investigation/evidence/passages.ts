// Compares quotations with texts. The words must occur in the same order; spaces, line breaks and typography may
// differ.

/** Invisible characters: soft hyphens, joiners, direction marks, variation selectors, tags. */
export const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

export const normalize = (text: string): string => normalizeLines(text).replaceAll('\n', ' ');

/** Normalizes letter by letter and keeps line breaks. */
export function normalizeLines(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(UNSEEN, '')
    .replace(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : ' '))
    .trim()
    .toLowerCase();
}

/** Shorter quotations occur in almost every text and prove nothing. */
const QUOTE_CHARACTERS_MIN = 12;
const QUOTE_WORDS_MIN = 2;
/** Scripts without spaces between words, in which a few characters say much. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED_CHARACTERS_MIN = 6;

/** Whether the passage occurs in the text word for word and is long enough to count. Both are normalized. */
export function isQuotedFrom(quote: string, text: string): boolean {
  if (quote === '' || !(quote === text || isLongEnough(quote))) return false;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    // "unsafe for children" does not contain the quotation "safe for children".
    if (!isInsideWord(text, at) && !isInsideWord(text, at + quote.length)) return true;
  }
  return false;
}

/** Whether the quotation is a whole line or sentence with a label and a value, such as "PEP: yes." */
export const isWholeFact = (quote: string, text: string): boolean =>
  /^[^:]{2,60}:\s*\S/.test(quote) &&
  splitPassages(text).some((passage) => withoutEnd(normalize(passage)) === withoutEnd(quote));

const withoutEnd = (text: string): string => text.replace(/[.!;,\s]+$/, '');

function isLongEnough(quote: string): boolean {
  if (UNSPACED.test(quote) && quote.length >= UNSPACED_CHARACTERS_MIN) return true;
  const words = quote.match(/[\p{L}\p{N}]+/gu) ?? [];
  return quote.length >= QUOTE_CHARACTERS_MIN && words.length >= QUOTE_WORDS_MIN;
}

function isInsideWord(text: string, at: number): boolean {
  const [before, after] = [text[at - 1] ?? '', text[at] ?? ''];
  const isWord = /[\p{L}\p{N}]/u;
  return isWord.test(before) && isWord.test(after) && !(UNSPACED.test(before) || UNSPACED.test(after));
}

const PASSAGE_CHARACTERS_MAX = 400;
/** Enough for the longest piece of evidence in lines of ten characters. */
const PASSAGES_MAX = 20_000;

/** Splits a text into sentences and lines, unchanged. */
export function splitPassages(text: string): string[] {
  const passages: string[] = [];
  for (const line of text.split(/\n+/)) {
    for (const sentence of line.split(/(?<=[.!?])\s+(?=\S)/)) {
      for (let rest = sentence.trim(); rest !== ''; ) {
        const cut = rest.length > PASSAGE_CHARACTERS_MAX ? lastBlank(rest, PASSAGE_CHARACTERS_MAX) : rest.length;
        passages.push(rest.slice(0, cut).trim());
        rest = rest.slice(cut).trim();
        if (passages.length >= PASSAGES_MAX) return passages;
      }
    }
  }
  return passages;
}

function lastBlank(text: string, max: number): number {
  const at = text.lastIndexOf(' ', max);
  return at > 0 ? at : max;
}
