import type { Db } from '#platform/db.ts';
import { type Listed, listPage } from '#platform/list-page.ts';
import { isVisible, normalizeKind } from '../rules/model.ts';
import type { CaseRow } from './cases.ts';
import type { DecisionRow } from './parts.ts';

// The cases that share identifiers with one. Any shared identifier relates two cases; only those by which the queue joins
// alerts say that the subject is the same.

const SHOWN_MAX = 50;

/** `kinds`: the parameter with the kinds that count, or null for all of them. */
const sharing = (kinds: string): string => `select o.case_id, o.kind, o.value
  from (select distinct kind, value from case_identifiers where org_id = $1 and case_id = $2) i
  join case_identifiers o on o.org_id = $1 and o.kind = i.kind and o.value = i.value and o.case_id <> $2
  where ${kinds}::text[] is null or i.kind = any (${kinds}::text[])`;

export type EarlierDecisions = {
  viewer: number | null;
  /** Decisions of other cases up to then: of the case itself, none is known before it is decided. */
  asOf?: Date | null;
  max?: number;
};

/** Decisions about the subject of a case, in other cases and in this one before it was reopened. Newest first. */
export async function listEarlierDecisions(
  db: Db,
  orgId: string,
  { id, queue_id: queueId, closed_at: closedAt }: Pick<CaseRow, 'id' | 'queue_id' | 'closed_at'>,
  { viewer, asOf = null, max = SHOWN_MAX }: EarlierDecisions,
): Promise<Listed<DecisionRow>> {
  const [queue] = await db.query<{ join_kinds: string[] }>(
    'select join_kinds from case_queues where org_id = $1 and id = $2',
    [orgId, queueId],
  );
  return listPage<DecisionRow>(db, {
    columns: `d.case_id, c.number as case_number, d.outcome, d.reason_code, d.narrative, d.proposed_by, d.decided_by,
      d.decided_at, d.automatic`,
    from: 'case_decisions d join cases c on c.id = d.case_id',
    where: `d.org_id = $1 and ${isVisible('c', '$3')} and ($5::timestamptz is null or d.decided_at <= $5::timestamptz)
      and (d.case_id in (select case_id from (${sharing('$6')}) same)
        or (d.case_id = $2 and $5::timestamptz is null
          and ($4::timestamptz is null or d.decided_at < $4::timestamptz)))`,
    order: 'd.decided_at desc, d.id desc',
    values: [orgId, id, viewer, closedAt, asOf, queue!.join_kinds.map(normalizeKind)],
    page: { size: max, offset: 0 },
  });
}

export type RelatedRow = Pick<CaseRow, 'id' | 'number' | 'queue_id' | 'state' | 'outcome'> & {
  subject_name: string;
  shared: { kind: string; value: string }[];
};

/** The latest ones. More would be noise: everybody shares a country. */
export const listRelated = (
  db: Db,
  orgId: string,
  caseId: string,
  viewer: number | null,
): Promise<Listed<RelatedRow>> =>
  listPage<RelatedRow>(db, {
    columns: `c.id, c.number, c.queue_id, c.subject ->> 'name' as subject_name, c.state, c.outcome, r.shared`,
    from: `(select case_id, json_agg(distinct jsonb_build_object('kind', kind, 'value', value)) as shared
      from (${sharing('null')}) s group by case_id) r join cases c on c.id = r.case_id`,
    where: `c.org_id = $1 and ${isVisible('c', '$3')}`,
    order: 'c.number desc',
    values: [orgId, caseId, viewer],
    page: { size: SHOWN_MAX, offset: 0 },
  });

/** The identifiers of one kind that the alerts of a case have, as they are compared. */
export async function listIdentifierValues(db: Db, orgId: string, caseId: string, kind: string): Promise<string[]> {
  const rows = await db.query<{ value: string }>(
    'select distinct value from case_identifiers where org_id = $1 and case_id = $2 and kind = $3 order by value limit 1000',
    [orgId, caseId, kind],
  );
  return rows.map((row) => row.value);
}

/** Other cases with one of these identifiers, the latest of each. */
export const listCasesWith = (
  db: Db,
  orgId: string,
  given: { kind: string; values: string[]; viewer: number | null },
): Promise<(Pick<CaseRow, 'id' | 'number' | 'state' | 'outcome'> & { value: string })[]> =>
  db.query(
    `select distinct on (i.value) i.value, c.id, c.number, c.state, c.outcome
     from case_identifiers i join cases c on c.id = i.case_id
     where i.org_id = $1 and i.kind = $2 and i.value = any ($3::text[]) and ${isVisible('c', '$4')}
     order by i.value, c.number desc`,
    [orgId, given.kind, given.values, given.viewer],
  );
