import type { AllJobsQuery } from '@errand/contract/job-lists.ts';
import type { Static } from 'typebox';
import type { ReadTerm } from '../query/term-sql.ts';
import { isFinal, jobStatus } from '../record/model.ts';
import { createdBetween, hasStatus, readFilter } from './job-filter.ts';
import { reviewStatusOf } from './review-state.ts';

// Chooses the table that a list of jobs is read from. People mostly look for few jobs among many: those that have not
// ended, failed, or have a verdict or a review. Each of these has its own table or index in the order of the list, so
// that they are found without reading a million others.

/** The filters of a list, with its query already read. */
export type ListFilters = Omit<Static<typeof AllJobsQuery>, 'q' | 'columns' | 'display_status'> & {
  terms?: ReadTerm[];
};

export type JobSource = {
  from: string;
  /** The column whose index gives the order. */
  id: string;
  /** Conditions that the index answers. The rest is looked up job by job. */
  narrow: string;
  narrowValues: unknown[];
  onAll: string;
};

export function readSource(query: ListFilters, values: unknown[]): JobSource {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { from, alias, id, narrow: first, answered, answeredTerm } = chooseTable(query, bind);
  let narrow = first;
  if (query.cursor !== undefined) narrow += ` and ${id} < ${bind(query.cursor)}::uuid`;
  if (query.after !== undefined) narrow += ` and ${id} > ${bind(query.after)}::uuid`;
  if (query.ids !== undefined) narrow += ` and ${id} = any(${bind(query.ids)}::uuid[])`;
  const agents = query.agent_id ?? [];
  if (agents.length === 1) narrow += ` and ${alias}.agent_id = ${bind(agents[0])}::uuid`;
  if (query.batch_id !== undefined) narrow += ` and j.batch_id = ${bind(query.batch_id)}::uuid`;
  const { created_from, created_to, ...others } = query;
  const rest = { ...others, terms: query.terms?.filter((term) => term !== answeredTerm) ?? [] };
  narrow += createdBetween({ created_from, created_to }, id, bind);
  const narrowValues = [...values];
  const filter = readFilter({ ...rest, ...(answered && { [answered]: undefined }) }, values);
  // `narrow` has only those conditions on jobs that are about times.
  let onAll = filter.onJobs + filter.onAll;
  if (filter.statuses !== undefined) onAll += hasStatus(filter.statuses);
  if (agents.length > 1) onAll += ` and j.agent_id = any(${bind(agents)}::uuid[])`;
  if (query.agent_version_id !== undefined) onAll += ` and j.version_id = ${bind(query.agent_version_id)}::uuid`;
  if (query.policy_version_id !== undefined)
    onAll += ` and j.policy_version_id = ${bind(query.policy_version_id)}::uuid`;
  if (query.cost_min !== undefined) onAll += ` and coalesce(r.cost, 0) >= ${bind(query.cost_min)}::numeric`;
  if (query.cost_max !== undefined) onAll += ` and coalesce(r.cost, 0) <= ${bind(query.cost_max)}::numeric`;
  return { from, id, narrow, narrowValues, onAll };
}

/** Jobs that a page with filters looks at: about 100 ms of work. */
const SEARCHED_MAX = 20_000;
/** The same for filters that have to read outputs or steps, which takes longer. */
const DEEP_SEARCHED_MAX = 4_000;

export const searchedMax = ({ terms = [] }: ListFilters): number =>
  terms.some(({ field, path }) => ['output', 'model'].includes(field) || path.length > 1)
    ? DEEP_SEARCHED_MAX
    : SEARCHED_MAX;

type Table = Pick<JobSource, 'from' | 'id' | 'narrow'> & {
  alias: string;
  /** The filter that the choice of the table already applies. */
  answered?: 'status_code' | 'review_status' | 'review_state' | 'needs_review';
  answeredTerm?: ReadTerm;
};

/** Returns the term for at most one error code, of any agent: these failures are one range of an index. */
const findCodeTerm = ({ terms = [], agent_id: agents = [], status_code }: ListFilters): ReadTerm | undefined =>
  agents.length > 0 || status_code !== String(jobStatus.failure)
    ? undefined
    : terms.find(({ codes, negated }) => codes !== undefined && codes.length <= 1 && !negated);

function chooseTable(query: ListFilters, bind: (value: unknown) => string): Table {
  const codes = query.status_code?.split(',').map(Number);
  const few = (table: string, condition: string): Table => ({
    from: `${table} f join jobs j on j.id = f.job_id`,
    alias: 'f',
    id: 'f.job_id',
    narrow: ` and f.org_id = $1 and ${condition}`,
  });
  if (codes?.every((code) => !isFinal(code))) {
    const table = few('job_queue', `f.status = any(${bind(codes)}::smallint[])`);
    return { ...table, answered: 'status_code' };
  }
  const codeTerm = findCodeTerm(query);
  if (codeTerm !== undefined) {
    const code = bind(codeTerm.codes?.[0] ?? '');
    return { ...few('job_results', `f.error_code = ${code}::text`), answered: 'status_code', answeredTerm: codeTerm };
  }
  // One status of one agent is one range of its index. A list of statuses would have to be sorted as a whole.
  if (codes?.length === 1 && query.agent_id?.length === 1)
    return { ...few('job_results', `f.status = ${bind(codes[0])}::smallint`), answered: 'status_code' };
  // Partial indexes are only used if the condition is written exactly like theirs.
  if (codes?.every((code) => code === jobStatus.failure || code === jobStatus.cancelled)) {
    const wanted = `f.status in (${jobStatus.failure}, ${jobStatus.cancelled}) and f.status = any(${bind(codes)}::smallint[])`;
    return { ...few('job_results', wanted), answered: 'status_code' };
  }
  if (query.review_status !== undefined && query.review_status !== 'pending') {
    return { ...few('job_reviews', `f.status = ${bind(query.review_status)}`), answered: 'review_status' };
  }
  const reviewed = reviewStatusOf(query.review_state);
  if (reviewed !== undefined)
    return { ...few('job_reviews', `f.status = ${bind(reviewed)}`), answered: 'review_state' };
  if (query.needs_review === true) return { ...few('job_results', 'f.needs_review'), answered: 'needs_review' };
  const asksVerdict = query.terms?.some(({ field, negated }) => field === 'verdict' && !negated);
  if (query.review_status === 'pending' || query.verdict !== undefined || asksVerdict) {
    return few('job_results', 'f.ui_fields is not null');
  }
  return { from: 'jobs j', alias: 'j', id: 'j.id', narrow: '' };
}
