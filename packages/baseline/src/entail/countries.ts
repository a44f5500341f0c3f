// The countries that a text names, by their codes.

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions that are no countries: the European Union, the United Nations, and codes for tests. */
const NONE = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** Some names have an older code, too: Russia that of the Soviet Union. */
const currentCode = (code: string): string => Intl.getCanonicalLocales(`und-${code}`)[0]!.slice('und-'.length);

const codes = new Map<string, string>([
  ...LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
    .filter((code) => !NONE.has(code))
    .flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[name, currentCode(code)]];
    }),
  ['USA', 'US'],
  ['UK', 'GB'],
  ['Britain', 'GB'],
  ['Turkey', 'TR'],
  ['Burma', 'MM'],
  ['Myanmar', 'MM'],
  ['DPRK', 'KP'],
  ['Ivory Coast', 'CI'],
]);
const known = new Set(codes.values());

const pattern = new RegExp(
  `(?<![\\p{L}])(?:${[...codes.keys()]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')})(?![\\p{L}])`,
  'gu',
);

/** `about` is the name of the member or the label: a code of two letters names a country only there. */
export function countriesIn(text: string, about = ''): string[] {
  const named = [...text.matchAll(pattern)].map(([name]) => codes.get(name)!);
  const code = text.trim();
  return known.has(code) && /countr|nation|residence|jurisdiction|destination/i.test(about) ? [...named, code] : named;
}
