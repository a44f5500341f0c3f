import type { Db } from '#platform/db.ts';
import { again, end, type Outcome } from '#platform/leased-work/definition.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import type { ResolvedModel } from '../models/catalog.ts';
import { ProviderFault } from '../models/faults.ts';
import type { LoadOrgModels } from '../models/org-models.ts';
import type { Provider } from '../models/settings.ts';
import type { BatchInterface, createApi } from './interfaces.ts';
import {
  answerCalls,
  failCalls,
  forgetUpload,
  listBatchCalls,
  listBodies,
  listKnownUploads,
  noteCancelled,
  noteCancelTried,
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
type Reach = { system: Db; log: Logger; api: ReturnType<typeof createApi>; offered: BatchInterface };

type Carried = Outcome | 'running' | 'over';

/**
 * `running`: the provider has not ended it. `over`: the answers are stored, so that jobs can be woken. A provider that
 * refuses to take the batch, or to say what has become of it, is not asked again: the calls leave the lane at once.
 */
export async function carryBatch(reach: Reach, row: LeasedBatch): Promise<Carried> {
  try {
    return await carry(reach, row);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    reach.log.warn({ err: error, event: 'batch-lane.refused', batch: row.id }, 'a provider refused a batch');
    await persistently(() => failCalls(reach.system, row.id, error.message));
    return end({ status: 'given_up' });
  }
}

async function carry(reach: Reach, row: LeasedBatch): Promise<Carried> {
  const { system, api, offered } = reach;
  const calls = await listBatchCalls(system, row.id);
  const isWanted = calls.some(({ status, runs }) => status === 'sent' && runs);
  const { id: uploaded, isGuess } =
    row.provider_batch_id === null
      ? await upload(reach, row, calls, isWanted)
      : { id: row.provider_batch_id, isGuess: row.guessed };
  if (uploaded === undefined) return end({ status: 'given_up' });
  // What was only guessed may be the batch of somebody else.
  if (!isWanted && row.cancelled_at === null) await cancel(reach, row, isGuess ? undefined : uploaded);
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

/** Is repeated with each look until the provider has taken it. A refusal says that the batch has ended. */
async function cancel({ system, log, api, offered }: Reach, row: LeasedBatch, id: string | undefined): Promise<void> {
  await noteCancelTried(system, row.id);
  if (id === undefined) return;
  try {
    await offered.cancel(api, id);
  } catch (error) {
    if (!isRefusal(error)) {
      log.warn({ err: error, event: 'batch-lane.cancel', batch: row.id }, 'a batch could not be cancelled, will retry');
      return;
    }
  }
  await noteCancelled(system, row.id);
}

/** The provider has answered that it will not do this. */
const isRefusal = (error: unknown): error is ProviderFault =>
  error instanceof ProviderFault && error.kind === 'refused' && error.isAnswer;

/** Finds what an earlier try has sent, or sends it. Returns no id if nobody wants it any more. */
async function upload(
  { system, api, offered }: Reach,
  row: LeasedBatch,
  calls: Call[],
  isWanted: boolean,
): Promise<{ id: string | undefined; isGuess: boolean }> {
  const named = { id: row.id, model: row.model, path: row.path, createdAt: row.created_at };
  // A release that did not tell the beginning may have sent something before the second try.
  if (row.upload_begun_at !== null || row.tries > 1) {
    const found = await offered.find(api, {
      ...named,
      // Calls that were taken back or deleted since then were sent, too.
      count: row.sent_count ?? calls.length,
      others: new Set([...row.not_ours, ...(await listKnownUploads(system, row.org_id, row.provider))]),
    });
    if (found !== undefined) return note(found, offered.guesses === true);
  }
  if (!isWanted) return { id: undefined, isGuess: false };
  const bodies = await listBodies(system, row.id);
  await noteUploadBegun(system, row.id, bodies.length);
  return note(await offered.create(api, { ...named, calls: bodies }), false);

  /** The provider has it: an outage of the database is waited for. */
  async function note(id: string, isGuess: boolean): Promise<{ id: string; isGuess: boolean }> {
    await persistently(() => noteUpload(system, row.id, id, isGuess));
    return { id, isGuess };
  }
}

/** Finds the provider with the key that the batch was made for, and its entry of the model, which has the price. */
export async function findTarget(
  loadModels: LoadOrgModels,
  {
    org_id: orgId,
    connection_id: id,
    provider,
    model,
  }: Pick<LeasedBatch, 'org_id' | 'connection_id' | 'provider' | 'model'>,
): Promise<{ provider: Provider; entry: ResolvedModel['entry'] } | undefined> {
  const { catalog } = await loadModels(orgId);
  const fitting = [...catalog.offered(), ...tryResolve(catalog, model)].flatMap(({ provider: one, entry }) =>
    one !== undefined && (id === null ? one.own === undefined && one.id === provider : one.own?.connectionId === id)
      ? [{ provider: one, entry }]
      : [],
  );
  // Several providers may have a model of this name, at different prices.
  const named = fitting.find(({ entry }) => (entry?.remoteId ?? entry?.id) === model);
  return fitting[0] && { provider: fitting[0].provider, entry: named?.entry };
}

function tryResolve(catalog: Awaited<ReturnType<LoadOrgModels>>['catalog'], model: string): ResolvedModel[] {
  try {
    return [catalog.resolve(model)];
  } catch {
    return [];
  }
}
