import { buffer } from 'node:stream/consumers';
import type { DocumentSource } from '@errand/documents/parse-document.ts';
import type { PageWord } from '#engines/web/browser/page-words.ts';
import { findReference, isResourceId } from '#files/references.ts';
import { listFilesOfJob } from '#files/store.ts';
import type { Db } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { JobInput } from '../record/model.ts';
import { findWords } from './find-words.ts';

// Finds a source that a job names: an uploaded file, a page that it fetched or saw in a browser, a saved reference, or
// a text among its inputs.

export type Source =
  | { kind: 'file'; source: DocumentSource /** A file inside it, by its path. */; part?: string }
  | { kind: 'fetched'; source: DocumentSource; html: boolean }
  /** A page as a browser showed it: its text, and a screenshot if one was taken. */
  | { kind: 'seen'; text: string; picture?: DocumentSource; words?: PageWord[] }
  | { kind: 'text'; text: string };

type Deps = { db: Db; storage: Storage; orgId: string };

/** Finds the source named `file`. `words` is the quotation, which identifies texts without a name. */
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
  const web = await findOnWeb(deps, job.id, file, words);
  if (web !== undefined) return web;
  const saved = isResourceId(file) ? await findSaved(deps, job.id, file) : undefined;
  if (saved !== undefined) return { kind: 'fetched', source: saved, html: /html/i.test(saved.contentType) };
  // Otherwise the file may be inside an archive or an email.
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

/** The row exists, but its content is missing in storage. */
export class MissingContent extends Error {}

function findText(inputs: JobInput[], file: string, words: string | undefined): string | undefined {
  const texts = inputs.filter(({ value }) => !value.startsWith('file_'));
  const own = texts.find(({ key }) => key === file);
  const holding = words === undefined ? undefined : texts.find(({ value }) => value.includes(words));
  return own !== undefined && (words === undefined || own.value.includes(words)) ? own.value : holding?.value;
}

/** Returns the fetched page, or the page in the browser if only that has the words, because scripts may add text. */
async function findOnWeb(
  deps: Deps,
  jobId: string,
  url: string,
  words: string | undefined,
): Promise<Source | undefined> {
  // PostgreSQL does not accept NUL, and no URL contains it.
  if (url.includes('\u0000')) return undefined;
  const [fetched, seen] = [await findFetched(deps, jobId, url), await findSeen(deps, jobId, url, words)];
  if (fetched === undefined || seen === undefined || words === undefined) return fetched ?? seen;
  const hasWords = findWords(seen.text, words) !== undefined;
  return hasWords && fetched.html && !(await saysWords(fetched.source, words)) ? seen : fetched;
}

async function saysWords({ open }: DocumentSource, words: string): Promise<boolean> {
  const content = await open();
  const html = (content instanceof Uint8Array ? Buffer.from(content) : await buffer(content)).toString('utf8');
  return findWords(html.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/gi, ' '), words) !== undefined;
}

type Seen = { job_id: string; text: string; saved: string | null; words: PageWord[] | null };

/** Finds the last visit to this URL that shows the words, or else the last one: earlier ones may precede a click. */
async function findSeen(deps: Deps, jobId: string, url: string, words: string | undefined) {
  const [row] = await deps.db.query<Seen>(
    `select coalesce(reused_from, job_id) as job_id, result->>'text' as text,
        coalesce(result->>'saved', result->'references'->>0) as saved, result->'words' as words from job_steps
      where job_id = $2::uuid and org_id = $1::uuid and kind in ('fetch', 'tool') and status = 'succeeded'
        and result->>'url' = $3 and result->>'text' is not null
      order by ($4::text is not null and position($4::text in result->>'text') > 0) desc, seq desc limit 1`,
    [deps.orgId, jobId, url, words?.replaceAll('\u0000', '') ?? null],
  );
  if (row === undefined) return undefined;
  const id = /\/references\/([^/?#]+)\/?$/.exec(row.saved ?? '')?.[1];
  const picture = id === undefined ? undefined : await findSaved(deps, row.job_id, id);
  return { kind: 'seen' as const, text: row.text, ...(picture && { picture }), ...(row.words && { words: row.words }) };
}

async function findSaved(
  { db, storage, orgId }: Deps,
  jobId: string,
  id: string,
): Promise<(DocumentSource & { contentType: string }) | undefined> {
  const found = await findReference(db, orgId, jobId, id);
  if (found === undefined) return undefined;
  return { name: found.fileName, contentType: found.contentType, open: () => read(storage, found.storageKey) };
}

type Fetched = { url: string; headers?: Record<string, string>; body?: string; kept?: string };

async function findFetched(
  { db, storage, orgId }: Deps,
  jobId: string,
  url: string,
): Promise<Extract<Source, { kind: 'fetched' }> | undefined> {
  const [row] = await db.query<{ job_id: string; result: Fetched }>(
    `select coalesce(reused_from, job_id) as job_id, result from job_steps
     where job_id = $2::uuid and org_id = $1::uuid and kind = 'fetch' and status = 'succeeded'
       and coalesce(result->>'body', result->>'kept') is not null
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
