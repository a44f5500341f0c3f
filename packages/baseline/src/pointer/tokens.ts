// Splits a text into the pieces of words that a network knows, with their places: lower case, without accents, each
// sign on its own, and the longest known piece first.

export type Token = { id: number; start: number; end: number };
export type Vocabulary = ReadonlyMap<string, number>;

/** Longer words are no words, and looking them up would take the square of their length. */
const wordCharsMax = 100;

export const readVocabulary = (file: string): Vocabulary =>
  new Map(
    file
      .trimEnd()
      .split('\n')
      .map((word, at) => [word, at]),
  );

export function tokenize(text: string, vocabulary: Vocabulary): Token[] {
  const unknown = vocabulary.get('[UNK]')!;
  return splitWords(text).flatMap(({ letters, places }) => {
    const ids = pieces(letters, vocabulary);
    if (ids === undefined) return [{ id: unknown, start: places[0]!, end: places.at(-1)! + 1 }];
    return ids.map(({ id, from, to }) => ({ id, start: places[from]!, end: places[to - 1]! + 1 }));
  });
}

type Word = { letters: string; places: number[] };

/** Words and signs, in lower case and without accents, with the place that each letter had. */
function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const given = text[at]!;
    if (/[\s\p{Cc}\p{Cf}]/u.test(given)) {
      word = undefined;
      continue;
    }
    const letters = given
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '');
    const isSign = /[!-/:-@[-`{-~]|\p{P}/u.test(given);
    if (isSign || word === undefined) {
      word = { letters: '', places: [] };
      words.push(word);
    }
    for (const letter of letters) {
      word.letters += letter;
      for (let unit = 0; unit < letter.length; unit += 1) word.places.push(at);
    }
    if (isSign) word = undefined;
  }
  return words.filter(({ letters }) => letters !== '');
}

function pieces(word: string, vocabulary: Vocabulary): { id: number; from: number; to: number }[] | undefined {
  if (word.length > wordCharsMax) return undefined;
  const found: { id: number; from: number; to: number }[] = [];
  for (let from = 0; from < word.length; ) {
    let to = word.length;
    while (to > from && !vocabulary.has(pieceOf(word, from, to))) to -= 1;
    if (to === from) return undefined;
    found.push({ id: vocabulary.get(pieceOf(word, from, to))!, from, to });
    from = to;
  }
  return found;
}

const pieceOf = (word: string, from: number, to: number): string => `${from > 0 ? '##' : ''}${word.slice(from, to)}`;
