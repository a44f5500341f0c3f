import type { ExecutableVersion } from '#agents/executable.ts';
import { readEngineConfig } from '#engines/engine/config.ts';
import { type Engine, type EngineContext, EngineFailure, type EngineResult } from '#engines/engine/engine.ts';
import { readChain } from '#engines/engine/model-config.ts';
import type { LoadOrgModels } from '#engines/models/org-models.ts';
import type { EngineRegistry } from '#engines/registry.ts';
import type { Toolbox } from '#engines/toolbox.ts';
import type { Database } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';
import type { SecretBox } from '#secrets/box.ts';
import type { Redactor } from '#secrets/redact.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { JobControl } from '../queue/runs.ts';
import { findRequesterRoles } from '../read/requester-roles.ts';
import { isTrial, priority } from '../record/model.ts';
import { approveResult } from './approve-result.ts';
import type { JobStream } from './delta-writer.ts';
import { fillConfig } from './fill-config.ts';
import { findLane } from './find-lane.ts';
import type { Outside } from './outside.ts';
import { redactModel, redactOutside, redactResult } from './redacted-context.ts';
import type { Journal } from './step-journal.ts';
import type { Trial } from './trial.ts';

export type RunOptions = {
  database: Database;
  registry: EngineRegistry;
  findVersion(versionId: string): Promise<ExecutableVersion | undefined>;
  /** Opens the secrets of a configuration. */
  box: SecretBox;
  /** The parts of the context that use storage. */
  outside(job: ClaimedJob): Outside;
  /** The parts of the context that use models and the internet. */
  toolbox: Toolbox;
  loadModels: LoadOrgModels;
  /** The version of the service. */
  version: string;
  /** Shows the words of a running job. */
  openJobStream(job: ClaimedJob): JobStream;
};

/** Runs the engine of a claimed job. If people have to approve the result, the job waits for them. */
export async function runEngine(
  options: RunOptions,
  job: ClaimedJob,
  journal: Journal,
  control: JobControl & { redactor: Redactor; trial?: Trial | undefined; stream: JobStream },
): Promise<{ result: EngineResult; isReusable?: boolean }> {
  const version = await options.findVersion(job.versionId);
  if (version === undefined)
    throw new EngineFailure('The version of the agent no longer exists.', { code: 'errand.agents.version_gone' });
  const engine = options.registry.find(version.engineClassId);
  if (engine === undefined)
    throw new EngineFailure(`The engine ${version.engineClassId} is not installed on this server.`, {
      code: 'errand.engines.not_installed',
    });
  const inputs = Object.fromEntries(job.inputs.map(({ key, value }) => [key, value]));
  const { redactor } = control;
  const { box, database } = options;
  const { trial } = control;
  const rendered = trial?.isDetached
    ? {}
    : await fillConfig({ db: database.system, box, orgId: job.orgId, version, engine, inputs, redactor });
  const config = trial?.isDetached
    ? {}
    : readEngineConfig(engine.configSchema, { ...rendered, ...(trial?.model && { model: trial.model }) });
  if (trial?.model && !takesModel(engine))
    throw new EngineFailure(`The engine ${engine.name} does not accept a model.`, { code: 'errand.config.invalid' });
  const outside = redactOutside(options.outside(job), redactor);
  const models = await options.loadModels(job.orgId);
  const openStream = mayStream(job, version, redactor) ? control.stream.open : undefined;
  const known = {
    ...job,
    ...journal,
    inputs,
    connectionRefs: version.connectionRefs,
    findRequesterRoles: () => findRequesterRoles(database.queue, job.orgId, job.jobId),
    signal: control.signal,
    openStream,
    redact: redactor.bytes,
    // What a batch is asked is stored until it is uploaded, so it may hold no secret.
    findLane: redactor.isEmpty() ? () => findLane(database.queue, job, models.preferences.batch_lane) : undefined,
    // A trial measures one model.
    chain: isTrial(job.origin) ? undefined : readChain(config, models.links),
    keep: whileOwned(control, outside.keep),
    recall: outside.recall,
  };
  const toolbox = options.toolbox(known, models);
  const context: EngineContext = {
    jobId: job.jobId,
    agentId: job.agentId,
    attempt: job.attempt,
    version: options.version,
    signal: control.signal,
    isTrial: isTrial(job.origin),
    step: journal.step,
    wait: journal.wait,
    ...toolbox,
    model: redactModel(toolbox.model, redactor),
    file: whileOwned(control, outside.file),
    artifact: whileOwned(control, outside.artifact),
    readArtifact: outside.readArtifact,
    reference: whileOwned(control, outside.reference),
    policy: outside.policy,
    lessons: outside.lessons,
    show: openStream ?? (() => () => undefined),
    progress: outside.progress,
  };
  const given = { inputs, config };
  const work = (): Promise<EngineResult> =>
    trial?.run === undefined ? engine.run(context, given) : trial.run(engine, context, given);
  const run = async (): Promise<EngineResult> => {
    try {
      return checkSize(redactResult(await work(), redactor));
    } catch (error) {
      throw version.approval === null && isSmall(error) ? error : withoutPartial(error);
    }
  };
  if (version.approval === null || isTrial(job.origin)) return { result: await run() };
  const { result, isApproved } = await approveResult(version.approval, journal, run);
  return { result, isReusable: isApproved };
}

/**
 * Nothing is shown of a result that people have to approve, nor where a secret may be among the words. Rows of batches
 * and trials have no readers.
 */
const mayStream = (job: ClaimedJob, { approval }: ExecutableVersion, redactor: Redactor): boolean =>
  approval === null && redactor.isEmpty() && !isTrial(job.origin) && job.priority !== priority.bulk;

const takesModel = ({ configSchema }: Engine): boolean =>
  Object.hasOwn(configSchema.properties, 'model') ||
  (configSchema as { additionalProperties?: unknown }).additionalProperties === true;

const bytesOf = ({ outputs }: EngineResult): number =>
  outputs.reduce((sum, output) => sum + Buffer.byteLength(output.value), 0);

const isSmall = (error: unknown): boolean =>
  !(error instanceof EngineFailure) || error.partial === undefined || bytesOf(error.partial) <= limits.outputBytes;

/** People approve results only, so what a failed job had found is not shown where they have to approve. */
function withoutPartial(error: unknown): unknown {
  if (!(error instanceof EngineFailure) || error.partial === undefined) return error;
  const { message, code, retry, postponeSeconds } = error;
  return new EngineFailure(message, { code, retry, ...(postponeSeconds !== undefined && { postponeSeconds }) });
}

function checkSize(result: EngineResult): EngineResult {
  const bytes = bytesOf(result);
  // Larger results belong in artifacts or references.
  if (bytes > limits.outputBytes) {
    throw new EngineFailure(`The output has ${bytes} bytes; at most ${limits.outputBytes} can be stored.`, {
      code: 'errand.outputs.too_large',
    });
  }
  return result;
}

/** Refuses work of an engine that did not stop in time or whose process slept: its job is over or has another owner. */
function whileOwned<Args extends unknown[], T>(
  control: JobControl,
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    control.signal.throwIfAborted();
    await control.assertOwned();
    return work(...args);
  };
}
