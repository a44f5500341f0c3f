import { InvalidArgumentError } from 'commander';

/** Reads the address of a receiver. */
export function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new InvalidArgumentError('An address must look like https://example.org/hook.');
}
