import { alertQueryFields, caseQueryFields } from '@errand/contract/case-query.ts';
import { parseQuery, type QueryField, type QueryTerm } from '@errand/contract/query-language.ts';
import { toLike } from '#jobs/query/match-sql.ts';
import { queryProblem } from '#jobs/query/query-problem.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';

/** A term whose queues and rules are known. */
export type Term<Name extends string> = QueryTerm<Name> & { now: number; queueIds?: string[]; rules?: string[] };

export const readCaseTerms = (db: Db, orgId: string, q: string | undefined) => readTerms(db, orgId, q, caseQueryFields);
export const readAlertTerms = (db: Db, orgId: string, q: string | undefined) =>
  readTerms(db, orgId, q, alertQueryFields);

async function readTerms<Name extends string>(
  db: Db,
  orgId: string,
  q: string | undefined,
  fields: Record<Name, QueryField>,
): Promise<Term<Name>[]> {
  const { terms, problem } = parseQuery(q ?? '', fields);
  if (problem) throw queryProblem(problem);
  const now = databaseNow();
  const read: Term<Name>[] = [];
  for (const term of terms) {
    const full: Term<Name> = { ...term, now };
    if (term.field === 'queue') full.queueIds = await findQueueIds(db, orgId, term);
    if (term.field === 'rule') full.rules = await findRules(db, orgId, term);
    read.push(full);
  }
  return read;
}

async function findQueueIds(db: Db, orgId: string, term: QueryTerm): Promise<string[]> {
  const found: string[] = [];
  for (const value of term.values) {
    const rows = await db.query<{ id: string }>(
      'select id from case_queues where org_id = $1 and (name ilike $2 or id::text = lower($3))',
      [orgId, toLike(value), value.text],
    );
    if (rows.length === 0) {
      const names = await db.query<{ name: string }>('select name from case_queues where org_id = $1 limit 500', [
        orgId,
      ]);
      throw queryProblem({
        at: term.at,
        message: `No queue is named '${value.text.slice(0, 100)}'.`,
        word: value.text,
        known: names.map(({ name }) => name),
      });
    }
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** The rules of this organization's alerts that match, because the index needs whole names. Reads one entry for each. */
async function findRules(db: Db, orgId: string, term: QueryTerm): Promise<string[]> {
  const patterns = term.values.map(toLike);
  const rows = await db.query<{ rule: string }>(
    `with recursive rules as (
       (select rule from case_alerts where org_id = $1 order by rule limit 1)
       union all
       select (select a.rule from case_alerts a where a.org_id = $1 and a.rule > r.rule order by a.rule limit 1)
       from rules r where r.rule is not null)
     select rule from rules where rule ilike any ($2::text[])`,
    [orgId, patterns],
  );
  return rows.map(({ rule }) => rule);
}
