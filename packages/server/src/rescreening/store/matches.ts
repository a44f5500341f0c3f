import type { Db } from '#platform/db.ts';
import { type Listed, listPage, orderTerms, type Page } from '#platform/list-page.ts';
import type { Entry } from '#screening/lists/entry.ts';
import type { Subject } from '#screening/subject.ts';
import { isSuppressed } from './watches.ts';

// What subjects of a watch match, and every change of it. A match that is as it was is not written.

export type NewMatch = {
  subject_id: string;
  subject: Subject;
  subject_hash: string;
  subject_key: string;
  list_id: string;
  entry_id: string;
  entry: Entry;
  entry_hash: string;
  list_version: number;
  matched_name: string;
  score: number;
  parts: { what: string; score: number; why: string }[];
};
export type MatchRow = NewMatch & {
  id: string;
  watch_id: string;
  list_name: string;
  state: 'open' | 'gone';
  change: 'new' | 'changed' | 'gone';
  run_id: string;
  decision: 'true_match' | 'false_positive' | null;
  case_id: string | null;
  first_seen_at: Date;
  changed_at: Date;
};

type At = { orgId: string; watchId: string; runId: string };

/** Writes matches that are new, or whose subject or entry has changed. */
export const putMatches = (tx: Db, { orgId, watchId, runId }: At, matches: NewMatch[]): Promise<number> =>
  tx.run(
    `with given as (select * from jsonb_to_recordset($4::jsonb) as g (subject_id text, subject jsonb, subject_hash text,
       subject_key text, list_id uuid, entry_id text, entry jsonb, entry_hash text, list_version int, matched_name text,
       score float8, parts jsonb)),
     written as (
       insert into screening_matches as m (id, org_id, watch_id, run_id, state, change, subject_id, subject, subject_hash,
         subject_key, list_id, entry_id, entry, entry_hash, list_version, matched_name, score, parts)
       select gen_random_uuid(), $1::uuid, $2::uuid, $3::uuid, 'open', 'new', g.* from given g
       on conflict (watch_id, subject_id, list_id, entry_id) do update set state = 'open',
         change = case when m.state = 'gone' then 'new' else 'changed' end, run_id = excluded.run_id,
         subject = excluded.subject, subject_hash = excluded.subject_hash, subject_key = excluded.subject_key,
         entry = excluded.entry, entry_hash = excluded.entry_hash, list_version = excluded.list_version,
         matched_name = excluded.matched_name, score = excluded.score, parts = excluded.parts, alert_id = null,
         changed_at = clock_timestamp()
       where m.state = 'gone' or m.subject_hash <> excluded.subject_hash or m.entry_hash <> excluded.entry_hash
         or m.score <> excluded.score
       returning m.id, m.org_id, m.run_id, m.change, m.score, m.list_version)
     insert into screening_match_events (id, org_id, match_id, run_id, change, score, list_version)
     select gen_random_uuid(), org_id, id, run_id, change, score, list_version from written`,
    [orgId, watchId, runId, JSON.stringify(matches)],
  );

/** Which open matches may have ended: `m` is the match. The values begin at $4. */
export type Ending = { where: string; values: unknown[] };

/** Open matches of these subjects or entries that are not among those that still match. */
export const endMatches = (tx: Db, { orgId, watchId, runId }: At, { where, values }: Ending): Promise<number> =>
  tx.run(
    `with ended as (
       update screening_matches m set state = 'gone', change = 'gone', run_id = $3::uuid, alert_id = null,
         changed_at = clock_timestamp()
       where m.org_id = $1 and m.watch_id = $2 and m.state = 'open' and ${where}
       returning m.id, m.org_id, m.run_id, m.score, m.list_version)
     insert into screening_match_events (id, org_id, match_id, run_id, change, score, list_version)
     select gen_random_uuid(), org_id, id, run_id, 'gone', score, list_version from ended`,
    [orgId, watchId, runId, ...values],
  );

const COLUMNS = `m.id, m.watch_id, m.subject_id, m.subject, m.subject_hash, m.subject_key, m.list_id, l.name as list_name,
  m.entry_id, m.entry, m.entry_hash, m.list_version, m.matched_name, m.score, m.parts, m.state, m.change, m.run_id,
  d.decision, m.first_seen_at, m.changed_at`;
const JOINS = `join screening_lists l on l.id = m.list_id
  left join screening_decisions d on d.org_id = m.org_id and d.subject_key = m.subject_key and d.list_id = m.list_id
    and d.entry_id = m.entry_id and d.entry_hash = m.entry_hash`;
/** The case of the alert, for who sees it. `$2` is the viewer. */
const CASE = `(select a.case_id from case_alerts a join cases c on c.id = a.case_id
  where a.id = m.alert_id and (c.restricted_to is null or $2::int = any (c.restricted_to))) as case_id`;

export type MatchFilter = {
  viewer: number | null;
  watchId?: string | undefined;
  listId?: string | undefined;
  runId?: string | undefined;
  subjectId?: string | undefined;
  state: 'open' | 'suppressed' | 'gone' | 'all';
  change?: string | undefined;
  ordering: string;
};

const STATES = {
  open: `m.state = 'open' and not ${isSuppressed}`,
  suppressed: `m.state = 'open' and ${isSuppressed}`,
  gone: `m.state = 'gone'`,
  all: 'true',
};

export const listMatches = (db: Db, orgId: string, filter: MatchFilter, page: Page): Promise<Listed<MatchRow>> =>
  listPage(db, {
    columns: `${COLUMNS}, ${CASE}`,
    from: 'screening_matches m',
    joins: JOINS,
    where: `m.org_id = $1 and ($2::int is null or true) and ${STATES[filter.state]}
      and ($3::uuid is null or m.watch_id = $3::uuid) and ($4::uuid is null or m.list_id = $4::uuid)
      and ($5::uuid is null or m.run_id = $5::uuid) and ($6::text is null or m.subject_id = $6::text)
      and ($7::text is null or m.change = $7::text)`,
    order: orderTerms(filter.ordering, { score: ['m.score'], changed_at: ['m.changed_at'] }, 'm.id'),
    values: [
      orgId,
      filter.viewer,
      filter.watchId ?? null,
      filter.listId ?? null,
      filter.runId ?? null,
      filter.subjectId ?? null,
      filter.change ?? null,
    ],
    page,
  });

export async function findMatch(
  db: Db,
  orgId: string,
  id: string,
  viewer: number | null,
): Promise<MatchRow | undefined> {
  const rows = await db.query<MatchRow>(
    `select ${COLUMNS}, ${CASE} from screening_matches m ${JOINS} where m.org_id = $1 and m.id = $3`,
    [orgId, viewer, id],
  );
  return rows[0];
}

export type EventRow = { run_id: string; change: MatchRow['change']; score: number; list_version: number; at: Date };

export const listMatchEvents = (db: Db, orgId: string, matchId: string): Promise<EventRow[]> =>
  db.query<EventRow>(
    `select run_id, change, score, list_version, at from screening_match_events
     where org_id = $1 and match_id = $2 order by at desc, id limit 200`,
    [orgId, matchId],
  );

/** New and changed matches without an alert, the first ones: of a run, and of those before it that failed. */
export const listUntold = (
  db: Db,
  orgId: string,
  { watchId, runId, limit }: { watchId: string; runId: string; limit: number },
): Promise<MatchRow[]> =>
  db.query<MatchRow>(
    `select ${COLUMNS}, null as case_id from screening_matches m ${JOINS}
     where m.org_id = $1 and m.watch_id = $2 and m.state = 'open' and m.alert_id is null and not ${isSuppressed}
       and exists (select from screening_runs r
         where r.id = m.run_id and (r.id = $3 or r.problem is not null))
     order by m.id limit $4`,
    [orgId, watchId, runId, limit],
  );

export async function countSuppressed(db: Db, orgId: string, runId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from screening_matches m
     where m.org_id = $1 and m.run_id = $2 and m.state = 'open' and ${isSuppressed}`,
    [orgId, runId],
  );
  return rows[0]!.count;
}

export async function markTold(tx: Db, orgId: string, id: string, alertId: string): Promise<void> {
  await tx.run('update screening_matches set alert_id = $3 where org_id = $1 and id = $2', [orgId, id, alertId]);
}
