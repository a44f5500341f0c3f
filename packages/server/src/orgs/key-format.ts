import { createHash, randomInt } from 'node:crypto';

// errand_<40 random>_<6 of checksum>, all base62: a typing error is recognised without asking the database, and
// scanners that look for leaked secrets can tell a real key from a look-alike.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const GENERATED = /^(errand_[0-9A-Za-z]{40})_([0-9A-Za-z]{6})$/;

export function newApiKey(): string {
  const random = Array.from({ length: 40 }, () => ALPHABET[randomInt(62)]).join('');
  return `errand_${random}_${checksum(`errand_${random}`)}`;
}

/** What can be a key at all, generated or given at the first start. A generated one has to have its checksum right. */
export function canBeApiKey(text: string): boolean {
  if (!/^[\x21-\x7e]{32,200}$/.test(text)) return false;
  const generated = GENERATED.exec(text);
  return generated === null || checksum(generated[1]!) === generated[2];
}

function checksum(text: string): string {
  let number = createHash('sha256').update(text).digest().readUIntBE(0, 6);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits += ALPHABET[number % 62];
    number = Math.floor(number / 62);
  }
  return digits;
}
