import { readFile } from 'node:fs/promises';
import { keyIdOf } from '@errand/proofs/signature.ts';
import type { TrustedKey } from '@errand/proofs/verify-case.ts';
import { UsageError } from '../terminal/errors.ts';

/** Reads trusted keys: a public key as PEM, or the output of `errand case keys`, which includes earlier keys. */
export async function readTrustedKeys(path: string): Promise<TrustedKey[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}.`);
  });
  try {
    if (text.trimStart().startsWith('-----BEGIN')) return [{ key_id: keyIdOf(text), public_key: text }];
    const { public_key, previous = [] } = JSON.parse(text);
    return [{ public_key }, ...previous].map((key: { public_key: string }) => ({
      // The id is computed from the key, whatever the file says.
      key_id: keyIdOf(key.public_key),
      public_key: key.public_key,
    }));
  } catch {
    throw new UsageError(`${path} is not a public key. Use a PEM file, or the output of errand case keys --json.`);
  }
}
