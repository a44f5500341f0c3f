// Numbers in words. Small ones are looked up in several languages; English ones are read wherever they stand.

const small =
  'zero one two three four five six seven eight nine ten eleven twelve|null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf|zéro un deux trois quatre cinq six sept huit neuf dix onze douze|cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce|zero uno due tre quattro cinque sei sette otto nove dieci undici dodici';
const english = small.split('|')[0]!.split(' ');
const teens = 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** The words of other languages for a number up to twelve. "Once" is eleven in a Spanish text only. */
export function foreignWords(value: number): string[] {
  if (!Number.isInteger(value) || value < 0 || value > 12) return [];
  const words = small.split('|').map((one) => one.split(' ')[value]!);
  return words.slice(1).filter((word) => !english.includes(word) && !alsoEnglish.has(word));
}
const alsoEnglish = new Set(['once', 'due', 'null', 'sei', 'six']);

const units = new Map([...english, ...teens].map((word, value): [string, number] => [word, value]));
const tenfold = new Map(tens.map((word, at): [string, number] => [word, (at + 2) * 10]));
const scales = new Map(Object.entries({ thousand: 1e3, million: 1e6, billion: 1e9 }));
/** Words that count without being a number. */
const counts = new Map(Object.entries({ twins: 2, couple: 2, pair: 2, triplets: 3 }));

export type Spoken = { start: number; end: number; value: number };

const word = [...units.keys(), ...tenfold.keys(), ...scales.keys(), ...counts.keys(), 'hundred', 'dozen', 'half'].join(
  '|',
);
const run = new RegExp(
  `(?<![\\p{L}\\d])(?:minus )?(?:an? )?(?:${word})(?!\\p{L})(?:(?:[ -]|,? and |-and-)(?:an? )?(?:${word})(?!\\p{L}))*`,
  'giu',
);

/** Every English number in words with its place: "three hundred and fifty", "half a million", "two and a half", "a dozen". */
export function findSpoken(text: string): Spoken[] {
  return [...text.matchAll(run)].flatMap(({ 0: whole, index }) => {
    const article = /^an? /i.exec(whole)?.[0].length ?? 0;
    return split(whole).flatMap(({ words, at }) => {
      const value = readWords(words);
      if (value === undefined) return [];
      const start =
        index +
        (at === 0 && !/^an? (?:hundred|thousand|million|billion|dozen|couple|pair)/i.test(words) ? article : at);
      return [{ start, end: index + at + words.length, value }];
    });
  });
}

/** "two and three" are two numbers, "two hundred and three" is one. */
function split(whole: string): { words: string; at: number }[] {
  if (readWords(whole) !== undefined) return [{ words: whole, at: 0 }];
  let at = 0;
  return whole.split(/( and |-| )/).reduce<{ words: string; at: number }[]>((parts, piece) => {
    const last = parts.at(-1);
    const joined = last === undefined ? undefined : whole.slice(last.at, at + piece.length);
    if (units.has(piece.toLowerCase()) || tenfold.has(piece.toLowerCase())) {
      if (last !== undefined && joined !== undefined && readWords(joined) !== undefined) last.words = joined;
      else parts.push({ words: piece, at });
    } else if (last !== undefined && joined !== undefined && readWords(joined) !== undefined) last.words = joined;
    at += piece.length;
    return parts;
  }, []);
}

/** The one number that the words say, or undefined. */
export function readWords(given: string): number | undefined {
  const parts = given
    .toLowerCase()
    .replace(/,? and /g, ' and ')
    .split(/[\s-]+/);
  const isNegative = parts[0] === 'minus';
  let [total, current, hasDigit] = [0, undefined as number | undefined, false];
  for (let at = isNegative ? 1 : 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    const next = parts[at + 1];
    if (part === 'a' || part === 'an') {
      if (next === undefined || current !== undefined) return undefined;
    } else if (part === 'and') {
      if (next === 'a' && parts[at + 2] === 'half') {
        if (current === undefined && total === 0) return undefined;
        current = (current ?? 0) + 0.5;
        at += 2;
      } else if (
        !(current !== undefined && current % 100 === 0 && current > 0) &&
        !(current === undefined && total > 0)
      )
        return undefined;
    } else if (part === 'half') {
      if (current !== undefined || (next !== 'a' && next !== 'dozen')) return undefined;
      current = 0.5;
      if (next === 'a') at += 1;
    } else if (counts.has(part)) {
      if (parts.length > (isNegative ? 2 : 1) + (parts[0] === 'a' ? 1 : 0)) return undefined;
      current = counts.get(part);
    } else if (part === 'hundred' || part === 'dozen') {
      if (current !== undefined && (current >= 100 || current === 0)) return undefined;
      current = (current ?? 1) * (part === 'dozen' ? 12 : 100);
      hasDigit = false;
    } else if (scales.has(part)) {
      if (current === 0) return undefined;
      total =
        current === undefined && total > 0 ? total * scales.get(part)! : total + (current ?? 1) * scales.get(part)!;
      [current, hasDigit] = [undefined, false];
    } else if (tenfold.has(part)) {
      if (current !== undefined && (current % 100 !== 0 || current === 0)) return undefined;
      current = (current ?? 0) + tenfold.get(part)!;
      hasDigit = false;
    } else {
      const unit = units.get(part);
      if (unit === undefined || hasDigit) return undefined;
      const fits =
        current === undefined ||
        (current > 0 && (current % 100 === 0 || (unit < 10 && unit > 0 && current % 10 === 0 && current % 100 >= 20)));
      if (!fits) return undefined;
      current = (current ?? 0) + unit;
      hasDigit = true;
    }
  }
  if (current === undefined && total === 0) return undefined;
  const value = total + (current ?? 0);
  return isNegative ? -value : value;
}
