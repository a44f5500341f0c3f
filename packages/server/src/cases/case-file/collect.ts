import { findPathProblem } from '@errand/proofs/archive.ts';
import { listArtifacts } from '#files/artifacts.ts';
import type { StoredContent } from '#files/model.ts';
import { listReferences } from '#files/references.ts';
import { listFilesOfJob } from '#files/store.ts';
import { jobStatus } from '#jobs/record/model.ts';
import { listWaits } from '#jobs/record/wait-store.ts';
import { findReview } from '#jobs/reviews/reviews.ts';
import { taskView } from '#jobs/reviews/task-view.ts';
import { listTasksOfJob } from '#jobs/reviews/tasks-store.ts';
import { waitView } from '#jobs/waits/model.ts';
import { listAudit } from '#orgs/audit.ts';
import type { Db } from '#platform/db.ts';
import { findAppliedPolicy } from '#policies/reference.ts';
import { README } from './readme.ts';
import { type CaseRow, type CaseStep, listCaseSteps } from './sources.ts';

// Collects the files of a case, in the order of the archive. Small files are created here. Large ones stay in storage.

export type CasePart = {
  path: string;
  kind: 'about' | 'input' | 'evidence' | 'reference' | 'record';
  /** Its name in the service: the name of a file or the key of an artifact. */
  name?: string;
} & ({ content: Buffer } | { stored: StoredContent });

export type CaseContents = Awaited<ReturnType<typeof collectCase>>;

/** No person reads a case with more waits or audit entries than this. */
const ROWS_MAX = 10_000;

export async function collectCase(db: Db, orgId: string, found: CaseRow & { explanation?: object | undefined }) {
  const { id: jobId } = found;
  const page = { size: ROWS_MAX, offset: 0 };
  const steps = await listCaseSteps(db, orgId, jobId);
  const review = await findReview(db, orgId, jobId);
  const tasks = (await listTasksOfJob(db, orgId, jobId)).reverse();
  const waits = (await listWaits(db, orgId, { jobId }, page)).rows.reverse();
  const audit = (await listAudit(db, orgId, { targetId: jobId }, page)).rows.reverse();
  const policy =
    found.policy_version_id === null ? undefined : await findAppliedPolicy(db, orgId, found.policy_version_id);
  const parts: CasePart[] = [
    { path: 'README.txt', kind: 'about', content: Buffer.from(README) },
    json('job.json', jobOf(found)),
    json('inputs.json', found.inputs),
    ...(found.status === jobStatus.failure
      ? [json('outputs.json', []), json('partial-outputs.json', found.outputs)]
      : [json('outputs.json', found.outputs)]),
    json('verdict.json', { verdict: found.ui_fields?.verdict ?? null, shown: found.ui_fields, trust: found.trust }),
    ...(found.explanation === undefined ? [] : [json('explanation.json', found.explanation)]),
    json('agent.json', agentOf(found)),
    ...(policy === undefined ? [] : [json('policy.json', policy)]),
    json('steps.json', steps.map(stepOf)),
    json('waits.json', waits.map(waitView)),
    json('reviews.json', { counts: review ?? null, tasks: tasks.map((task) => taskView(task, NOBODY)) }),
    json('audit.json', audit),
    ...(await listFilesOfJob(db, orgId, jobId)).map((file, index) => part('input', index, file.name, file)),
    ...(await listArtifacts(db, orgId, jobId)).map((one, index) => part('evidence', index, one.key, one)),
    ...(await listReferences(db, orgId, jobId)).map((one, index) => part('reference', index, one.resourceId, one)),
  ];
  return { found, steps, review, tasks, waits, policy, parts };
}

/** A second reviewer must not see the first review before giving their own, so case files hide it until then. */
const NOBODY = { userId: null, keyId: null };

export const json = (path: string, value: unknown): CasePart => ({
  path,
  kind: 'record',
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

const folders = { input: 'inputs', evidence: 'evidence', reference: 'references' };

const part = (
  kind: keyof typeof folders,
  index: number,
  name: string,
  { storageKey, sha256, size }: StoredContent,
): CasePart => storedPart(kind, { folder: folders[kind], index }, { name, storageKey, sha256, size });

/** Paths have a number to make them unique and only plain letters. The manifest has the original names. */
export function storedPart(
  kind: CasePart['kind'],
  { folder, index }: { folder: string; index: number },
  { name, storageKey, sha256, size }: StoredContent & { name: string },
): CasePart {
  const last = name.split('/').at(-1)!;
  const plain = last.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(-100);
  const path = `${folder}/${String(index + 1).padStart(4, '0')}-${plain}`;
  if (findPathProblem(path) !== undefined) throw new Error(`The path ${path} is not allowed in a case file.`);
  return { path, kind, name, stored: { storageKey, sha256, size } };
}

const jobOf = (found: CaseRow) => ({
  id: found.id,
  status: found.status,
  created_at: found.created_at,
  finished_at: found.finished_at,
  requested_by: found.requested_by,
  origin: found.origin,
  attempt: found.attempt,
  batch_id: found.batch_id,
  retried_from: found.retried_from,
  cached_from: found.source_job_id,
  metadata: found.metadata,
  error_code: found.error_code,
  error_message: found.error_message,
  input_tokens: found.input_tokens,
  output_tokens: found.output_tokens,
  cost: found.cost,
  data_deleted_at: found.data_deleted_at,
  status_events: found.events,
});

const agentOf = (found: CaseRow) => ({
  id: found.agent_id,
  name: found.agent_name,
  engine_class_id: found.engine,
  version_id: found.version_id,
  version_name: found.version_name,
  // Stored configurations have their secret values masked.
  engine_config: found.engine_config,
  input_definitions: found.input_definitions,
  approval: found.approval,
});

const stepOf = ({ started_at, ...step }: CaseStep) => ({ ...step, started_at: started_at.toISOString() });
