import { createHash, randomInt } from 'node:crypto';

// errand_<40 random>_<6 of checksum>, all base62, so that secret scanners can tell a real key from a look-alike. A key
// given at the first start may have any form, so the checksum is not verified here.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newApiKey(): string {
  const random = Array.from({ length: 40 }, () => ALPHABET[randomInt(62)]).join('');
  return `errand_${random}_${checksum(`errand_${random}`)}`;
}

/** Tells whether the text can be a key at all, generated or given. */
export const canBeApiKey = (text: string): boolean => /^[\x21-\x7e]{32,200}$/.test(text);

function checksum(text: string): string {
  let number = createHash('sha256').update(text).digest().readUIntBE(0, 6);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits += ALPHABET[number % 62];
    number = Math.floor(number / 62);
  }
  return digits;
}
