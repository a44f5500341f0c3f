// Small numbers in words.

const small =
  'zero one two three four five six seven eight nine ten eleven twelve|null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf|zéro un deux trois quatre cinq six sept huit neuf dix onze douze|cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce|zero uno due tre quattro cinque sei sette otto nove dieci undici dodici';

const teens = 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Words that count without being a number. */
const others: Record<number, string[]> = {
  2: ['twins', 'couple', 'pair', 'twice', 'both'],
  3: ['triplets', 'thrice'],
  6: ['half a dozen', 'half-dozen'],
  12: ['dozen'],
};

/** Returns the words for a small number in several languages, and in English up to 99. */
export function numberWords(value: number): string[] {
  if (!Number.isInteger(value) || value < 0 || value > 99) return [];
  if (value <= 12) return [...small.split('|').map((words) => words.split(' ')[value]!), ...(others[value] ?? [])];
  if (value < 20) return [teens[value - 13]!];
  const rest = value % 10 === 0 ? '' : small.split(' ')[value % 10]!;
  return [`${tens[Math.floor(value / 10) - 2]}${rest === '' ? '' : `-${rest}`}`];
}

const known = new Map(
  Array.from({ length: 100 }, (_, value) => value).flatMap((value) =>
    numberWords(value).map((word): [string, number] => [word, value]),
  ),
);

const scales: Record<string, number> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};

/** "seven", "a dozen", "twenty-four", "twelve thousand", "half a million"; and a number word among others: "fourteen weeks". */
export function numberInWords(given: string): number | undefined {
  const words = given.toLowerCase().trim().replace(/-/g, ' ').split(/\s+/);
  const at = words.findIndex((word) => word in scales);
  if (at < 0) return smallInWords(words.join(' ').replace(/^an? /, ''));
  const before = words.slice(0, at).join(' ');
  const times = before === '' || before === 'a' ? 1 : before === 'half a' ? 0.5 : smallInWords(before);
  const [next = '', ...rest] = words.slice(at + 1);
  if (times === undefined || rest.some((word) => word in scales)) return undefined;
  return times * scales[words[at]!]! * (scales[next] ?? 1);
}

function smallInWords(words: string): number | undefined {
  const half = / and a half$/.test(words) ? 0.5 : 0;
  const plain = words.replace(/ and a half$/, '');
  const whole = known.get(plain) ?? known.get(plain.replace(/ /g, '-'));
  if (whole !== undefined) return whole + half;
  const found = plain.split(' ').flatMap((word) => known.get(word) ?? []);
  // "twenty four" is one number, "two or three" are two.
  if (found.length === 2 && found[0]! >= 20 && found[0]! % 10 === 0 && found[1]! < 10) return found[0]! + found[1]!;
  return found.length === 1 ? found[0]! + half : undefined;
}
