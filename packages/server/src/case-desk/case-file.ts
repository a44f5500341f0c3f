import { chainEvents } from '@errand/proofs/manifest.ts';
import { buildCaseFile } from '#cases/case-file/build.ts';
import { type CasePart, collectCase, json, storedPart } from '#cases/case-file/collect.ts';
import { findCase as findJobCase } from '#cases/case-file/sources.ts';
import { findExplanation } from '#cases/explanation/find-explanation.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { openOwnJob } from '#jobs/archive/open-job.ts';
import { refuseHeld } from '#jobs/read/held.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Signer } from '#signing/signer.ts';
import { alertAnswer, eventAnswer } from './answers.ts';
import { conflict } from './desk.ts';
import { readCase } from './read-case.ts';
import { readReport } from './report.ts';
import { viewerOf } from './rules/model.ts';
import { listAlertsOfCase } from './store/alerts.ts';
import type { CaseRow } from './store/cases.ts';
import { listChecks } from './store/checks.ts';
import { listDocuments } from './store/documents.ts';
import { listDecisions, listEvents } from './store/parts.ts';

// A case as one sealed package: what happened, what was decided and why, and the case file of each of its jobs.

export type CaseFileDeps = { database: Database; storage: Storage; signer: Signer; archive: Archive; version: string };

/** No person reads a case with more; a part of one is no proof. */
const EVENTS_MAX = 50_000;

export async function buildDeskFile(deps: CaseFileDeps, caller: Caller, row: CaseRow) {
  const { orgId } = caller;
  const db = deps.database.tenant(orgId);
  const { count, rows } = await listEvents(db, orgId, row.id, { size: EVENTS_MAX, offset: 0 });
  if (count > EVENTS_MAX) throw conflict(`The case has more than ${EVENTS_MAX} events. Split it first.`);
  const events = rows.reverse().map(eventAnswer);
  const found = await readCase(db, orgId, row, viewerOf(caller));
  const checks = await listChecks(db, orgId, { viewer: viewerOf(caller), caseId: row.id }, { size: 1_000, offset: 0 });
  const { alerts: _, jobs, notes, tasks, documents, earlier_decisions: earlier, ...summary } = found;
  const parts: CasePart[] = [
    { path: 'README.txt', kind: 'about', content: Buffer.from(README) },
    json('case.json', summary),
    json(
      'alerts.json',
      (await listAlertsOfCase(db, orgId, row.id)).map((alert) => alertAnswer(alert)),
    ),
    json('timeline.json', events),
    json('notes.json', notes),
    json('tasks.json', tasks),
    json('decisions.json', await listDecisions(db, orgId, row.id)),
    json('earlier-decisions.json', earlier),
    json('checks.json', checks.rows),
    json('report.json', await readReport(db, orgId, row)),
    json('documents.json', documents),
    json('jobs.json', jobs),
  ];
  const files = await listDocuments(db, orgId, [row.id, ...found.merged_case_ids]);
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

/** The parts of a job's own case file, in its folder. */
async function partsOfJob(
  { database, storage, archive }: CaseFileDeps,
  caller: Caller,
  jobId: string,
): Promise<CasePart[]> {
  const { orgId } = caller;
  const job = await openOwnJob({ database, archive }, orgId, jobId);
  await refuseHeld(job.db, caller, job);
  const row = await findJobCase(job.db, orgId, jobId);
  if (row === undefined) return [json(`jobs/${jobId}/state.json`, { job_id: jobId, state: 'The job has not ended.' })];
  const explanation = await findExplanation({ db: job.db, storage, orgId }, jobId);
  const { parts } = await collectCase(job.db, orgId, { ...row, explanation });
  return parts.filter(({ kind }) => kind !== 'about').map((part) => ({ ...part, path: `jobs/${jobId}/${part.path}` }));
}

const README = `This is the case file of a case of the case desk.

manifest.json   every file with its SHA-256 and size, the chain of events, and the public key
manifest.sig    the Ed25519 signature of the exact bytes of manifest.json, in base64
case.json       the subject, clocks, outcome, narrative and related cases
alerts.json     what was alerted, as it was sent
timeline.json   everything that happened, with who did it
notes.json      notes of people; tasks.json: what they had to do
decisions.json  decisions about this case; earlier-decisions.json: about its subject, evidence and not truth
checks.json     second looks at the decisions
report.json     the report: sentences with citations, and those without support
documents.json  files that people added; documents/ has them
jobs.json       the jobs that looked at the alerts; jobs/ID/ has what the case file of each job has

To verify it offline:  errand case verify FILE --key KEYS
KEYS is the response of GET /v1/organizations/ID/signing-key/, which you got from the organization
over a channel that you trust.
`;
