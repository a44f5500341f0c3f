// Texts as they are compared: a quotation counts when its words stand in the text in that order, whatever happened to
// blanks, line breaks and typographic signs on the way.

/** Characters that nobody sees: soft hyphens, joiners, marks of direction, variants, tags. */
export const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

export const normalize = (text: string): string => normalizeLines(text).replaceAll('\n', ' ');

/** The same, letter by letter, with the line breaks left in. */
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

/** One word occurs in every text, and a syllable in every word; so little shows nothing. */
const QUOTE_CHARACTERS_MIN = 12;
const QUOTE_WORDS_MIN = 2;
/** Scripts that put no blanks between words, where few signs say much. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED_CHARACTERS_MIN = 6;

/** Whether the passage occurs in the text, word for word, and is long enough to mean it. Both are normalized. */
export function isQuotedFrom(quote: string, text: string): boolean {
  if (quote === '' || !(quote === text || isLongEnough(quote))) return false;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    // "safe for children" does not stand in "unsafe for children".
    if (!isInsideWord(text, at) && !isInsideWord(text, at + quote.length)) return true;
  }
  return false;
}

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
/** As many as the longest piece of evidence has in lines of ten letters. */
const PASSAGES_MAX = 20_000;

/** Sentences and lines, as they stand in the text. */
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
