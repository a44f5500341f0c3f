// Splits and compares words in lower case, without accents and punctuation.

/** Splits `invoiceNumber`, `invoice_number` and `Invoice No.:` into words. */
export function splitWords(text: string): string[] {
  const known = splitBefore.get(text);
  if (known !== undefined) return known;
  const words = split(text);
  if (text.length <= 60) {
    if (splitBefore.size > 20_000) splitBefore.clear();
    splitBefore.set(text, words);
  }
  return words;
}

/** A cache, because labels and names of fields are split again and again. */
const splitBefore = new Map<string, string[]>();

function split(text: string): string[] {
  return fold(text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/\be[ -]mail/gi, 'email'))
    .split(/[^\p{L}\d#%]+/u)
    .filter(Boolean)
    .map((word) => spellings.get(word) ?? word);
}

export const phraseOf = (text: string): string => splitWords(text).join(' ');

/** Normalizes to compatible forms, lower case and no accents, so that two spellings of a word are equal. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Different spellings of the same word on labels. */
const spellings = new Map(
  Object.entries({
    no: 'number',
    nr: 'number',
    num: 'number',
    nummer: 'number',
    numero: 'number',
    numer: 'number',
    nombor: 'number',
    nomor: 'number',
    nro: 'number',
    nos: 'number',
    '#': 'number',
    ref: 'reference',
    qty: 'quantity',
    amt: 'amount',
    acct: 'account',
    bal: 'balance',
    tel: 'phone',
    telephone: 'phone',
    mobile: 'phone',
    cell: 'phone',
    cellphone: 'phone',
    mail: 'email',
    emails: 'email',
    id: 'number',
    identifier: 'number',
    org: 'organization',
    organisation: 'organization',
    organisations: 'organizations',
    prio: 'priority',
    desc: 'description',
    inv: 'invoice',
    doc: 'document',
    addr: 'address',
    authorization: 'authorisation',
    acc: 'account',
    txn: 'transaction',
    excluding: 'excl',
    including: 'incl',
    inclusive: 'incl',
    exclusive: 'excl',
    ex: 'excl',
    inc: 'incl',
    dept: 'department',
    colour: 'color',
    centre: 'center',
    favourite: 'favorite',
    licence: 'license',
    cheque: 'check',
    dob: 'birthday',
  }),
);

/** Returns the singular of regular English plurals, to compare the name of a list with the name of its elements. */
export function singular(word: string): string {
  if (/(ss|us|is|news|series)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word;
}

/** Returns where `phrase` begins within `words`, searched from the end, or -1. */
export function lastIndexOfPhrase(words: readonly string[], phrase: readonly string[]): number {
  for (let from = words.length - phrase.length; from >= 0; from -= 1) {
    if (phrase.every((word, at) => isSameWord(words[from + at]!, word))) return from;
  }
  return -1;
}

/** "starts" equals "start", and "departure" equals "departs". Short words must be identical. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (one[0] !== other[0] || Math.min(one.length, other.length) < 3) return false;
  if (singular(one) === other || singular(other) === one) return true;
  return one.length > 4 && other.length > 4 && stem(one) === stem(other);
}

const stems = new Map<string, string>();

export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size > 50_000) stems.clear();
  const found = cutEnding(word);
  stems.set(word, found);
  return found;
}

/** Returns the stem that forms of a word share: `refunded`, `refunds`, `refund`. */
function cutEnding(word: string): string {
  if (word.length <= 4) return singular(word);
  return singular(word)
    .replace(/(?<=.{5})ure$|(ations?|ments?|ings?|edly|ed|ly|er|or|al)$/, '')
    .replace(/(.)\1$/, '$1');
}
