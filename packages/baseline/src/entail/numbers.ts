import { readings, scaleAfter } from '../values/scales.ts';
import { type Unit, unitAfter } from '../values/units.ts';

// The numbers of a clause that measure or count something. Dates and numbers of accounts, references and documents only
// name things: they are beyond no limit.

export type Stated = { value: number; unit?: Unit; isPercent?: true };

const NUMBER = /(?<![\p{L}\d.,-])\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|(?<![\p{L}\d.,])\d+(?:[.,]\d+)*/gu;

const MONTHS =
  'jan|ene|gen|f[eé][bv]|mar|mär|mrt|apr|avr|abr|may|mai|mag|mei|maj|jun|juin|giu|jul|juil|lug|aug|ago|aoû|sep|set|oct|okt|ott|out|nov|dec|dez|dic|déc';
const DATE = new RegExp(
  `\\d{4}-(?:0[1-9]|1[0-2])(?![\\d-])|\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{2,4}(?:[T ]\\d{2}:\\d{2}\\S*)?|\\d{1,2}:\\d{2}(?::\\d{2})?|\\d{1,2}(?:\\.|st|nd|rd|th| de)? (?:${MONTHS})\\p{L}{0,8}(?![\\p{L}])(?:\\.?,?(?: de)? \\d{4})?|(?<![\\p{L}])(?:${MONTHS})[a-z]{0,8}\\.? (?:\\d{1,2}(?:,? \\d{4}|(?![\\d.,]|\\s*[\\p{Sc}%]|\\s\\p{L}))|\\d{4})|(?<=\\b(?:in|since|of|year|until|from) )(?:19|20)\\d{2}(?![\\d.,]|\\s*[\\p{Sc}%]|\\s\\p{L})`,
  'giu',
);
/** "reference 2025000123", "account number 12345678", "invoice no. 4711". */
const NAMED =
  /(?:\b(?:reference|ref|account|invoice|order|number|no|nr|id|case|ticket|card|iban|phone|tel|customer|document|passport|policy|contract|batch|terminal|branch|code)[.:#]?\s?#?|#)$/i;

export function numbersOf(given: string): Stated[] {
  const text = withDigits(given);
  const dates = [...text.matchAll(DATE)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    if (dates.some((date) => start < date.end && date.start < end)) return [];
    if (/^\d{3,}$/.test(match[0]) && NAMED.test(text.slice(Math.max(0, start - 24), start))) return [];
    const after = text.slice(end, end + 24);
    const scale = scaleAfter(after) ?? 1;
    const unit = unitAfter(after);
    const isPercent = /^\s?(?:%|per ?cent\b)/i.test(after);
    return readings(match[0]).map((one) => ({
      value: one * scale,
      ...(unit !== undefined && scale === 1 && { unit }),
      ...(isPercent && { isPercent: true as const }),
    }));
  });
}

const WORDS: Record<string, number> = Object.fromEntries(
  [
    ['a an one ein eine einen einem einer un une una uno um uma een', 1],
    ['two zwei deux dos due dois twee', 2],
    ['three drei trois tres tre três drie', 3],
    ['four vier quatre cuatro quattro quatro', 4],
    ['five fünf cinq cinco cinque vijf', 5],
    ['six sechs seis sei zes', 6],
    ['seven sieben sept siete sette sete zeven', 7],
    ['eight acht huit ocho otto oito', 8],
    ['nine neun neuf nueve nove negen', 9],
    ['ten zehn dix diez dieci dez tien', 10],
    ['eleven elf onze once undici', 11],
    ['twelve zwölf douze doce dodici twaalf', 12],
    ['thirteen dreizehn treize trece tredici dertien', 13],
    ['fourteen vierzehn quatorze catorce quattordici veertien', 14],
    ['sixteen sechzehn seize dieciséis sedici zestien', 16],
    ['seventeen siebzehn dix-sept diecisiete diciassette zeventien', 17],
    ['eighteen achtzehn dix-huit dieciocho diciotto achttien', 18],
    ['fifteen fünfzehn quinze quince quindici vijftien', 15],
    ['twenty zwanzig vingt veinte venti vinte twintig', 20],
    ['thirty dreißig trente treinta trenta trinta dertig', 30],
    ['sixty sechzig soixante sesenta sessanta zestig', 60],
    ['ninety neunzig novanta noventa negentig', 90],
  ].flatMap(([words, value]) => (words as string).split(' ').map((word) => [word, value as number])),
);
const IN_WORDS = new RegExp(`(?<![\\p{L}])(?:${Object.keys(WORDS).join('|')})(?=[ -]\\p{L})`, 'giu');

/** "Three weeks" and "five per cent" are measures. "One of them" is not, so that only words before a unit count. */
const withDigits = (text: string): string =>
  text.replace(IN_WORDS, (word, at: number) => {
    const after = text.slice(at + word.length, at + word.length + 24).replace(/^-/, ' ');
    return unitAfter(after) === undefined && !/^ per ?cent\b/i.test(after) ? word : String(WORDS[word.toLowerCase()]);
  });

/** The last word of the name of a member whose number names something, or a point in time. */
const NAMING = new Set(
  'id ids account number no nr reference ref iban bic phone tel fax zip postcode code year date time timestamp at on day card pan mcc uuid hash version index row invoice order batch terminal month period quarter'.split(
    ' ',
  ),
);

export const isNaming = (about: string): boolean => NAMING.has(about.toLowerCase().split(' ').at(-1) ?? '');
