import { hasRole } from '@errand/contract/roles.ts';
import type { Snapshot } from '#agents/snapshot.ts';
import { type Origin, priority } from '#jobs/record/model.ts';
import type { JobRecord } from '#jobs/record/store.ts';
import { markUnstored } from '#jobs/retention/unstored.ts';
import { type RunRequest, readRunRequest } from '#jobs/start/run-request.ts';
import { type SyncDeps, startSync } from '#jobs/start/run-sync.ts';
import type { StartOptions } from '#jobs/start/start-options.ts';
import type { Caller } from '#platform/caller.ts';
import { forbidden } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';

// Starts a run that came through another door than the API. It has the same job, ledger entry and webhooks as a run through the API.

export type RunDeps = SyncDeps & { cancelJob(caller: Caller, jobId: string): Promise<unknown> };

export type DoorRun = {
  caller: Caller;
  snapshot: Snapshot;
  inputs: Record<string, unknown>;
  files?: RunRequest['files'];
  metadata?: Record<string, unknown>;
  origin: Origin;
  idempotency?: StartOptions['idempotency'];
  skipCache?: boolean;
  /** The data of the job goes once it has been answered. */
  unstored?: boolean;
};

/** `ended` rejects if this process stops first. The job goes on. */
export type RunningJob = { jobId: string; ended: Promise<JobRecord> };

export function loadAgent(deps: RunDeps, caller: Caller, agentId: string): Snapshot | Promise<Snapshot> {
  return deps.starter.load(caller, { agentId, versionId: undefined }, { fresh: false });
}

/** Resolves as soon as the job exists. */
export async function startRun(deps: RunDeps, run: DoorRun): Promise<RunningJob> {
  const { request, options } = readRun(run);
  return startSync(deps, request, { ...options, priority: priority.waiting });
}

/** Starts a job that nobody waits for, and returns its id. */
export async function startInBackground({ starter }: RunDeps, run: DoorRun): Promise<string> {
  const { request, options } = readRun(run);
  const outcome = await starter.startOne(request, { ...options, priority: priority.normal });
  return 'repeatedJobIds' in outcome ? outcome.repeatedJobIds[0]! : outcome.job.id;
}

function readRun(run: DoorRun) {
  const { caller, snapshot } = run;
  if (!hasRole(caller.role, 'member')) throw forbidden(`This needs the role member; yours is ${caller.role}.`);
  const keys = new Set(snapshot.version.inputDefinitions.map(({ key }) => key));
  const request = readRunRequest(
    { inputs: run.inputs, ...(run.metadata && { metadata: run.metadata }) },
    { form: false, files: run.files ?? [], defined: (name) => keys.has(name) },
  );
  const options = {
    caller,
    target: { agentId: snapshot.agentId, versionId: versionOf(snapshot) },
    origin: run.origin,
    skipCache: run.skipCache ?? false,
    idempotency: run.idempotency,
    snapshot,
    ...(run.unstored && markWithStart(caller)),
  } as const;
  return { request, options };
}

/** The mark is committed with the job, so that no death between them keeps the data. */
function markWithStart(caller: Caller): Pick<StartOptions, 'jobIds' | 'alongside'> {
  const jobId = newId();
  return { jobIds: [jobId], alongside: (tx) => markUnstored(tx, caller, jobId) };
}

/** A run of the current version follows the agent, should a newer one become current. */
const versionOf = ({ version, currentVersionId }: Snapshot): string | undefined =>
  version.id === currentVersionId ? undefined : version.id;
