import type { Db } from '#platform/db.ts';
import type { Listed, Page } from '#platform/list-page.ts';
import { type AlertSubject, isVisible, type Priority } from '../rules/model.ts';
import { type AlertTerm, alertTermsSql } from '../search/alert-terms.ts';

export type AlertRow = {
  id: string;
  queue_id: string;
  case_id: string;
  external_id: string;
  subject: AlertSubject;
  rule: string;
  amount: number | null;
  currency: string | null;
  time_window: Record<string, unknown> | null;
  detected_at: Date;
  data: Record<string, unknown>;
  priority: Priority;
  sha256: string;
  created_at: Date;
};

const COLUMNS = `a.id, a.queue_id, a.case_id, a.external_id, a.subject, a.rule, a.amount, a.currency, a.time_window,
  a.detected_at, a.data, a.priority, a.sha256, a.created_at`;
const WITH_CASES = 'case_alerts a join cases c on c.id = a.case_id';

export type AlertFilter = {
  viewer: number | null;
  queueId?: string | undefined;
  caseId?: string | undefined;
  terms?: AlertTerm[];
};

/** The conditions on an alert (a) that a list has, with their values. The organization is $1. */
export function alertWhere(orgId: string, filter: AlertFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [orgId, filter.viewer];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const terms = alertTermsSql(filter.terms ?? [], { bind, org: '$1', viewer: '$2' });
  // Few cases are restricted, so it is quicker to leave theirs out than to look at the case of every alert.
  const where = `a.org_id = $1 and a.case_id not in (
        select c.id from cases c where c.org_id = $1 and c.restricted_to is not null and not coalesce(${isVisible('c', '$2')}, false))${terms}
      and (${bind(filter.queueId ?? null)}::uuid is null or a.queue_id = $${values.length}::uuid)
      and (${bind(filter.caseId ?? null)}::uuid is null or a.case_id = $${values.length}::uuid)`;
  return { where, values };
}

/** Matches of a search are counted so far: the number of millions would take longer than the page. */
const COUNT_MAX = 10_000;

export type ListedAlerts = Listed<AlertRow> & { isCounted: boolean; hasMore: boolean };

export async function listAlerts(db: Db, orgId: string, filter: AlertFilter, page: Page): Promise<ListedAlerts> {
  const from = { ...alertWhere(orgId, filter), order: 'a.id desc' };
  if (!filter.terms?.length) {
    const count = await countPlain(db, orgId, filter);
    const rows = await listFrom(db, from, page);
    return { count, rows, isCounted: true, hasMore: page.offset + rows.length < count };
  }
  const { count, ids } = await findMatches(db, from, page);
  const isCounted = count <= COUNT_MAX;
  const isBeyond = !isCounted && page.offset + page.size > COUNT_MAX;
  // One row more says whether there is another page.
  const rows = isBeyond
    ? await listFrom(db, from, { ...page, size: page.size + 1 })
    : await listAlertsById(db, orgId, ids);
  const hasMore = isBeyond ? rows.length > page.size : page.offset + rows.length < count;
  return { count: Math.min(count, COUNT_MAX), rows: rows.slice(0, page.size), isCounted, hasMore };
}

type Matching = { where: string; values: unknown[]; order: string };

/** One walk for both: how many match, and which of them are on the page. Rows are read afterwards, for the page alone. */
async function findMatches(db: Db, { where, values, order }: Matching, page: Page) {
  const [found] = await db.query<{ count: number; ids: string[] }>(
    `with fits as materialized (select a.id from case_alerts a where ${where} order by ${order} limit ${COUNT_MAX + 1})
     select (select count(*)::int from fits) as count, array(
       select f.id from fits f order by f.id desc
       limit $${values.length + 1}::int offset $${values.length + 2}::bigint) as ids`,
    [...values, page.size, page.offset],
  );
  return found!;
}

/** Every alert is in one case, and cases know how many they have: a tenth of the rows, or fewer. */
async function countPlain(db: Db, orgId: string, filter: AlertFilter): Promise<number> {
  if (filter.queueId === undefined && filter.caseId === undefined) {
    const [all] = await db.query<{ count: number }>(
      `select coalesce(sum(c.alert_count), 0)::int as count from cases c where c.org_id = $1 and ${isVisible('c', '$2')}`,
      [orgId, filter.viewer],
    );
    return all!.count;
  }
  const { where, values } = alertWhere(orgId, filter);
  const [found] = await db.query<{ count: number }>(
    `select count(*)::int as count from case_alerts a where ${where}`,
    values,
  );
  return found!.count;
}

const listFrom = (db: Db, { where, values, order }: Matching, page: Page): Promise<AlertRow[]> =>
  db.query<AlertRow>(
    `select ${COLUMNS} from case_alerts a where ${where} order by ${order}
     limit $${values.length + 1}::int offset $${values.length + 2}::bigint`,
    [...values, page.size, page.offset],
  );

const listAlertsById = (db: Db, orgId: string, ids: string[]): Promise<AlertRow[]> =>
  db.query<AlertRow>(
    `select ${COLUMNS} from case_alerts a where a.org_id = $1 and a.id = any ($2::uuid[]) order by a.id desc`,
    [orgId, ids],
  );

export async function findAlert(
  db: Db,
  orgId: string,
  id: string,
  viewer: number | null,
): Promise<AlertRow | undefined> {
  const rows = await db.query<AlertRow>(
    `select ${COLUMNS} from ${WITH_CASES} where a.org_id = $1 and a.id = $2 and ${isVisible('c', '$3')}`,
    [orgId, id, viewer],
  );
  return rows[0];
}

/** Whatever case it is in: for the service itself. */
export async function findAlertById(db: Db, orgId: string, id: string): Promise<AlertRow | undefined> {
  const rows = await db.query<AlertRow>(`select ${COLUMNS} from case_alerts a where a.org_id = $1 and a.id = $2`, [
    orgId,
    id,
  ]);
  return rows[0];
}

export async function findAlertByExternalId(db: Db, orgId: string, externalId: string): Promise<AlertRow | undefined> {
  const rows = await db.query<AlertRow>(
    `select ${COLUMNS} from case_alerts a where a.org_id = $1 and a.external_id = $2`,
    [orgId, externalId],
  );
  return rows[0];
}

/** The alerts of a case, the first one first. */
export const listAlertsOfCase = (db: Db, orgId: string, caseId: string): Promise<AlertRow[]> =>
  db.query<AlertRow>(
    `select ${COLUMNS} from case_alerts a where a.org_id = $1 and a.case_id = $2 order by a.detected_at, a.id`,
    [orgId, caseId],
  );

/** Waits for others that send the same alert or one about the same subject. Locks end with the transaction. */
export async function lockSubjects(tx: Db, orgId: string, keys: string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(key) from (
       select hashtextextended('case desk ' || $1 || ' ' || given, 0) as key from unnest($2::text[]) given order by 1) k`,
    [orgId, keys],
  );
}

type Identifier = { kind: string; value: string };

/** The open case of the queue that shares an identifier with an alert within so many days; the latest, if several do. */
export async function findCaseToJoin(
  tx: Db,
  orgId: string,
  given: { queueId: string; identifiers: Identifier[]; detectedAt: string; days: number },
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    `select c.id from case_identifiers i join cases c on c.id = i.case_id
     where i.org_id = $1 and (i.kind, i.value) in (select * from unnest($3::text[], $4::text[]))
       and i.detected_at between $5::timestamptz - make_interval(days => $6::int)
         and $5::timestamptz + make_interval(days => $6::int)
       and c.queue_id = $2 and c.closed_at is null
     order by i.detected_at desc, c.number desc limit 1`,
    [
      orgId,
      given.queueId,
      given.identifiers.map(({ kind }) => kind),
      given.identifiers.map(({ value }) => value),
      given.detectedAt,
      given.days,
    ],
  );
  return rows[0]?.id;
}

export type NewAlert = Omit<AlertRow, 'created_at' | 'detected_at'> & { detected_at: string };

export async function insertAlert(tx: Db, orgId: string, alert: NewAlert, identifiers: Identifier[]): Promise<void> {
  await tx.run(
    `with given as (select * from jsonb_populate_record(null::case_alerts, $2::jsonb)),
     added as (
       insert into case_alerts (id, org_id, queue_id, case_id, external_id, subject, rule, amount, currency, time_window,
         detected_at, data, priority, sha256)
       select id, $1, queue_id, case_id, external_id, subject, rule, amount, currency, time_window, detected_at, data,
         priority, sha256 from given
       returning id, case_id, detected_at)
     insert into case_identifiers (org_id, kind, value, case_id, alert_id, detected_at)
     select $1, i.kind, i.value, a.case_id, a.id, a.detected_at
     from added a, jsonb_to_recordset($3::jsonb) as i (kind text, value text)`,
    [orgId, JSON.stringify(alert), JSON.stringify(identifiers)],
  );
}

/** Moves alerts of a case with their identifiers and jobs to another one. Returns how many there were. */
export async function moveAlerts(
  tx: Db,
  orgId: string,
  { from, to, ids }: { from: string; to: string; ids: string[] | null },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with moved as (
       update case_alerts set case_id = $3 where org_id = $1 and case_id = $2 and ($4::uuid[] is null or id = any($4::uuid[]))
       returning id),
     identifiers as (
       update case_identifiers set case_id = $3 where org_id = $1 and alert_id in (select id from moved)),
     jobs as (
       update case_jobs set case_id = $3 where org_id = $1 and case_id = $2
         and (alert_id in (select id from moved) or ($4::uuid[] is null and alert_id is null)))
     select count(*)::int as count from moved`,
    [orgId, from, to, ids],
  );
  return row!.count;
}

/** Which of these ids alerts have. */
export async function listKnownIds(db: Db, orgId: string, externalIds: string[]): Promise<string[]> {
  const rows = await db.query<{ external_id: string }>(
    'select external_id from case_alerts where org_id = $1 and external_id = any ($2::text[])',
    [orgId, externalIds],
  );
  return rows.map((row) => row.external_id);
}
