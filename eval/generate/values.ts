import type { Language } from './labels.ts';
import type { Random } from './random.ts';

// Generates persons, companies, sums, days and identifiers, in the spelling of each language.

const given =
  'Ada Bruno Carla Dmitri Elena Farid Greta Hugo Ines Jonas Katrin Luca Maren Nadia Oskar Paula Quentin Rosa Samir Tilda Ursula Viktor Wanda Yara Zeno'.split(
    ' ',
  );
const family =
  'Abel Brandt Castellano Dupont Eriksen Ferrari Gauthier Hoffmann Ibarra Janssen Keller Lindqvist Moreau Navarro Okafor Petrescu Quiroga Rossi Sandoval Tremblay Ueda Vogel Wójcik Zimmermann'.split(
    ' ',
  );
const trades =
  'Nordwind Alpenrose Belvedere Corsica Delphin Estrella Feldmark Granada Hafenkante Iberia Jura Kestrel Lumière Montclar Nautilus Orchidee Primavera Quadrant Rivoli Solaris Tramontana'.split(
    ' ',
  );
const lines = 'Werkzeuge Logistics Textiles Instruments Coffee Papier Optics Marine Energie Print Foods Metalli'.split(
  ' ',
);
const forms: Record<Language, string[]> = {
  en: ['Ltd', 'LLC', 'Inc'],
  de: ['GmbH', 'AG', 'KG'],
  fr: ['SARL', 'SAS', 'SA'],
  es: ['SL', 'SA'],
  it: ['SRL', 'SPA'],
};
const goods =
  'Steel bracket|Copper pipe|Oak shelf|Desk lamp|Cable drum|Paint bucket|Safety gloves|Filter set|Ink cartridge|Door hinge|Pump seal|Garden hose|Tile cutter|Wool blanket|Notebook|Ceramic mug'.split(
    '|',
  );

export const person = (random: Random): string => `${random.pick(given)} ${random.pick(family)}`;
export const company = (random: Random, language: Language): string =>
  `${random.pick(trades)} ${random.pick(lines)} ${random.pick(forms[language])}`;
export const good = (random: Random): string => `${random.pick(goods)} ${random.integer(2, 98)}`;

export const money = (random: Random, from = 20, to = 9_000): number => random.integer(from * 100, to * 100) / 100;

export function day(random: Random, fromYear = 2023, toYear = 2026): string {
  const at = Date.UTC(random.integer(fromYear, toYear), random.integer(0, 11), random.integer(1, 28));
  return new Date(at).toISOString().slice(0, 10);
}

export const addDays = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const code = (random: Random, prefix: string): string =>
  `${prefix}-${random.integer(2023, 2026)}-${random.integer(1_000, 9_999)}`;

const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT' };

export function writeNumber(value: number, language: Language, decimals = 2): string {
  return value
    .toLocaleString(locales[language], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    })
    .replace(/[\u202f\u00a0]/g, ' ');
}

export function writeDay(iso: string, language: Language, style: number): string {
  const date = new Date(`${iso}T00:00:00Z`);
  const [year, month, number] = iso.split('-');
  if (style === 0) return iso;
  if (style === 1 && language !== 'en') return `${number}.${month}.${year}`;
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return date.toLocaleDateString(language === 'en' ? 'en-GB' : locales[language], form);
}

/** Generates an IBAN with right check digits. */
export function iban(random: Random): string {
  const account = String(random.integer(10_000_000, 99_999_999)) + String(random.integer(1_000_000_000, 9_999_999_999));
  return `DE${check97(`${account}131400`)}${account}`;
}

export function lei(random: Random): string {
  const body = `529900${Array.from({ length: 12 }, () => random.pick([...'0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'])).join('')}`;
  return body + check97(`${expand(body)}00`);
}

export function isin(random: Random): string {
  const body = `${random.pick(['DE', 'FR', 'XS', 'IT'])}000${Array.from({ length: 6 }, () => random.integer(0, 9)).join('')}`;
  const digits = expand(body);
  for (let last = 0; last < 10; last += 1) if (luhn(`${digits}${last}`)) return `${body}${last}`;
  return body;
}

const expand = (text: string): string => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
const check97 = (digits: string): string => String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
const luhn = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;
