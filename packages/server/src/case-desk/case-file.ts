import { chainEvents } from '@errand/proofs/manifest.ts';
import { buildCaseFile } from '#cases/case-file/build.ts';
import { type CasePart, collectCase, json, storedPart } from '#cases/case-file/collect.ts';
import { findCase as findJobCase } from '#cases/case-file/sources.ts';
import { findExplanation } from '#cases/explanation/find-explanation.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { openOwnJob } from '#jobs/archive/open-job.ts';
import { refuseHeld } from '#jobs/read/held.ts';
import { findErasure } from '#jobs/record/certificates.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Listed, Page } from '#platform/list-page.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Signer } from '#signing/signer.ts';
import { alertAnswer, decisionAnswer, eventAnswer, noteAnswer, taskAnswer } from './answers.ts';
import { conflict } from './desk.ts';
import { readCase } from './read-case.ts';
import { readReport } from './report.ts';
import { viewerOf } from './rules/model.ts';
import { listAlertsOfCase } from './store/alerts.ts';
import type { CaseRow } from './store/cases.ts';
import { listChecks } from './store/checks.ts';
import { listDocuments } from './store/documents.ts';
import { listDecisions, listEvents, listNotes, listTasks } from './store/parts.ts';
import { listEarlierDecisions } from './store/related.ts';

// A case as one sealed package: what happened, what was decided and why, and the case file of each of its jobs.

export type CaseFileDeps = { database: Database; storage: Storage; signer: Signer; archive: Archive; version: string };

/** No person reads a case with more of anything; a part of one is no proof. */
const ROWS_MAX = 50_000;
const ALL: Page = { size: ROWS_MAX, offset: 0 };

export async function buildDeskFile(deps: CaseFileDeps, caller: Caller, row: CaseRow) {
  const { orgId } = caller;
  const db = deps.database.tenant(orgId);
  const viewer = viewerOf(caller);
  const events = complete('events', await listEvents(db, orgId, row.id, ALL))
    .reverse()
    .map(eventAnswer);
  const found = await readCase(db, orgId, row, viewer);
  const { alerts: _, jobs, notes: __, tasks: ___, documents, earlier_decisions: ____, ...summary } = found;
  const family = [row.id, ...found.merged_case_ids];
  const earlier = await listEarlierDecisions(db, orgId, row, { viewer, max: ROWS_MAX });
  const checks = await listChecks(db, orgId, { viewer, caseIds: family }, ALL);
  const parts: CasePart[] = [
    { path: 'README.txt', kind: 'about', content: Buffer.from(README) },
    json('case.json', summary),
    json(
      'alerts.json',
      (await listAlertsOfCase(db, orgId, row.id)).map((alert) => alertAnswer(alert)),
    ),
    json('timeline.json', events),
    json(
      'notes.json',
      (await listNotes(db, orgId, family)).map((note) => ({ case_id: note.case_id, ...noteAnswer(note) })),
    ),
    json(
      'tasks.json',
      (await listTasks(db, orgId, family)).map((task) => ({ case_id: task.case_id, ...taskAnswer(task) })),
    ),
    json('decisions.json', await listDecisions(db, orgId, family)),
    json('earlier-decisions.json', complete('earlier decisions', earlier).map(decisionAnswer)),
    json('checks.json', complete('second looks', checks)),
    json('report.json', await readReport({ db, archive: deps.archive }, orgId, row)),
    json('documents.json', documents),
    json('jobs.json', jobs),
  ];
  const files = await listDocuments(db, orgId, family);
  parts.push(...files.map((file, index) => storedPart('evidence', { folder: 'documents', index }, file)));
  for (const { job_id: jobId } of jobs) parts.push(...(await partsOfJob(deps, caller, jobId)));
  const facts = {
    organization_id: orgId,
    case_id: row.id,
    number: row.number,
    created_at: new Date(databaseNow()).toISOString(),
    service: { name: 'errand', version: deps.version },
    state: row.state,
    outcome: row.outcome,
    reason_code: row.reason_code,
    opened_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    jobs: jobs.map(({ job_id: id }) => id),
    events: chainEvents(events.map((event) => ({ ...event }))),
  };
  return buildCaseFile({ storage: deps.storage, parts, facts, key: await deps.signer.keyOf(orgId) });
}

function complete<Row>(what: string, { count, rows }: Listed<Row>): Row[] {
  if (count > rows.length) throw conflict(`The case has more than ${ROWS_MAX} ${what}. Split it first.`);
  return rows;
}

/** The parts of a job's own case file, in its folder. */
async function partsOfJob(
  { database, storage, archive }: CaseFileDeps,
  caller: Caller,
  jobId: string,
): Promise<CasePart[]> {
  const { orgId } = caller;
  const job = await openOwnJob({ database, archive }, orgId, jobId).catch(unlessGone);
  if (job === undefined) {
    const certificate = (await findErasure(database.tenant(orgId), orgId, jobId)) ?? null;
    return [json(`jobs/${jobId}/state.json`, { job_id: jobId, state: 'erased', certificate })];
  }
  await refuseHeld(job.db, caller, job);
  const row = await findJobCase(job.db, orgId, jobId);
  if (row === undefined) return [json(`jobs/${jobId}/state.json`, { job_id: jobId, state: 'The job has not ended.' })];
  const explanation = await findExplanation({ db: job.db, storage, orgId }, jobId);
  const { parts } = await collectCase(job.db, orgId, { ...row, explanation });
  return parts.filter(({ kind }) => kind !== 'about').map((part) => ({ ...part, path: `jobs/${jobId}/${part.path}` }));
}

/** Retention erases jobs before the case that they looked into. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}

const README = `This is the case file of a case of the case desk.

manifest.json   every file with its SHA-256 and size, the chain of events, and the public key
manifest.sig    the Ed25519 signature of the exact bytes of manifest.json, in base64
case.json       the subject, clocks, outcome, narrative, and the latest related cases of related_count
alerts.json     what was alerted, as it was sent
timeline.json   everything that happened, with who did it
notes.json      notes of people; tasks.json: what they had to do
decisions.json  decisions about this case; earlier-decisions.json: about its subject, evidence and not truth
checks.json     second looks at the decisions
report.json     the report: sentences with citations, and those without support
documents.json  files that people added; documents/ has them
jobs.json       the jobs that looked at the alerts; jobs/ID/ has what the case file of each job has, or the certificate
                of its deletion

Notes, tasks, decisions, second looks and documents include those of cases that were merged into this one.

To verify it offline:  errand case verify FILE --key KEYS
KEYS is the response of GET /v1/organizations/ID/signing-key/, which you got from the organization
over a channel that you trust.
`;
