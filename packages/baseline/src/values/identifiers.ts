import { fold } from '../language/words.ts';

// Identifiers with a check digit. If the check fails, the identifier was misread, mistyped or invented.

export const identifierKinds = ['iban', 'lei', 'isin', 'card', 'vat'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];
export type Identifier = { kind: IdentifierKind; start: number; end: number; value: string };

const byName: [RegExp, IdentifierKind][] = [
  [/\biban\b|\bbank account number\b/, 'iban'],
  [/\blei\b|\blegal entity identifier\b/, 'lei'],
  [/\bisin\b/, 'isin'],
  [/\b(?:card|credit card|pan) (?:number|no)\b|\bpan\b/, 'card'],
  [
    /\b(?:vat|ust|tva|iva|btw|mwst) ?(?:id|number|no|nr|reg\w*)\b|\bvat (?:identification|registration)\b|\bustid\w*\b|\bvatin\b/,
    'vat',
  ],
];

/** Returns the kind of identifier of a field, by its name. */
export function identifierOf(name: string): IdentifierKind | undefined {
  const words = fold(name.replace(/([a-z\d])([A-Z])/g, '$1 $2')).replace(/[^a-z\d]+/g, ' ');
  return byName.find(([pattern]) => pattern.test(words))?.[1];
}

const compact = (text: string): string => text.toUpperCase().replace(/[\s.\-/]/g, '');

/** Returns false if the check digit is wrong, undefined if the form does not match or its check is unknown. */
export function isValidIdentifier(kind: IdentifierKind, text: string): boolean | undefined {
  const value = compact(text);
  switch (kind) {
    case 'iban':
      return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value)
        ? fitsLength(value) && remainder97(value.slice(4) + value.slice(0, 4)) === 1
        : undefined;
    case 'lei':
      return /^[A-Z\d]{18}\d{2}$/.test(value) ? remainder97(value) === 1 : undefined;
    case 'isin':
      return /^[A-Z]{2}[A-Z\d]{9}\d$/.test(value) ? isLuhn(lettersAsNumbers(value)) : undefined;
    case 'card':
      return /^\d{12,19}$/.test(value) ? isLuhn(value) : undefined;
    case 'vat':
      return isValidVat(value);
  }
}

/** Lengths of IBANs by country. Those of other countries are not checked. */
const ibanLengths: Record<string, number> = Object.fromEntries(
  'AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 TR26 AE23 SA24 IL23 MC27 SM27'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const fitsLength = (iban: string): boolean => (ibanLengths[iban.slice(0, 2)] ?? iban.length) === iban.length;

const lettersAsNumbers = (value: string): string =>
  value.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

function remainder97(value: string): number {
  let rest = 0;
  for (const digit of lettersAsNumbers(value)) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const weighted = (digits: string, weights: number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

/** Checks of VAT numbers by country, for the part after the country code. */
const vatChecks: Record<string, { form: RegExp; isRight(digits: string): boolean }> = {
  DE: {
    form: /^\d{9}$/,
    isRight(digits) {
      let product = 10;
      for (const digit of digits.slice(0, 8)) {
        const sum = (Number(digit) + product) % 10 || 10;
        product = (2 * sum) % 11;
      }
      return (11 - product) % 10 === Number(digits[8]);
    },
  },
  BE: {
    form: /^[01]?\d{9}$/,
    isRight: (digits) => 97 - (Number(digits.padStart(10, '0').slice(0, 8)) % 97) === Number(digits.slice(-2)),
  },
  IT: { form: /^\d{11}$/, isRight: isLuhn },
  FR: {
    form: /^\d{11}$/,
    isRight: (digits) => (12 + 3 * (Number(digits.slice(2)) % 97)) % 97 === Number(digits.slice(0, 2)),
  },
  PL: {
    form: /^\d{10}$/,
    isRight: (digits) => weighted(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(digits[9]),
  },
  PT: {
    form: /^\d{9}$/,
    isRight(digits) {
      const check = 11 - (weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
      return (check > 9 ? 0 : check) === Number(digits[8]);
    },
  },
  DK: { form: /^\d{8}$/, isRight: (digits) => weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  LU: { form: /^\d{8}$/, isRight: (digits) => Number(digits.slice(0, 6)) % 89 === Number(digits.slice(6)) },
};

function isValidVat(value: string): boolean | undefined {
  const [, country = '', rest = ''] = /^([A-Z]{2})([A-Z\d]{2,13})$/.exec(value) ?? [];
  const check = vatChecks[country];
  if (check === undefined) return undefined;
  return check.form.test(rest) ? check.isRight(rest) : undefined;
}

const forms: Record<IdentifierKind, RegExp> = {
  iban: /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?(?![\p{L}\d])/gu,
  lei: /(?<![\p{L}\d])[A-Z\d]{18}\d{2}(?![\p{L}\d])/gu,
  isin: /(?<![\p{L}\d])[A-Z]{2}[A-Z\d]{9}\d(?![\p{L}\d])/gu,
  card: /(?<![\p{L}\d.,+-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\p{L}\d]|[.,]\d)/gu,
  vat: /(?<![\p{L}\d])(?:AT ?U|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK) ?[A-Z\d](?:[ .]?[A-Z\d]){7,11}(?![\p{L}\d])/gu,
};

/** Finds identifiers of one kind whose check digit is right or cannot be checked. */
export function findIdentifiers(text: string, kind: IdentifierKind): Identifier[] {
  return [...text.matchAll(forms[kind])].flatMap((match) => {
    const written = match[0];
    if (isValidIdentifier(kind, written) === false) return [];
    if (kind !== 'vat' && isValidIdentifier(kind, written) === undefined) return [];
    return [{ kind, start: match.index, end: match.index + written.length, value: compact(written) }];
  });
}

/** Finds everything with the form of an identifier, right or wrong, because its digits are not amounts. */
export function identifierSpans(text: string): { start: number; end: number }[] {
  return (['iban', 'lei', 'isin', 'card'] as const).flatMap((kind) =>
    [...text.matchAll(forms[kind])].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
}
