import { type JobQueryTerm, parseJobQuery, queryStatuses } from '@errand/contract/job-query.ts';
import { displayStatus, displayStatuses } from '@errand/contract/job-status.ts';
import { readSpanMs } from '@errand/contract/query-language.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow, isUuid } from '#platform/ids.ts';
import { nearest } from '#platform/nearest.ts';
import { coversCodes } from '../record/display-sql.ts';
import { ERROR_CODES } from '../record/error-codes-sql.ts';
import { KEY_NAME } from './known-values.ts';
import { toLike } from './match-sql.ts';
import { queryProblem } from './query-problem.ts';
import { isCode, type ReadTerm } from './term-sql.ts';

// Turns a job query into the filters of lists where a filter has the same meaning, because filters have indexes. The
// rest stays as terms.

type Filters = {
  q?: string | undefined;
  display_status?: string | undefined;
  agent_id?: string[] | undefined;
  status_code?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  batch_id?: string | undefined;
  needs_review?: boolean | undefined;
  review_status?: 'pending' | 'approved' | 'rejected' | undefined;
};

/** The filters, with the remaining terms instead of the text. */
export type ReadQuery<T> = Omit<T, 'q' | 'display_status'> & { terms: ReadTerm[] };

export async function readJobQuery<T extends Filters>(db: Db, orgId: string, query: T): Promise<ReadQuery<T>> {
  const { q = '', display_status: states, ...given } = query;
  const { terms, problem } = parseJobQuery(q);
  if (problem) throw queryProblem(problem);
  const now = databaseNow();
  const read: Filters = { ...given };
  const left: ReadTerm[] = [];
  const stateTerms = states === undefined ? [] : parseJobQuery(`is:${states}`).terms;
  for (const term of [...stateTerms, ...terms]) {
    const full: ReadTerm = { ...term, now };
    if (term.field === 'agent') full.agentIds = await findNamed(db, orgId, 'agent', term);
    if (term.field === 'key') full.keyIds = await findNamed(db, orgId, 'key', term);
    if (term.field === 'error') full.codes = await findCodes(db, orgId, term);
    if (term.negated || !takeOver(read, full)) left.push(full);
  }
  return { ...(read as Omit<T, 'q' | 'display_status'>), terms: left };
}

/** Sets the filter with the same meaning as the term. Returns false if there is none, or it is already set. */
function takeOver(filters: Filters, term: ReadTerm): boolean {
  const [first] = term.values;
  const { text, isPattern } = first!;
  const isOne = term.values.length === 1 && !isPattern;
  const set = <K extends keyof Filters>(key: K, value: Filters[K]): boolean => {
    if (filters[key] !== undefined) return false;
    filters[key] = value;
    return true;
  };
  switch (term.field) {
    case 'is': {
      const words = displayStatuses.filter((word) => term.values.some((value) => value.text.toLowerCase() === word));
      const codes = [...new Set(words.flatMap((word) => [...displayStatus[word]]))];
      // The codes have indexes. Where they have other states as well, the term stays.
      return set('status_code', codes.join(',')) && coversCodes(words);
    }
    case 'status':
      return set(
        'status_code',
        term.values.map((value) => queryStatuses.indexOf(value.text.toLowerCase() as never)).join(','),
      );
    case 'agent':
      return set('agent_id', term.agentIds);
    case 'since':
      return set('created_from', new Date(term.now - readSpanMs(text)!).toISOString());
    case 'from':
      return set('created_from', new Date(text).toISOString());
    case 'to':
      return set('created_to', new Date(text).toISOString());
    case 'batch':
      return isOne && isUuid(text) && set('batch_id', text);
    case 'review':
      return isOne && takeReview(text.toLowerCase(), set);
    case 'error':
      // Only failures have a code, so the status narrows the search. The term stays.
      set('status_code', String(queryStatuses.indexOf('failure')));
      return false;
    default:
      return false;
  }
}

function takeReview(word: string, set: <K extends keyof Filters>(key: K, value: Filters[K]) => boolean): boolean {
  if (word === 'untrusted') return set('needs_review', true);
  if (word === 'unreviewed' || word === 'disputed') return false;
  return set('review_status', word as 'pending' | 'approved' | 'rejected');
}

/** If more names match, the newest count. */
const NAMED_MAX = 500;

/** Revoked keys and deleted agents still have jobs, so they match. Only existing ones are suggested. */
const NAMED = {
  agent: { table: 'agents', name: 'name', isThere: 'deleted_at is null' },
  key: { table: 'api_keys', name: KEY_NAME, isThere: 'revoked_at is null' },
};

async function findNamed(db: Db, orgId: string, kind: keyof typeof NAMED, term: JobQueryTerm): Promise<string[]> {
  const { table, name } = NAMED[kind];
  const found: string[] = [];
  for (const value of term.values) {
    const rows = await db.query<{ id: string }>(
      `select id from ${table} where org_id = $1::uuid and (${name} ilike $2::text or id::text = lower($3::text))
        order by id desc limit ${NAMED_MAX}`,
      [orgId, toLike(value), value.text],
    );
    if (rows.length === 0) throw await unknownName(db, orgId, kind, { name: value.text, at: term.at });
    found.push(...rows.map(({ id }) => id));
  }
  return [...new Set(found)];
}

/** Returns the error codes of this organization that match a term, because the index needs whole codes. */
async function findCodes(db: Db, orgId: string, term: JobQueryTerm): Promise<string[]> {
  const values: unknown[] = [orgId];
  const condition = isCode('error_code', term, (value) => `$${values.push(value)}`);
  const rows = await db.query<{ code: string }>(
    `with ${ERROR_CODES} select error_code as code from codes where error_code is not null and ${condition}`,
    values,
  );
  return rows.map(({ code }) => code);
}

async function unknownName(
  db: Db,
  orgId: string,
  kind: keyof typeof NAMED,
  { name: wanted, at }: { name: string; at: number },
) {
  const { table, name, isThere } = NAMED[kind];
  const rows = await db.query<{ name: string }>(
    `select ${name} as name from ${table} where org_id = $1::uuid and ${isThere} order by id desc limit ${NAMED_MAX}`,
    [orgId],
  );
  const close = nearest(
    wanted,
    rows.map((row) => row.name),
  );
  const hint = close === undefined ? '' : ` Did you mean '${close}'?`;
  const word = kind === 'key' ? 'API key' : kind;
  return invalidFields({ q: [`No ${word} is named '${wanted.slice(0, 100)}'.${hint} (character ${at + 1})`] });
}
