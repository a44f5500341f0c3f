import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { type KeyPair, signBytes } from './signature.ts';

// The first file of a case file. It names every other one by its hash and is signed itself.

export const CASE_FORMAT = 'errand-case/1';
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';

export type CaseFileEntry = { path: string; sha256: string; size: number } & Record<string, unknown>;

export type ChainedEvent = { at: string; kind: string; previous_hash: string; hash: string } & Record<string, unknown>;

export type Manifest = {
  format: string;
  organization_id: string;
  job_id: string;
  created_at: string;
  key: { key_id: string; algorithm: 'ed25519'; public_key: string };
  files: CaseFileEntry[];
  events: ChainedEvent[];
} & Record<string, unknown>;

/** What the first link of a chain names as the one before it. */
export const CHAIN_START = '0'.repeat(64);

export const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** The hash of a link: of everything in it, with the hash before it. */
export const linkHash = (link: object): string => sha256(canonicalJson(link));

/** Links events in their order, which the times only describe: a clock may have been set in between. */
export function chainEvents(events: ({ at: string; kind: string } & Record<string, unknown>)[]): ChainedEvent[] {
  let previous = CHAIN_START;
  return events.map((event) => {
    const link = { ...event, previous_hash: previous };
    previous = linkHash(link);
    return { ...link, hash: previous };
  });
}

export function findChainProblems(events: ChainedEvent[]): string[] {
  let previous = CHAIN_START;
  for (const [index, { hash, ...link }] of events.entries()) {
    if (link.previous_hash !== previous || linkHash(link) !== hash)
      return [`Event ${index + 1} (${String(link.kind)}) does not follow from the one before it.`];
    previous = hash;
  }
  return [];
}

type CaseFacts = Omit<Manifest, 'format' | 'key' | 'files'>;

/** The two files that a case file begins with, as bytes. */
export function sealManifest(
  facts: CaseFacts,
  files: CaseFileEntry[],
  { keyId, publicKey, privateKey }: KeyPair,
): { manifest: Buffer; signature: Buffer } {
  const key = { key_id: keyId, algorithm: 'ed25519' as const, public_key: publicKey };
  const manifest = Buffer.from(`${JSON.stringify({ format: CASE_FORMAT, ...facts, key, files }, null, 2)}\n`);
  return { manifest, signature: Buffer.from(signBytes(manifest, privateKey)) };
}
