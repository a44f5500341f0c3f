import type { Document } from '../text/document.ts';
import { findGreeting, readParty } from '../text/parties.ts';
import type { Clue } from './clue.ts';

// Who was paid or paid, in a sentence about a payment: "used at ACME STORES for £3", "credited by NEFT from Acme Ltd".

const score = 1;
const paid =
  /\b(?:used|spent|spend|purchased?|purchase|bought|paid|pay|payment|charged?|charge|declined|refused|refund(?:ed)?|transaction|debited|credited|left your account|eingegangen|abgebucht|überwiesen|gutgeschrieben|débité|crédité|cargado|abonado|sent|received|transferred|transfer|deposit(?:ed)?|withdrew|withdrawn|withdrawal|wired?)\b/i;
/** What may stand between such a word and the party: an amount, a card, an account, a way of payment. */
const frame =
  /\b(at|from|to|by|towards|von|an|bei|chez|de|en|van) ((?:the )?[\p{Lu}\d][^\n|]*?)(?= (?:for|on|of|was|were|is|has|sind|ist|wurden?|eingegangen|using|with|via|ending|in the amount|at \d|\d{1,2}[:.]\d{2})\b| of (?:\p{Lu}{3} ?)?[\p{Sc}\d]| (?:to|from|by) \p{Lu}|[.,;:!](?:\s|$)| ?\(| - |\s*$)/gu;
const notParties =
  /^(?:your|my|our|the|a|an|this|card|account|a\/c|acct|\d|\p{Lu}{3} [\d,.]+|NEFT|IMPS|UPI|RTGS|SEPA|ACH|ATM|January|February|March|April|May|June|July|August|September|October|November|December|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/u;

/** A bank writes to the holder of a card or an account. */
export const isNotice = ({ text }: Document): boolean =>
  text.length < 2_500 &&
  paid.test(text) &&
  /\b(?:your?|ihre?r?|votre|sus?|je|uw|din|dein) (?:\p{L}+ ){0,3}(?:card|account|a\/c|acct|payment|refund|transfer|karte|konto|carte|compte|tarjeta|cuenta|kaart|rekening)\b|\b(?:a\/c|acct|account|card)[: ]*(?:no\.? ?)?[*xX•.]{1,}\d|\b(?:card|account|debit|credit|transaction|payment) (?:alert|notification|notice)\b/iu.test(
    text,
  );

/** Such a notice begins with the holder's name. */
export function findAddressed(document: Document): Clue[] {
  if (!isNotice(document)) return [];
  const value = findGreeting(document);
  const start = value === undefined ? -1 : document.text.indexOf(value);
  return value === undefined || start < 0
    ? []
    : [{ start, end: start + value.length, value, trust: 1, score, how: 'block' }];
}

export function findPaid(document: Document): Clue[] {
  const found: Clue[] = [];
  for (const line of document.lines) {
    if (line.text.length > 400) continue;
    for (const sentence of line.text.matchAll(/.+?(?:[.!?](?=\s+\p{Lu})|$)/gu)) {
      if (!paid.test(sentence[0])) continue;
      for (const match of sentence[0].matchAll(frame)) {
        const text = match[2]!.replace(/^the /, '');
        const isTold =
          /\b(?:told|reported|call(?:ed)?|reply|text|write|contact|belongs?|according|due|up|close)\s+$/i.test(
            sentence[0].slice(0, match.index),
          );
        if (isTold || notParties.test(text)) continue;
        const name = readName(text);
        if (name === undefined) continue;
        const at = line.start + sentence.index + match.index + match[0].lastIndexOf(name);
        found.push({ start: at, end: at + name.length, value: name, trust: 1, score, how: 'block' });
      }
    }
  }
  // Several parties take part in a longer story.
  return new Set(found.map(({ value }) => value)).size === 1 ? found.slice(0, 1) : [];
}

/** Shops have numbers and towns in their names: "TESCO STORES 3318 LONDON". */
function readName(text: string): string | undefined {
  const trimmed = text.trim().replace(/[.,;]$/, '');
  if (trimmed.length > 60 || !/\p{L}{2}/u.test(trimmed)) return undefined;
  if (/^[\p{Lu}\d &.'*/#-]+$/u.test(trimmed)) return trimmed;
  const name = readParty(trimmed);
  return name !== undefined && /^\p{Lu}/u.test(name) && name.split(' ').length <= 6 ? name : undefined;
}

const left =
  /\b(?:balance|available|avl|bal|left to spend|you have|you now have|remaining|kontostand|saldo|solde|guthaben|rest)\b/i;

/** The sum of a notice is the one that is not what is left on the account; the card is the only number with its end. */
export function findInNotice(main: 'amount' | 'balance' | 'card', document: Document): Clue[] {
  if (!isNotice(document)) return [];
  const clue = (start: number, end: number, value: string | number): Clue[] => [
    { start, end, value, trust: 1, score: 0.95, how: 'block' },
  ];
  if (main === 'card') {
    const ends = [
      ...document.text.matchAll(
        /(?:\bend(?:s|ing|et|end)? (?:in |with |auf )?|[*xX•.…]{1,} ?)(\d{4})(?![\d.,/-]|:\d)/g,
      ),
    ];
    const [first] = ends;
    if (first === undefined || new Set(ends.map((one) => one[1])).size > 1) return [];
    const end = first.index + first[0].length;
    return clue(end - 4, end, first[1]!);
  }
  const sums = document.numbers.filter(({ currency, isPercent }) => currency !== undefined && !isPercent);
  const isLeft = ({ start }: { start: number }): boolean => {
    const before = document.text.slice(Math.max(0, start - 60), start);
    return left.test(before.slice(before.search(/[.!?;\n](?=[^.!?;\n]*$)/) + 1));
  };
  const own = sums.filter((one) => isLeft(one) === (main === 'balance'));
  return new Set(own.map(({ value }) => value)).size === 1 ? clue(own[0]!.start, own[0]!.end, own[0]!.value) : [];
}
