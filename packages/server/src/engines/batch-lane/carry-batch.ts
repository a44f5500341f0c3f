import type { Db } from '#platform/db.ts';
import { again, end, type Outcome } from '#platform/leased-work/definition.ts';
import { persistently } from '#platform/persist.ts';
import type { LoadOrgModels } from '../models/org-models.ts';
import type { Provider } from '../models/settings.ts';
import type { BatchInterface, createApi, Upload } from './interfaces.ts';
import {
  answerCalls,
  failCalls,
  forgetUpload,
  listBatchCalls,
  listKnownUploads,
  noteCancelled,
  noteUpload,
  noteUploadBegun,
} from './store.ts';

// One try at a batch: upload it if that has not happened, look for its end, and hand out the answers.

export type BatchRow = {
  connection_id: string | null;
  provider: string;
  model: string;
  path: string;
  provider_batch_id: string | null;
  not_ours: string[];
  upload_begun_at: Date | null;
  sent_count: number | null;
  guessed: boolean;
  cancelled_at: Date | null;
  created_at: Date;
  tries: number;
};

export type LeasedBatch = BatchRow & { id: string; org_id: string };
type Call = Awaited<ReturnType<typeof listBatchCalls>>[number];
type Reach = { system: Db; api: ReturnType<typeof createApi>; offered: BatchInterface };

/** `running`: the provider has not ended it. `over`: the answers are stored, so that jobs can be woken. */
export async function carryBatch(reach: Reach, row: LeasedBatch): Promise<Outcome | 'running' | 'over'> {
  const { system, api, offered } = reach;
  const calls = await listBatchCalls(system, row.id);
  const isWanted = calls.some(({ status, runs }) => status === 'sent' && runs);
  const { id: uploaded, isGuess } =
    row.provider_batch_id === null
      ? await upload(reach, row, calls, isWanted)
      : { id: row.provider_batch_id, isGuess: row.guessed };
  if (uploaded === undefined) return end({ status: 'given_up' });
  // What was only guessed may be the batch of somebody else.
  if (!isWanted && !isGuess && row.cancelled_at === null && (await noteCancelled(system, row.id)))
    await offered.cancel(api, uploaded);
  const lines = await offered.look(api, uploaded);
  if (lines === undefined) return 'running';
  const ours = new Set(calls.map(({ id }) => id));
  if (lines.length > 0 && !lines.some(({ id }) => ours.has(id))) {
    await forgetUpload(system, row.id);
    return again(0);
  }
  await answerCalls(
    system,
    row.id,
    lines.filter(({ id }) => ours.has(id)),
  );
  await failCalls(system, row.id, 'The provider ended the batch without an answer.');
  return 'over';
}

/** Finds what an earlier try has sent, or sends it. Returns no id if nobody wants it any more. */
async function upload(
  { system, api, offered }: Reach,
  row: LeasedBatch,
  calls: Call[],
  isWanted: boolean,
): Promise<{ id: string | undefined; isGuess: boolean }> {
  const given: Upload = {
    id: row.id,
    model: row.model,
    path: row.path,
    createdAt: row.created_at,
    calls: calls.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }])),
  };
  // A release that did not tell the beginning may have sent something before the second try.
  const hasBegun = row.upload_begun_at !== null || row.tries > 1;
  const sent = {
    ...given,
    // Calls that were taken back or deleted since then were sent, too.
    count: row.sent_count ?? given.calls.length,
    others: new Set([...row.not_ours, ...(await listKnownUploads(system, row.org_id, row.provider))]),
  };
  const found = hasBegun ? await offered.find(api, sent) : undefined;
  if (found === undefined && !isWanted) return { id: undefined, isGuess: false };
  if (found === undefined) await noteUploadBegun(system, row.id, given.calls.length);
  const id = found ?? (await offered.create(api, given));
  const isGuess = found !== undefined && offered.guesses === true;
  // The provider has it: an outage of the database is waited for.
  await persistently(() => noteUpload(system, row.id, id, isGuess));
  return { id, isGuess };
}

/** Finds the provider with the key that the batch was made for. */
export async function findProvider(
  loadModels: LoadOrgModels,
  {
    org_id: orgId,
    connection_id: id,
    provider,
    model,
  }: Pick<LeasedBatch, 'org_id' | 'connection_id' | 'provider' | 'model'>,
): Promise<Provider | undefined> {
  const { catalog } = await loadModels(orgId);
  const all = [...catalog.offered().map((one) => one.provider), tryResolve(catalog, model)];
  return all.find((one) =>
    id === null ? one?.own === undefined && one?.id === provider : one?.own?.connectionId === id,
  );
}

function tryResolve(catalog: Awaited<ReturnType<LoadOrgModels>>['catalog'], model: string): Provider | undefined {
  try {
    return catalog.resolve(model).provider;
  } catch {
    return undefined;
  }
}
