// Finds numbers, sums of money and percentages in their many spellings.

export type NumberFound = {
  start: number;
  end: number;
  value: number;
  /** ISO 4217 code, if a sign or code is beside the number. */
  currency?: string;
  isPercent: boolean;
  /** Written with two decimals, so it is likely a price even without a sign. */
  hasCents: boolean;
  /** As written, without the currency. */
  text: string;
};

/** Longest first: `C$` before `$`. The country decides what `$`, `kr` and `Rs` mean. */
const signs: Record<string, string> = {
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  S$: 'SGD',
  HK$: 'HKD',
  R$: 'BRL',
  MX$: 'MXN',
  $: 'USD',
  '£': 'GBP',
  '€': 'EUR',
  '¥': 'JPY',
  '₹': 'INR',
  '₦': 'NGN',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '฿': 'THB',
  '₪': 'ILS',
  '₱': 'PHP',
  '₫': 'VND',
  '₴': 'UAH',
  'Rs.': 'INR',
  Rs: 'INR',
  zł: 'PLN',
  Kč: 'CZK',
  kr: 'SEK',
  'kr.': 'DKK',
  'Fr.': 'CHF',
  Ft: 'HUF',
  R: 'ZAR',
  KSh: 'KES',
  RM: 'MYR',
  Rm: 'MYR',
};
const codes =
  'USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN INR CNY HKD SGD KRW THB IDR MYR PHP VND TWD BRL MXN ARS CLP COP PEN ZAR NGN KES GHS EGP MAD TND ILS TRY RUB UAH AED SAR QAR KWD BHD OMR PKR BDT LKR ISK GEL KZT';
export const currencyCodes = new Set(codes.split(' '));

/** Returns the signs of a currency. `$` is used for many. */
export const currencySigns = (currency: string): string[] => [
  ...Object.keys(signs).filter((one) => signs[one] === currency),
  ...(/^(?:CAD|AUD|NZD|SGD|HKD|MXN)$/.test(currency) ? ['$'] : []),
  ...(/^(?:NOK|DKK|ISK)$/.test(currency) ? ['kr'] : []),
];

/** Names of currencies after a sum: "40 dollars". A name that several countries share is that of the largest. */
const currencyWords: Record<string, string> = {
  USD: 'us dollars?|dollars?|bucks',
  EUR: 'euros?',
  GBP: 'pounds sterling|pounds?(?! (?:of|per))|quid',
  JPY: 'yen',
  CHF: 'swiss francs?|franken|francs?',
  INR: 'rupees?',
  MYR: 'ringgit',
  IDR: 'rupiah',
  PLN: 'złotych|złote|złoty|zlotys?|zloty',
  SEK: 'kronor',
  DKK: 'danish kroner',
  NOK: 'norwegian kroner|kroner',
  CZK: 'korun',
  ZAR: 'rand',
  BRL: 'reais',
  MXN: 'mexican pesos|pesos',
  TRY: 'lira',
  CNY: 'yuan|renminbi',
};
const currencyWord = Object.values(currencyWords).join('|');
const codeOfWord = (word: string): string | undefined =>
  Object.keys(currencyWords).find((one) => new RegExp(`^(?:${currencyWords[one]})$`, 'i').test(word));

const escapeSign = (sign: string): string => sign.replace(/[$.]/g, '\\$&');
const sign = Object.keys(signs)
  .sort((one, other) => other.length - one.length)
  .map(escapeSign)
  .join('|');
const code = [...currencyCodes].join('|');
/** One letter is a currency only before a price: "R 120.50", and not in "R18-31". */
const letterSign = 'R(?= ?\\d{1,3}(?:[ ,]\\d{3})*[.,]\\d{2}(?![\\d-]))';
const before = `(?:(?<![A-Za-z\\d])(${code}|${sign.replace('|R|', '|').replace(/\|R$/, '')}|${letterSign}) ?)?`;
const digits = `(\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?|\\d{1,3}(?:[ \\u00a0\\u202f'’.,]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d+)?)`;
const after = `(?: ?(million|billion|trillion|thousand|mio|mrd|bn|lakh|crore|[kK](?![A-Za-z])|m(?![A-Za-z²³2])|(?<=\\d)M(?![A-Za-z\\d²³])))?(?: ?(%|percent\\b|per cent\\b|(?:${code})\\b|€|£|zł|kr\\b|Kč|Ft\\b|(?i:${currencyWord})\\b))?`;
const numberPattern = new RegExp(`(?<![\\w.,/])([-−–]?)${before}([-−]?)${digits}${after}`, 'gu');

const scales: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  mio: 1e6,
  billion: 1e9,
  bn: 1e9,
  mrd: 1e9,
  trillion: 1e12,
  lakh: 1e5,
  crore: 1e7,
};

export function findNumbers(text: string): NumberFound[] {
  const commaIsDecimal = usesDecimalComma(text);
  const found: NumberFound[] = [];
  for (const match of text.matchAll(numberPattern)) {
    const [all, minus, signBefore, innerMinus, number = '', scale, unit] = match;
    let value = readNumber(number, commaIsDecimal);
    if (scale !== undefined) value = tidy(value * (scales[scale.toLowerCase()] ?? 1));
    if ((minus && signBefore !== undefined) || innerMinus || minus === '-' || minus === '−') value = -value;
    const isPercent = unit !== undefined && /%|per ?cent/i.test(unit);
    const mark = signBefore ?? (isPercent ? undefined : unit);
    // "Mo.-Fr. 08.30 - 12.30 Uhr": a Friday is no franc.
    const isFriday = mark === 'Fr.' && /[-–—,] ?$/.test(text.slice(Math.max(0, match.index - 2), match.index));
    const currency = mark === undefined || isFriday ? undefined : (signs[mark] ?? codeOfWord(mark) ?? mark);
    found.push({
      start: match.index,
      end: match.index + all.length,
      value,
      ...(currency !== undefined && { currency }),
      isPercent,
      hasCents: /[.,]\d{2}$/.test(number),
      text: number,
    });
  }
  return found;
}

/** `1.234,50` and `34,50` show it; `1,234.50` and `34.50` show the opposite. */
export function usesDecimalComma(text: string): boolean {
  const commas = text.match(/\d,\d{1,2}(?![\d,.])/g)?.length ?? 0;
  const points = text.match(/\d\.\d{1,2}(?![\d,.])/g)?.length ?? 0;
  return commas > points;
}

function readNumber(text: string, commaIsDecimal: boolean): number {
  const plain = text.replace(/[ \u00a0\u202f'’]/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last === -1) return Number(plain);
  const separator = plain[last]!;
  const decimals = plain.length - last - 1;
  const isRepeated = plain.indexOf(separator) !== last;
  const hasBoth = plain.includes(separator === '.' ? ',' : '.');
  const groupsOnly =
    isRepeated || (decimals === 3 && !hasBoth && (separator === ',' ? !commaIsDecimal || last <= 3 : commaIsDecimal));
  if (groupsOnly && !(isRepeated && hasBoth)) return Number(plain.replace(/[.,]/g, ''));
  return Number(`${plain.slice(0, last).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`);
}

const tidy = (value: number): number => Number(value.toPrecision(12));

/** Returns the currency of the whole text: that of most of its sums, or a code without a sum. */
export function mainCurrency(numbers: NumberFound[], text: string, country: string | undefined): string | undefined {
  const counts = new Map<string, number>();
  for (const { currency } of numbers) if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  for (const word of text.match(/\b[A-Z]{3}\b/g) ?? []) {
    if (currencyCodes.has(word)) counts.set(word, (counts.get(word) ?? 0) + 0.9);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best && localCurrency(best[0], country, text);
}

const dollars: Record<string, string> = { CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD', HK: 'HKD', US: 'USD', MX: 'MXN' };
const crowns: Record<string, string> = { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' };

/** Resolves `$` in Canada or `kr` in Norway. A code in the text takes precedence over the country. */
function localCurrency(currency: string, country: string | undefined, text: string): string {
  const family = currency === 'USD' ? dollars : currency === 'SEK' ? crowns : undefined;
  if (family === undefined || new RegExp(`\\b${currency}\\b|US\\$`).test(text)) return currency;
  const written = Object.values(family).find((one) => new RegExp(`\\b${one}\\b`).test(text));
  return written ?? (country === undefined ? currency : (family[country] ?? currency));
}
