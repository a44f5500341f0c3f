import type { JobListQuery } from '@errand/contract/job-lists.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import { firstIdAt } from '#platform/ids.ts';
import { isJsonObject, parseUntrustedJson } from '#platform/json.ts';
import { containing, escapeLike } from '#platform/list-page.ts';
import { IS_PENDING, type ReadTerm, termsSql } from '../query/term-sql.ts';
import { reviewStatusOf } from './review-state.ts';

// Turns the filters of job lists into SQL conditions: on the job (j), and on the tables joined with it (see JOINS).

type Query = Omit<Static<typeof JobListQuery>, 'page' | 'limit' | 'ordering' | 'q'> & { terms?: ReadTerm[] };

export type JobFilter = {
  onJobs: string;
  /** The values that `onJobs` needs. They come first in `values`. */
  jobValues: unknown[];
  /** The parameter with the wanted statuses. */
  statuses: string | undefined;
  onAll: string;
  /** The parameter with the wanted verdict, if `onAll` has no other condition. */
  verdict: string | undefined;
  values: unknown[];
};

/** Splits the filters: conditions on the job alone narrow the candidates, the others are applied to the candidates. */
export function readFilter(query: Query, values: unknown[]): JobFilter {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const part = (text: string): string => bind(containing(text));
  let onJobs = createdBetween(query, 'j.id', bind);
  let onAll = '';
  // Looks the review up by its key for the few jobs of a page, instead of reading all reviews.
  if (query.review_state === 'unreviewed')
    onJobs += ' and not exists (select from job_reviews seen where seen.job_id = j.id)';
  const jobValues = [...values];
  const statuses = query.status_code === undefined ? undefined : bind(query.status_code.split(',').map(Number));
  if (query.version_name !== undefined) onAll += ` and v.version_name = ${bind(query.version_name)}`;
  if (query.job_id !== undefined) onAll += ` and j.id::text like ${bind(`${escapeLike(query.job_id.toLowerCase())}%`)}`;
  if (query.job_inputs !== undefined) onAll += ` and ${inputsLike(part(query.job_inputs))}`;
  if (query.metadata !== undefined) onAll += ` and ${metadataMatches(query.metadata, bind, part)}`;
  if (query.exclude_metadata !== undefined && !isEmptyObject(query.exclude_metadata))
    onAll += ` and not ${metadataMatches(query.exclude_metadata, bind, part)}`;
  for (const text of [query.search, query.semantic_string]) {
    if (text === undefined) continue;
    const like = part(text);
    onAll += ` and (j.id::text ilike ${like} or v.version_name ilike ${like} or j.metadata::text ilike ${like} or ${inputsLike(like)})`;
  }
  if (query.needs_review !== undefined)
    onAll += query.needs_review ? ' and r.needs_review' : ' and r.needs_review is not true';
  const wanted = query.verdict === undefined ? undefined : bind(query.verdict);
  const hasVerdict = ` and r.ui_fields->>'verdict' = ${wanted}`;
  if (wanted !== undefined) onAll += hasVerdict;
  if (query.review_status === 'pending') onAll += ` and ${IS_PENDING}`;
  for (const status of [query.review_status, reviewStatusOf(query.review_state)]) {
    if (status === undefined || status === 'pending') continue;
    // The condition on the agent is redundant. It lets the planner use the index of reviews.
    onAll += ` and review.status = ${bind(status)} and review.agent_id = j.agent_id`;
  }
  onAll += termsSql(query.terms ?? [], bind);
  return { onJobs, jobValues, statuses, onAll, verdict: onAll === hasVerdict ? wanted : undefined, values };
}

/** The condition on the times of creation, which are in the ids. `id` is the column. */
export function createdBetween(
  query: Pick<Query, 'created_from' | 'created_to'>,
  id: string,
  bind: (value: unknown) => string,
): string {
  const from = readMoment('created_from', query.created_from);
  const to = readMoment('created_to', query.created_to);
  const after = from === undefined ? '' : ` and ${id} >= ${bind(firstIdAt(from.getTime()))}::uuid`;
  return to === undefined ? after : `${after} and ${id} < ${bind(firstIdAt(to.getTime() + 1))}::uuid`;
}

const inputsLike = (like: string): string =>
  `exists (select from json_array_elements(j.inputs) input where input->>'value' ilike ${like})`;

/** Whether the text is an empty object, which excludes nothing. */
const isEmptyObject = (text: string): boolean => /^\s*\{\s*\}\s*$/.test(text);

function metadataMatches(text: string, bind: (value: unknown) => string, part: (text: string) => string): string {
  let object: unknown;
  try {
    object = parseUntrustedJson(text);
  } catch {
    // Not JSON, so it is searched as text.
  }
  // Lists show every value as text, so a text also matches the number or boolean with the same spelling.
  if (isJsonObject(object))
    return `not exists (select from jsonb_each(${bind(JSON.stringify(object))}::jsonb) wanted
      where case jsonb_typeof(wanted.value)
        when 'string' then (j.metadata ->> wanted.key) is distinct from (wanted.value #>> '{}')
        else (j.metadata::jsonb -> wanted.key) is distinct from wanted.value end)`;
  return `coalesce(j.metadata::text, '{}') ilike ${part(text)}`;
}

export const hasStatus = (statuses: string): string =>
  ` and coalesce(r.status, q.status) = any(${statuses}::smallint[])`;
