import type { Db } from '#platform/db.ts';
import { again, end, type Outcome } from '#platform/leased-work/definition.ts';
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
} from './store.ts';

// One try at a batch: upload it if that has not happened, look for its end, and hand out the answers.

export type BatchRow = {
  connection_id: string | null;
  provider: string;
  model: string;
  path: string;
  provider_batch_id: string | null;
  not_ours: string[];
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
  const uploaded = row.provider_batch_id ?? (await upload(reach, row, calls, isWanted));
  if (uploaded === undefined) return end({ status: 'given_up' });
  if (!isWanted && row.cancelled_at === null && (await noteCancelled(system, row.id)))
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

/** Finds what an earlier try has sent, or sends it. Returns undefined if nobody wants it any more. */
async function upload(
  { system, api, offered }: Reach,
  row: LeasedBatch,
  calls: Call[],
  isWanted: boolean,
): Promise<string | undefined> {
  const given: Upload = {
    id: row.id,
    model: row.model,
    path: row.path,
    createdAt: row.created_at,
    calls: calls.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }])),
    others: new Set([...row.not_ours, ...(await listKnownUploads(system, row.org_id, row.provider))]),
  };
  // The first try of a row has sent nothing before it, unless a process died in it: then this is the second.
  const found = row.tries > 1 || row.not_ours.length > 0 ? await offered.find(api, given) : undefined;
  if (found === undefined && !isWanted) return undefined;
  const uploaded = found ?? (await offered.create(api, given));
  await noteUpload(system, row.id, uploaded);
  return uploaded;
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
