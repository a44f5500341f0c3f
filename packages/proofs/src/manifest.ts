import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { type KeyPair, signBytes } from './signature.ts';

// The manifest is the first file of a case file. It lists the hashes of all others and is signed.

export const CASE_FORMAT = 'errand-case/1';
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';

export type CaseFileEntry = { path: string; sha256: string; size: number } & Record<string, unknown>;

export type ChainedEvent = { at: string; kind: string; previous_hash: string; hash: string } & Record<string, unknown>;

export type Manifest = {
  format: string;
  organization_id: string;
  /** The job, or for a case of the desk its id. One of the two is there. */
  job_id?: string;
  case_id?: string;
  created_at: string;
  key: { key_id: string; algorithm: 'ed25519'; public_key: string };
  files: CaseFileEntry[];
  events: ChainedEvent[];
} & Record<string, unknown>;

/** The previous hash of the first link of a chain. */
export const CHAIN_START = '0'.repeat(64);

export const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** Hashes a link, including the hash of the link before it. */
export const linkHash = (link: object): string => sha256(canonicalJson(link));

/** Chains events in the given order. The order counts, not the times, because a clock may have been set. */
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
      return [`Event ${index + 1} (${String(link.kind)}) does not match the hash of the event before it.`];
    previous = hash;
  }
  return [];
}

/** What a manifest says beside key and files. */
export type CaseFacts = Omit<Manifest, 'format' | 'key' | 'files'>;

/** Returns the first two files of a case file as bytes: the manifest and its signature. */
export function sealManifest(
  facts: CaseFacts,
  files: CaseFileEntry[],
  { keyId, publicKey, privateKey }: KeyPair,
): { manifest: Buffer; signature: Buffer } {
  const key = { key_id: keyId, algorithm: 'ed25519' as const, public_key: publicKey };
  const manifest = Buffer.from(`${JSON.stringify({ format: CASE_FORMAT, ...facts, key, files }, null, 2)}\n`);
  return { manifest, signature: Buffer.from(signBytes(manifest, privateKey)) };
}
