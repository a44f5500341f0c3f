import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  ARCHIVE_BYTES_MAX,
  type ArchiveEntry,
  archiveSize,
  directoryOf,
  entryOf,
  headerOf,
} from '@errand/proofs/archive.ts';
import {
  type CaseFacts,
  type CaseFileEntry,
  chainEvents,
  MANIFEST,
  SIGNATURE,
  sealManifest,
  sha256,
} from '@errand/proofs/manifest.ts';
import type { KeyPair } from '@errand/proofs/signature.ts';
import type { StoredContent } from '#files/model.ts';
import { refuseAltered } from '#files/verify-content.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';
import type { CaseContents, CasePart } from './collect.ts';
import { listEvents } from './events.ts';

// Writes a case file piece by piece. Stored content is read twice, first for its checksums and then to be sent, so that
// a case of a gigabyte does not take a gigabyte of memory. Small content is read once.

const KEPT_BYTES_EACH = 1024 ** 2;
const KEPT_BYTES_MAX = 16 * 1024 ** 2;

type Summed = { part: CasePart; entry: ArchiveEntry; sha256: string; content: Buffer | undefined };

type Options = {
  storage: Storage;
  parts: CasePart[];
  /** What the manifest says beside the list of files. */
  facts: CaseFacts;
  key: KeyPair;
};

/** Checks everything before the first byte is sent, so that altered evidence is refused and never signed. */
export async function buildCaseFile({ storage, parts, facts, key }: Options) {
  const summed: Summed[] = [];
  let room = KEPT_BYTES_MAX;
  for (const part of parts) {
    const one = 'stored' in part ? await sumStored(storage, part, room) : sumMade(part);
    if ('stored' in part) room -= one.content?.length ?? 0;
    summed.push(one);
  }
  const { manifest, signature } = sealManifest(facts, summed.map(toEntry), key);
  const first = [
    { path: MANIFEST, content: manifest },
    { path: SIGNATURE, content: signature },
  ];
  const entries = [...first.map(entryOf), ...summed.map(({ entry }) => entry)];
  const size = archiveSize(entries);
  if (size > ARCHIVE_BYTES_MAX)
    throw new AppError('conflict', {
      detail: `The case file would have ${Math.ceil(size / 1024 ** 2)} MiB; the limit is ${ARCHIVE_BYTES_MAX / 1024 ** 2} MiB. Download the parts of the case one by one.`,
    });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const file of first) yield* [headerOf(entryOf(file)), file.content];
    for (const { part, entry, content } of summed) {
      yield headerOf(entry);
      if (content !== undefined) yield content;
      else if ('stored' in part) yield* await open(storage, part.stored);
    }
    yield directoryOf(entries);
  }
  return { size, pieces: pieces() };
}

/** What the manifest of a job's case file says. */
export function describeJob(
  { found, steps, review, tasks, waits, policy }: CaseContents,
  orgId: string,
  version: string,
) {
  return {
    organization_id: orgId,
    job_id: found.id,
    created_at: new Date(databaseNow()).toISOString(),
    service: { name: 'errand', version },
    engine: found.engine,
    // The built-in model makes no model call, so the version's own choice is named too.
    models: [...new Set([...steps.flatMap(({ model }) => model ?? []), ...modelOf(found.engine_config)])],
    agent: { id: found.agent_id, name: found.agent_name, version_id: found.version_id, version: found.version_name },
    policy:
      policy === undefined
        ? null
        : {
            id: policy.policyId,
            name: policy.name,
            version_id: policy.versionId,
            version: policy.versionName,
            content_sha256: sha256(JSON.stringify(policy.content)),
          },
    verdict: found.ui_fields?.verdict ?? null,
    accepted_at: found.created_at.toISOString(),
    finished_at: found.finished_at.toISOString(),
    data_deleted_at: found.data_deleted_at?.toISOString() ?? null,
    reviewers: [
      ...waits.flatMap(({ answeredBy, answeredAt, kind }) =>
        answeredBy === null ? [] : [{ by: answeredBy.name, at: answeredAt!.toISOString(), as: kind }],
      ),
      ...(review === undefined || review.status === 'disputed'
        ? []
        : [{ by: review.reviewed_by, at: review.reviewed_at.toISOString(), as: 'review' }]),
    ],
    events: chainEvents(listEvents({ found, steps, waits, review, tasks })),
  };
}

const modelOf = ({ model }: Record<string, unknown>): string[] => (typeof model === 'string' ? [model] : []);

const toEntry = ({ part, entry, sha256: hash }: Summed): CaseFileEntry => ({
  path: part.path,
  sha256: hash,
  size: entry.size,
  kind: part.kind,
  ...(part.name !== undefined && { name: part.name }),
});

function sumMade(part: CasePart & { content: Buffer }): Summed {
  const { content } = part;
  return { part, entry: entryOf(part), sha256: sha256(content), content };
}

async function sumStored(storage: Storage, part: CasePart & { stored: StoredContent }, room: number): Promise<Summed> {
  const { stored } = part;
  const keeps = stored.size <= Math.min(KEPT_BYTES_EACH, room);
  const kept: Uint8Array[] = [];
  const hash = createHash('sha256');
  let sum = 0;
  let size = 0;
  for await (const chunk of await open(storage, stored)) {
    hash.update(chunk);
    sum = crc32(chunk, sum);
    size += chunk.length;
    if (keeps) kept.push(chunk);
  }
  const found = hash.digest('hex');
  refuseAltered(stored.storageKey, found, stored.sha256);
  const content = keeps ? Buffer.concat(kept) : undefined;
  return { part, entry: { path: part.path, size, crc32: sum }, sha256: found, content };
}

async function open(storage: Storage, { storageKey }: StoredContent): Promise<AsyncIterable<Uint8Array>> {
  const found = await storage.get(storageKey).catch((cause: unknown) => {
    throw storageProblem(cause, () => new AppError('storage_failed', { cause }));
  });
  if (found === undefined) throw new AppError('content_lost', { cause: new Error(`no blob ${storageKey}`) });
  return found.stream;
}
