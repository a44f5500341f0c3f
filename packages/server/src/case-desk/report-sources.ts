import { succeededStatuses } from '@errand/contract/job-status.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import type { Db } from '#platform/db.ts';
import { listAlertsOfCase } from './store/alerts.ts';
import type { CaseRow } from './store/cases.ts';
import { listDocuments } from './store/documents.ts';
import { listEvents, listJobLinks, listMerged, listNotes } from './store/parts.ts';
import { listEarlierDecisions } from './store/related.ts';
import type { GivenCitation } from './store/reports.ts';

// What a sentence of a report may cite: alerts, jobs, notes, documents and events of the case and of what was merged
// into it, and earlier decisions.

/** `text` is null where no quotation can be compared. `sentence`: what a draft says of it. */
export type Source = { kind: GivenCitation['kind']; id: string; text: string | null; sentence?: string };

const EVENTS_MAX = 1_000;

/** By kind and id. */
export async function readSources(
  db: Db,
  orgId: string,
  row: CaseRow,
  archive: Pick<Archive, 'open'>,
): Promise<Map<string, Source>> {
  const page = { size: EVENTS_MAX, offset: 0 };
  const links = await listJobLinks(db, orgId, row.id);
  const jobIds = links.map(({ job_id: id }) => id);
  const archived = await archive.open(orgId, jobIds, ['jobs', 'job_results']);
  const jobs = await listOutputs(archived?.db ?? db, orgId, jobIds);
  const family = [row.id, ...(await listMerged(db, orgId, row.id))];
  const sources: Source[] = [
    ...(await listAlertsOfCase(db, orgId, row.id)).map((alert): Source => {
      const { id, rule, amount, currency, external_id: externalId, detected_at: at } = alert;
      const sum = amount === null ? '' : ` over ${amount}${currency === null ? '' : ` ${currency}`}`;
      const sentence = `On ${at.toISOString().slice(0, 10)}, the rule “${rule}” detected alert ${externalId}${sum}.`;
      return { kind: 'alert', id, text: [externalId, rule, amount, currency, textOf(alert.data)].join('\n'), sentence };
    }),
    ...jobs.map(({ job_id: id, name, verdict, outputs }): Source => {
      const step = links.find((link) => link.job_id === id)?.step;
      const sentence = `The agent ${name} looked at it${step ? ` (${step})` : ''}${verdict === null ? '' : ` and came to “${verdict}”`}.`;
      return { kind: 'job', id, text: `${verdict ?? ''}\n${outputs}`, sentence };
    }),
    ...(await listNotes(db, orgId, family)).map(({ id, body }): Source => ({ kind: 'note', id, text: body })),
    ...(await listDocuments(db, orgId, family)).map(({ id }): Source => ({ kind: 'document', id, text: null })),
    ...(await listEvents(db, orgId, row.id, page)).rows.map(
      ({ id, kind, detail }): Source => ({
        kind: 'event',
        id,
        text: `${kind}\n${textOf(detail)}`,
      }),
    ),
    // Without a viewer: a report may be read by people who do not see restricted cases.
    ...(await listEarlierDecisions(db, orgId, row, { viewer: null })).rows.map((decision): Source => {
      const { case_id: id, case_number: number, outcome, reason_code: code, narrative, decided_at: at } = decision;
      const sentence = `On ${at.toISOString().slice(0, 10)}, case ${number} about the same subject was decided “${outcome}” (${code}).`;
      return { kind: 'decision', id, text: `${outcome}\n${code}\n${narrative}`, sentence };
    }),
  ];
  return new Map(sources.map((source) => [`${source.kind} ${source.id}`, source]));
}

type Output = { job_id: string; name: string; verdict: string | null; outputs: string };

/** Results that the organization may read: what was not approved is no source. */
const listOutputs = (db: Db, orgId: string, ids: string[]): Promise<Output[]> =>
  db.query<Output>(
    `select r.job_id, a.name, r.ui_fields ->> 'verdict' as verdict,
       coalesce((select string_agg(o ->> 'value', E'\\n') from json_array_elements(r.outputs) o), '') as outputs
     from job_results r join agents a on a.id = r.agent_id
     where r.org_id = $1 and r.job_id = any ($2::uuid[]) and r.status in (${succeededStatuses.join(', ')}) order by r.finished_at`,
    [orgId, ids],
  );

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, member]) => `${key}: ${textOf(member)}`)
      .join('\n');
  return String(value ?? '');
}
