import { buffer } from 'node:stream/consumers';
import type { DocumentSource } from '@errand/documents/parse-document.ts';
import { findReference } from '#files/references.ts';
import { listFilesOfJob } from '#files/store.ts';
import type { Db } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { JobInput } from '../record/model.ts';

// Where a source that a job names is now: an uploaded file, a page that it fetched, or a text among its inputs.

export type Source =
  | { kind: 'file'; source: DocumentSource /** A file inside it, by its path. */; part?: string }
  | { kind: 'fetched'; source: DocumentSource; html: boolean }
  | { kind: 'text'; text: string };

type Deps = { db: Db; storage: Storage; orgId: string };

/** `words`: what was found there, for texts that have no name of their own. */
export async function findSource(
  deps: Deps,
  job: { id: string; inputs: JobInput[] },
  file: string,
  words: string | undefined,
): Promise<Source | undefined> {
  const files = (await listFilesOfJob(deps.db, deps.orgId, job.id)).map((one) => ({
    name: one.name,
    contentType: one.contentType,
    size: one.size,
    open: () => read(deps.storage, one.storageKey),
  }));
  const named = files.find((one) => one.name === file);
  if (named !== undefined) return { kind: 'file', source: named };
  const text = findText(job.inputs, file, words);
  if (text !== undefined) return { kind: 'text', text };
  const fetched = await findFetched(deps, job.id, file);
  if (fetched !== undefined) return fetched;
  // What is left stands in an archive or an e-mail.
  const container = files.find(({ name, contentType }) =>
    /\.(zip|eml|msg)$|rfc822|zip/i.test(`${name} ${contentType}`),
  );
  return container && { kind: 'file', source: container, part: file };
}

async function read(storage: Storage, key: string): Promise<Buffer> {
  const content = await storage.get(key);
  if (content === undefined) throw new MissingContent();
  return buffer(content.stream);
}

/** The row is there and its content is not. */
export class MissingContent extends Error {}

function findText(inputs: JobInput[], file: string, words: string | undefined): string | undefined {
  const texts = inputs.filter(({ value }) => !value.startsWith('file_'));
  const own = texts.find(({ key }) => key === file);
  const holding = words === undefined ? undefined : texts.find(({ value }) => value.includes(words));
  return own !== undefined && (words === undefined || own.value.includes(words)) ? own.value : holding?.value;
}

type Fetched = { url: string; headers?: Record<string, string>; body?: string; kept?: string };

async function findFetched({ db, storage, orgId }: Deps, jobId: string, url: string): Promise<Source | undefined> {
  // PostgreSQL takes no NUL, and no address has one.
  if (url.includes('\u0000')) return undefined;
  const [row] = await db.query<{ job_id: string; result: Fetched }>(
    `select coalesce(reused_from, job_id) as job_id, result from job_steps
     where job_id = $2::uuid and org_id = $1::uuid and kind = 'fetch' and status = 'succeeded'
       and (result->>'url' = $3 or regexp_replace(result->>'url', '^.*/', '') = $3)
     order by seq limit 1`,
    [orgId, jobId, url],
  );
  if (row === undefined) return undefined;
  const { body, kept, headers = {} } = row.result;
  const contentType = headers['content-type'] ?? '';
  async function open(): Promise<Buffer> {
    if (body !== undefined) return Buffer.from(body, 'base64');
    const found = await findReference(db, orgId, row!.job_id, kept ?? '');
    if (found === undefined) throw new MissingContent();
    return read(storage, found.storageKey);
  }
  return { kind: 'fetched', source: { name: url.slice(0, 200), contentType, open }, html: /html/i.test(contentType) };
}
