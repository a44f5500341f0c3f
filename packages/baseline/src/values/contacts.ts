import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

// Finds e-mail addresses, URLs and phone numbers.

export type Found = { start: number; end: number; value: string };
/** `isSure` means written as only phone numbers are, with +, brackets, a leading 0 or groups of three and four. */
export type Phone = Found & { isSure: boolean };

const emailPattern = /(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;
const urlPattern =
  /\b(?:https?:\/\/|www\.)[^\s<>"'`|\\^{}]{3,2000}|(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|dev|eu|uk|de|fr|example)\/[^\s<>"'`|\\^{}]{1,500}/gi;
const phonePattern = /(?<![\w+/.-])(?:\+|00)?\(?\d[\d\s().\-/\u00a0]{5,20}\d(?![\w@])/g;

export function findEmails(text: string): Found[] {
  return collect(text, emailPattern, (value) => value.replace(/[.-]+$/, ''));
}

export function findUrls(text: string): Found[] {
  return collect(text, urlPattern, (value) => {
    const closed = value.replace(/[.,;:!?'*]+$/, '');
    const trimmed = closed.endsWith(']') && !closed.includes('[') ? closed.slice(0, -1) : closed;
    return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1).replace(/[.,;]+$/, '') : trimmed;
  });
}

/** Finds phone numbers in E.164 form. Without a country code they belong to the given country, if possible there. */
export function findPhones(text: string, country: string | undefined): Phone[] {
  const found: Phone[] = [];
  for (const match of text.matchAll(phonePattern)) {
    const written = match[0].split(/\n| {3,}/)[0]!;
    const digits = written.replace(/\D/g, '').length;
    if (digits < 7 || digits > 15 || looksOtherwise(written)) continue;
    const stated = text.slice(match.index + written.length).match(/^ ?\(\+(\d{1,3})\)/);
    const phone = parsePhoneNumberFromString(
      stated ? `+${stated[1]}${written.replace(/\D/g, '').replace(/^0/, '')}` : written.replace(/^00/, '+'),
      country as CountryCode | undefined,
    );
    if (!phone?.isPossible()) continue;
    const isSure = digits >= 8 && (/^[+(0]/.test(written) || /\d{3}[-. ]\d{3}[-. ]\d{4}$/.test(written));
    found.push({ start: match.index, end: match.index + written.length, value: phone.number, isSure });
  }
  return found;
}

/** Whether it looks like a date, a range of years, an amount or a long code. */
function looksOtherwise(written: string): boolean {
  return (
    /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|^(19|20)\d\d ?[-–] ?(19|20)\d\d$|\.\d{2}$|^\d+$/.test(
      written,
    ) && !written.startsWith('0')
  );
}

function collect(text: string, pattern: RegExp, tidy: (value: string) => string): Found[] {
  return [...text.matchAll(pattern)].map((match) => {
    const value = tidy(match[0]);
    return { start: match.index, end: match.index + value.length, value };
  });
}
