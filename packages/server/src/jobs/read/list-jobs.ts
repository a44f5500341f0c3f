import type { JobListQuery } from '@errand/contract/job-lists.ts';
import type { reviewStatuses } from '@errand/contract/reviews.ts';
import type { Static } from 'typebox';
import { findJobCounts } from '#agents/job-counts.ts';
import { findFiles } from '#files/store.ts';
import type { Paging } from '#http/paging.ts';
import { type ActorRow, actorOfJob, linksOf, toActor } from '#orgs/actor.ts';
import { displayName } from '#orgs/users.ts';
import { type Database, type Db, PLANNED_ANEW } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { parseFileId } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import type { ReadQuery } from '../query/read-query.ts';
import { DISPLAY_COLUMNS, type DisplayRow, displayView } from '../record/display-sql.ts';
import type { JobInput, JobStatus, StatusEvent } from '../record/model.ts';
import { joinQueue } from '../record/queue-row.ts';
import { reviewStatus, type StoredStatus } from '../reviews/status.ts';
import { hasStatus, type JobFilter, readFilter } from './job-filter.ts';
import { reviewState } from './review-state.ts';
import { eventViews } from './views.ts';

// Lists an agent's jobs. Without filters it reads one page of the index and takes the count from the agent's stats;
// with filters it looks at no more than the newest `limit` jobs. It reads the ids of the page first and their columns
// second: the second statement is the same for every list, so it is planned only once, however many months there are.

type Query = ReadQuery<Static<typeof JobListQuery>>;

const LIMIT_DEFAULT = 100_000;
/** Fewer jobs with a query, because its terms may have to read outputs. */
const QUERIED_MAX = 20_000;
const VALUE_CHARACTERS_MAX = 1_000;

export async function listJobs(
  database: Database,
  orgId: string,
  agentId: string,
  query: Query,
  paging: Paging,
): Promise<{ count: number; items: ReturnType<typeof listItem>[] }> {
  const db = database.tenant(orgId);
  const filter = readFilter(query, [orgId, agentId]);
  const order = readOrdering(query.ordering);
  const wanted = query.limit === 0 ? null : (query.limit ?? LIMIT_DEFAULT);
  const limit = query.terms.length === 0 ? wanted : Math.min(wanted ?? QUERIED_MAX, QUERIED_MAX);
  const isPlain = filter.onAll === '' && filter.statuses === undefined && order === NEWEST_FIRST;
  const page = isPlain
    ? await listNewest(db, filter, limit, paging)
    : await listMatching(db, database.system, filter, { order, limit, paging });
  return { count: page.count, items: await listItems(db, orgId, page.ids) };
}

/** Returns these jobs as the list shows them, in the given order. */
export const listItems = async (db: Db, orgId: string, ids: string[]) =>
  withFileNames(db, orgId, await listRows(db, orgId, ids));

type Page = { count: number; ids: string[] };

async function listNewest(db: Db, filter: JobFilter, limit: number | null, { size, offset }: Paging): Promise<Page> {
  const count = await countNewest(db, filter, limit);
  // The size is a literal and the first page has no offset. With known numbers one plan serves every agent; planning
  // each time over all months would take longer than reading.
  const skip = offset === 0 ? '' : `offset $${filter.values.length + 1}::bigint`;
  const rows = await db.query<{ id: string }>(
    `select j.id from jobs j where j.org_id = $1 and j.agent_id = $2 ${filter.onJobs}
      order by j.id desc limit ${size} ${skip}`,
    offset === 0 ? filter.values : [...filter.values, offset],
  );
  return { count, ids: rows.slice(0, Math.max(0, count - offset)).map((row) => row.id) };
}

async function countNewest(db: Db, filter: JobFilter, limit: number | null): Promise<number> {
  if (filter.onJobs === '') {
    const [orgId, agentId] = filter.values as [string, string];
    const [counts] = await findJobCounts(db, orgId, [agentId]);
    return Math.min(counts?.jobCount ?? 0, limit ?? Number.POSITIVE_INFINITY);
  }
  const rows = await db.query<{ count: number }>(
    `select count(*) as count from (select from jobs j where j.org_id = $1 and j.agent_id = $2 ${filter.onJobs}
      limit $${filter.values.length + 1}::bigint) newest`,
    [...filter.values, limit],
  );
  return rows[0]!.count;
}

/** Reads count and page with one pass over the candidates. The filters decide which table that pass reads. */
async function listMatching(
  db: Db,
  system: Db,
  filter: JobFilter,
  { order, limit, paging }: { order: string; limit: number | null; paging: Paging },
): Promise<Page> {
  const oldest = limit === null ? undefined : await findOldest(db, filter, limit);
  const values = [...filter.values];
  const since = (id: string): string => (oldest === undefined ? '' : ` and ${id} >= $${values.length}::uuid`);
  if (oldest !== undefined) values.push(oldest);
  const byStatus = filter.onAll === '' && order === NEWEST_FIRST;
  const byVerdict = filter.verdict !== undefined && order === NEWEST_FIRST;
  // The bound on both jobs and results keeps months before the oldest candidate out of the plan.
  const source = byStatus ? STATUSES : byVerdict ? VERDICTS : `jobs j ${joins(since('r.job_id'))}`;
  const onStatus =
    filter.statuses === undefined
      ? ''
      : byStatus || byVerdict
        ? ` and j.status = any(${filter.statuses}::smallint[])`
        : hasStatus(filter.statuses);
  const matching = `from ${source} where j.org_id = $1 and j.agent_id = $2 ${filter.onJobs}${since('j.id')}${onStatus}${byVerdict ? hasVerdict(filter.verdict!) : filter.onAll}`;
  // PostgreSQL does not trust JSON functions under row-level security, so a tenant's statement cannot use the index of
  // verdicts. The system connection is safe here: the agent belongs to the organization, and the columns of the page
  // are read with the tenant's connection.
  const reader = byVerdict ? system : db;
  const rows = await reader.query<{ id: string; count: number }>(
    `${PLANNED_ANEW}select j.id, count(*) over () as count ${matching}
      order by ${order} limit $${values.length + 1}::bigint offset $${values.length + 2}::bigint`,
    [...values, paging.size, paging.offset],
  );
  if (rows.length > 0 || paging.offset === 0) return { count: rows[0]?.count ?? 0, ids: rows.map((row) => row.id) };
  const [counted] = await reader.query<{ count: number }>(
    `${PLANNED_ANEW}select count(*) as count ${matching}`,
    values,
  );
  return { count: counted!.count, ids: [] };
}

/** Returns the last of the newest `limit` jobs, or undefined if there are fewer. */
async function findOldest(db: Db, filter: JobFilter, limit: number): Promise<string | undefined> {
  const { onJobs, jobValues } = filter;
  const [row] = await db.query<{ id: string }>(
    `${PLANNED_ANEW}select j.id from jobs j where j.org_id = $1 and j.agent_id = $2 ${onJobs}
      order by j.id desc limit 1 offset ${limit - 1}`,
    jobValues,
  );
  return row?.id;
}

/** Finds statuses without reading jobs. */
const STATUSES = `(select job_id as id, org_id, agent_id, status from job_results
  union all select job_id, org_id, agent_id, status from job_queue) j`;

/** Finds verdicts without reading jobs. The conditions are written exactly like those of the index. */
const VERDICTS = '(select job_id as id, org_id, agent_id, status, ui_fields from job_results) j';
const hasVerdict = (verdict: string): string =>
  ` and j.ui_fields is not null and left(j.ui_fields->>'verdict', 200) = left(${verdict}, 200)
    and j.ui_fields->>'verdict' = ${verdict}`;

/** Reads rows in the order of the ids. The join starts from the ids, so that each is looked up only in its month. */
async function listRows(db: Db, orgId: string, ids: string[]): Promise<ListRow[]> {
  if (ids.length === 0) return [];
  return db.query<ListRow>(
    `select ${LIST_COLUMNS} from unnest($2::uuid[]) with ordinality as wanted (id, place)
      join jobs j on j.id = wanted.id and j.org_id = $1 ${JOINS} order by wanted.place`,
    [orgId, ids],
  );
}

const UPDATED_AT = `coalesce(extract(epoch from r.finished_at) * 1000, (q.events->-1->>'at')::float8, extract(epoch from j.created_at) * 1000)`;

const ORDER: Record<string, string> = {
  id: 'j.id',
  agent_version_name: 'v.version_name',
  status_code: 'coalesce(r.status, q.status)',
  created_at: 'j.id',
  last_updated_at: UPDATED_AT,
  cost: 'coalesce(r.cost, 0)',
  duration: 'r.duration_ms',
  // Jobs are not graded, so all are equal.
  grader_score: 'null::int',
};

const NEWEST_FIRST = 'j.id desc';

function readOrdering(ordering: string | undefined): string {
  const terms = new Map<string, string>();
  for (const term of (ordering ?? '-created_at').split(',').map((text) => text.trim())) {
    const name = term.replace(/^-/, '');
    if (!Object.hasOwn(ORDER, name)) {
      throw invalidFields({
        ordering: [`Unknown field '${term.slice(0, 50)}'. Must be one of: ${Object.keys(ORDER).join(', ')}.`],
      });
    }
    // If a field is named twice, the first one counts.
    if (!terms.has(name)) terms.set(name, `${ORDER[name]} ${term.startsWith('-') ? 'desc' : 'asc'} nulls last`);
  }
  // A primary key has no nulls, and `nulls last` would keep the index from giving the order. Terms after it are
  // dropped, because the key is unique.
  const wanted = [...terms.values()].map((term) => term.replace(/^j\.id (asc|desc) nulls last$/, 'j.id $1'));
  const last = wanted.findIndex((term) => term.startsWith('j.id '));
  return last < 0 ? [...wanted, NEWEST_FIRST].join(', ') : wanted.slice(0, last + 1).join(', ');
}

export type ListRow = DisplayRow & {
  id: string;
  version_name: string | null;
  input_definitions: { key: string; data_type: string; description: string }[] | null;
  status: JobStatus;
  created_at: Date;
  events: StatusEvent[];
  updated_at: number;
  duration_ms: number | null;
  attempt: number;
  inputs: JobInput[];
  metadata: Record<string, unknown> | null;
  ui_fields: unknown;
  needs_review: boolean | null;
  data_deleted: boolean;
  creator: { id: number; email: string; first_name: string; last_name: string } | null;
  actor: ActorRow;
  review:
    | (Omit<JobReview, 'reviewed_at' | 'review_status'> & { reviewed_at: string; review_status: StoredStatus })
    | null;
};

export const LIST_COLUMNS = `j.id, v.version_name, v.input_definitions, coalesce(r.status, q.status) as status, j.created_at,
  ${DISPLAY_COLUMNS}, coalesce(r.attempt, q.attempt) as attempt,
  coalesce(r.events::jsonb, q.events) as events, ${UPDATED_AT} as updated_at, r.duration_ms, j.inputs, j.metadata, r.ui_fields, r.needs_review,
  r.data_deleted_at is not null as data_deleted,
  case when u.id is not null then json_build_object('id', u.id, 'email', u.email, 'first_name', u.first_name,
    'last_name', u.last_name) end as creator, ${actorOfJob('j')} as actor,
  case when review.job_id is not null then json_build_object('review_status', review.status, 'corrected_verdict',
    review.corrected_verdict, 'review_comment', review.comment, 'reviewed_at', review.reviewed_at, 'reviewed_by',
    reviewer.email) end as review`;

const joinsWith = (results: string): string => `${results} ${joinQueue('j.id')}
  left join agent_versions v on v.id = j.version_id left join users u on u.id = j.creator_id
  left join job_reviews review on review.job_id = j.id left join users reviewer on reviewer.id = review.reviewer_id`;

const joins = (onResults = ''): string => joinsWith(`left join job_results r on r.job_id = j.id${onResults}`);

export const JOINS = joins();

/** Reads results one by one. With a plain join over thousands of jobs, the planner would read all results. */
export const JOINS_BY_JOB = joinsWith(
  'left join lateral (select * from job_results where job_id = j.id limit 1) r on true',
);

export async function withFileNames(db: Db, orgId: string, rows: ListRow[], valueCharactersMax = VALUE_CHARACTERS_MAX) {
  const ids = rows.flatMap((row) => row.inputs.flatMap(({ value }) => fileIds(value)));
  const names = new Map(ids.length === 0 ? [] : (await findFiles(db, orgId, ids)).map((file) => [file.id, file.name]));
  return rows.map((row) => listItem(row, names, valueCharactersMax));
}

const fileIds = (value: string): string[] =>
  value.startsWith('file_') ? value.split(',').flatMap((one) => parseFileId(one.trim()) ?? []) : [];

/** Cuts a text at whole characters, never within a surrogate pair. */
const cut = (text: string, charactersMax: number): string =>
  text.length > charactersMax ? [...text.slice(0, 2 * charactersMax)].slice(0, charactersMax).join('') : text;

type JobReview = {
  review_status: (typeof reviewStatuses)[number];
  corrected_verdict: string | null;
  review_comment: string;
  reviewed_at: string | null;
  reviewed_by: string | null;
};

/** Returns the review of a job, or a pending one if the job has a verdict that nobody has reviewed. */
function reviewOf({ review, ui_fields }: Pick<ListRow, 'review' | 'ui_fields'>): JobReview | null {
  if (review !== null)
    return {
      ...review,
      review_status: reviewStatus(review.review_status),
      reviewed_at: new Date(review.reviewed_at).toISOString(),
    };
  if (!isJsonObject(ui_fields) || typeof ui_fields.verdict !== 'string') return null;
  return {
    review_status: 'pending',
    corrected_verdict: null,
    review_comment: '',
    reviewed_at: null,
    reviewed_by: null,
  };
}

function listItem(row: ListRow, fileNames: Map<string, string>, valueCharactersMax: number) {
  const definitions = new Map((row.input_definitions ?? []).map((definition) => [definition.key, definition]));
  return {
    id: row.id,
    agent_version_name: row.version_name,
    status_events: eventViews(row.created_at, row.events),
    status_code: row.status,
    ...displayView(row),
    created_at: row.created_at.toISOString(),
    last_updated_at: new Date(row.updated_at).toISOString(),
    duration_ms: row.duration_ms,
    job_inputs: row.inputs.map(({ key, value }) => {
      const names = fileIds(value).flatMap((id) => fileNames.get(id) ?? []);
      return {
        key,
        description: definitions.get(key)?.description ?? '',
        data_type: definitions.get(key)?.data_type ?? 'text/plain',
        value: row.data_deleted ? '[deleted]' : cut(value, valueCharactersMax),
        ...(names.length > 0 && { file_name: names.join(', ') }),
      };
    }),
    metadata: Object.fromEntries(
      Object.entries(row.metadata ?? {}).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    ui_fields: row.ui_fields ?? null,
    evaluation: null,
    feedback_review: reviewOf(row),
    review_state: reviewState(row.review?.review_status),
    needs_review: row.needs_review ?? false,
    creator: row.creator && {
      ...row.creator,
      display_name: displayName(row.creator),
    },
    actor: toActor(linksOf(row.actor)),
  };
}
