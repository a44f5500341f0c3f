// Reduces a text to its letters and digits, without spaces, punctuation, accents and case, which may differ between two
// spellings of the same words. Each remaining character knows its offset.

export type Letters = {
  /** Letters and digits only. */
  plain: string;
  /** The offset of each in the text. */
  at: Int32Array;
  /** Whether a word begins at this character, or the one before it has ended. */
  begins: Uint8Array;
};

const word = /[\p{L}\p{N}]/u;
/** Scripts without spaces, in which each character counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

export function readLetters(text: string): Letters {
  let plain = '';
  const at: number[] = [];
  const begins: number[] = [];
  let isOpen = false;
  let wasDigit = false;
  let index = 0;
  for (const character of text) {
    const folded = foldCharacter(character);
    const isWord = folded !== '' && word.test(character);
    if (isWord) {
      const isDigit = /\p{N}/u.test(character);
      const isAlone = unspaced.test(character);
      for (const [place, part] of [...folded].entries()) {
        plain += part;
        for (let unit = 0; unit < part.length; unit += 1) {
          at.push(index);
          begins.push(place === 0 && unit === 0 && (!isOpen || isAlone || isDigit !== wasDigit) ? 1 : 0);
        }
      }
      isOpen = !isAlone;
      wasDigit = isDigit;
    } else if (!/\p{M}|\u00ad|\u200b/u.test(character)) isOpen = false;
    index += character.length;
  }
  return { plain, at: Int32Array.from(at), begins: Uint8Array.from(begins) };
}

const folds = new Map<string, string>();

function foldCharacter(character: string): string {
  if (character >= 'a' && character <= 'z') return character;
  const known = folds.get(character);
  if (known !== undefined) return known;
  const folded = character
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace('ß', 'ss')
    .replace('æ', 'ae')
    .replace('œ', 'oe')
    .replace('ø', 'o')
    .replace('ł', 'l')
    .replace('đ', 'd');
  if (folds.size > 5_000) folds.clear();
  folds.set(character, folded);
  return folded;
}

const hitsMax = 400;

/** Finds the words in the text, whole words only. */
export function findLetters(wanted: string, { plain, at, begins }: Letters): { start: number; end: number }[] {
  const hits: { start: number; end: number }[] = [];
  if (wanted === '') return hits;
  for (let from = plain.indexOf(wanted); from >= 0 && hits.length < hitsMax; from = plain.indexOf(wanted, from + 1)) {
    const to = from + wanted.length;
    if (begins[from] !== 1 || (to < plain.length && begins[to] !== 1)) continue;
    hits.push({ start: at[from]!, end: at[to - 1]! + 1 });
  }
  return hits;
}

/** Returns the words of a text, folded. */
export function wordsOf(text: string): string[] {
  const { plain, begins } = readLetters(text);
  const words: string[] = [];
  for (let index = 0; index < plain.length; index += 1) {
    if (begins[index] === 1 || words.length === 0) words.push('');
    words[words.length - 1] += plain[index]!;
  }
  return words;
}
