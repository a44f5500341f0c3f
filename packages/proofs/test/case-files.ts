import { randomBytes, randomInt } from 'node:crypto';
import type { ArchiveFile } from '../src/archive.ts';
import { chainEvents, sealManifest, sha256 } from '../src/manifest.ts';
import { createKeyPair, type KeyPair } from '../src/signature.ts';

export const key = createKeyPair();

type Made = { files?: ArchiveFile[]; by?: KeyPair; change?: (facts: Record<string, unknown>) => void };

export function makeFiles({ files = someFiles(), by = key, change }: Made = {}): ArchiveFile[] {
  const facts = {
    organization_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
    job_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4e',
    created_at: '2026-05-04T10:20:30.400Z',
    events: chainEvents([
      { at: '2026-05-04T10:20:30.400Z', kind: 'accepted' },
      // The clock was set back; the order of events is that of the chain.
      { at: '2026-05-04T09:00:00.000Z', kind: 'success' },
    ]),
  };
  change?.(facts);
  const listed = files.map(({ path, content }) => ({ path, sha256: sha256(content), size: content.length }));
  const { manifest, signature } = sealManifest(facts as never, listed, by);
  return [{ path: 'manifest.json', content: manifest }, { path: 'manifest.sig', content: signature }, ...files];
}

const someFiles = (): ArchiveFile[] => [
  {
    path: 'inputs.json',
    content: Buffer.from(JSON.stringify([{ key: 'name', value: randomBytes(8).toString('hex') }])),
  },
  { path: 'evidence/001-page.html', content: randomBytes(randomInt(2_000)) },
  { path: 'empty.txt', content: Buffer.alloc(0) },
];

export const trust = ({ keyId, publicKey }: KeyPair) => ({ key_id: keyId, public_key: publicKey });
