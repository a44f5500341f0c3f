// Normalizes values and words for comparison: without case, currency signs and punctuation at the ends.

/** Scripts without spaces between words, in which each character counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/** `"EUR:` and `eur` are the same. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}-]+|[^\p{L}\p{N}%]+$/gu, '');
}

/** Longer values are composed by a model, not copied. */
const WORDS_MAX = 40;

/** Returns the ways to write a value as lists of folded words, the plainest first. */
export function spellingsOf(value: string | number): string[][] {
  const texts = [String(value)];
  const date = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(value) : null;
  if (date) texts.push(...dateTexts(date[1]!, Number(date[2]), Number(date[3])));
  const number = typeof value === 'number' ? value : /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  if (number !== undefined) texts.push(...numberTexts(number));
  const lists = texts.map(toWords).filter((words) => words.length > 0 && words.length <= WORDS_MAX);
  return [...new Map(lists.map((words) => [words.join(' '), words])).values()];
}

function toWords(text: string): string[] {
  return [...splitWords(text)].map(({ word }) => fold(word)).filter((word) => word !== '');
}

/** Yields the words of a text with their offsets. In scripts without spaces, each character is a word. */
export function* splitWords(text: string): Generator<{ word: string; start: number }> {
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (!isUnspaced(word)) yield { word, start: index };
    else {
      let start = index;
      for (const part of splitUnspaced(word)) {
        yield { word: part, start };
        start += part.length;
      }
    }
  }
}

/** `合計120円` → 合, 計, 120, 円 */
function splitUnspaced(word: string): string[] {
  const parts: string[] = [];
  let joins = false;
  for (const character of word) {
    const alone = isUnspaced(character);
    if (alone || !joins) parts.push(character);
    else parts[parts.length - 1] += character;
    joins = !alone;
  }
  return parts;
}

/** Returns the value of a word that is joined to its label or unit: `EUR1,250.00`, `No:4711`, `5kg`. */
export function innerKey(key: string): string | undefined {
  const [, labelled] = /^\p{L}[\p{L}.]*[:#=](?!\/\/)(.+)$/u.exec(key) ?? [];
  if (labelled !== undefined) return fold(labelled);
  const [, first, last] = /^(?:\p{L}{1,4}\.?(\d[\d.,]*)|(\d[\d.,]*)\p{L}{1,4})$/u.exec(key) ?? [];
  return first ?? last;
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

function dateTexts(year: string, month: number, day: number): string[] {
  const name = MONTHS[month - 1];
  if (name === undefined) return [];
  const [dd, mm] = [String(day).padStart(2, '0'), String(month).padStart(2, '0')];
  const words = [name, name.slice(0, 3)].flatMap((word) => [
    `${day} ${word} ${year}`,
    `${dd} ${word} ${year}`,
    `${word} ${day} ${year}`,
    `${word} ${dd} ${year}`,
  ]);
  const days = [`${dd}.${mm}.${year}`, `${day}.${month}.${year}`, `${dd}/${mm}/${year}`, `${mm}/${dd}/${year}`];
  return [...words, ...days, `${month}/${day}/${year}`, `${year}/${mm}/${dd}`, `${year}年${month}月${day}日`];
}

function numberTexts(value: number): string[] {
  const english = [0, 2].map((digits) => value.toLocaleString('en-US', { minimumFractionDigits: digits }));
  const continental = english.map((text) => text.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')));
  return [...english, value.toFixed(2), ...continental, value.toFixed(2).replace('.', ',')];
}
