import { displayStatuses, type JobFacetsQuery, jobStatuses } from '@errand/sdk';

// The filters of the jobs page in the URL. `q` is a job query, which the server parses.

export type JobSearch = {
  status?: string | undefined;
  agent?: string | undefined;
  version?: string | undefined;
  since?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  metadata?: string | undefined;
  input?: string | undefined;
  verdict?: string | undefined;
  review?: string | undefined;
  cost_min?: number | undefined;
  cost_max?: number | undefined;
  batch?: string | undefined;
  /** Id of a policy version. */
  policy?: string | undefined;
  q?: string | undefined;
  /** Paths of additional columns, separated by commas. */
  columns?: string | undefined;
  /** One of these paths, by which the loaded jobs are sorted. With a leading `-`, largest first. */
  sort?: string | undefined;
};

export const reviewChoices = {
  pending: 'Needs review',
  approved: 'Agreed',
  rejected: 'Corrected',
  unreviewed: 'Not reviewed',
  untrusted: 'Untrusted values',
};

export const sinceChoices = { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' };

const TEXTS = ['agent', 'version', 'metadata', 'input', 'verdict', 'batch', 'policy', 'q', 'columns', 'sort'] as const;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HOUR_MS = 3_600_000;

/** The filters of the jobs page, and the job shown beside the list. */
export type JobsPageSearch = JobSearch & { peek?: string | undefined };

export const readJobsPageSearch = (raw: Record<string, unknown>): JobsPageSearch => ({
  ...readJobSearch(raw),
  ...(typeof raw.peek === 'string' && UUID.test(raw.peek) && { peek: raw.peek }),
});

/** Reads a URL and ignores what is not valid, so that old links still open. */
export function readJobSearch(raw: Record<string, unknown>): JobSearch {
  const search: JobSearch = {};
  for (const key of TEXTS) {
    const value = raw[key];
    if (typeof value === 'string' || typeof value === 'number') search[key] = String(value) || undefined;
    // A hand-written URL may have the object itself, which the router has already parsed.
    else if (key === 'metadata' && typeof value === 'object' && value !== null) search[key] = JSON.stringify(value);
  }
  const statuses = String(raw.status ?? '')
    .split(',')
    .filter((word) => displayStatuses.includes(word as never) || jobStatuses.includes(word as never));
  if (statuses.length > 0) search.status = [...new Set(statuses)].join(',');
  if (typeof raw.since === 'string' && Object.hasOwn(sinceChoices, raw.since)) search.since = raw.since;
  if (typeof raw.review === 'string' && Object.hasOwn(reviewChoices, raw.review)) search.review = raw.review;
  for (const key of ['from', 'to'] as const) {
    if (typeof raw[key] === 'string' && !Number.isNaN(Date.parse(raw[key]))) search[key] = raw[key];
  }
  for (const key of ['cost_min', 'cost_max'] as const) {
    const value = typeof raw[key] === 'string' && raw[key] !== '' ? Number(raw[key]) : raw[key];
    if (typeof value === 'number' && value >= 0) search[key] = value;
  }
  for (const key of ['batch', 'policy'] as const) if (!UUID.test(search[key] ?? '')) delete search[key];
  const agents = search.agent?.split(',').filter((id) => UUID.test(id));
  if (agents?.length) search.agent = agents.join(',');
  else delete search.agent;
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

export const isFiltered = ({ columns: _columns, sort: _sort, ...filters }: JobSearch): boolean =>
  Object.keys(filters).length > 0;

/** Only a visible column can sort. */
export const sortOf = (search: JobSearch): string | undefined =>
  columnsOf(search).includes(search.sort?.replace(/^-/, '') ?? '') ? search.sort : undefined;

export const columnsOf = ({ columns }: JobSearch): string[] => columns?.split(',').filter(Boolean).slice(0, 8) ?? [];

/** Builds the query for the server. `now` fixes relative times, so that all pages of a list match. */
export function toJobFilter(search: JobSearch, now: number): JobFacetsQuery {
  const words = search.status?.split(',') ?? [];
  return {
    ...statusFilter(words),
    agent_id: search.agent?.split(','),
    version_name: search.version,
    created_from: search.since ? new Date(now - sinceMs(search.since)).toISOString() : toIso(search.from),
    created_to: search.since ? undefined : toIso(search.to),
    metadata: search.metadata,
    job_inputs: search.input,
    verdict: search.verdict,
    ...reviewFilter(search.review as keyof typeof reviewChoices | undefined),
    cost_min: search.cost_min,
    cost_max: search.cost_max,
    batch_id: search.batch,
    policy_version_id: search.policy,
    q: search.q,
  };
}

/** The words are states as people see them. Links to exact codes, such as cached answers, have the words of codes. */
function statusFilter(words: string[]): Pick<JobFacetsQuery, 'status_code' | 'display_status'> {
  const states = words.filter((word) => displayStatuses.includes(word as never));
  if (words.length === 0) return {};
  return states.length > 0
    ? { display_status: states.join(',') }
    : { status_code: words.map((word) => jobStatuses.indexOf(word as never)).join(',') };
}

/** "Needs review" means an unreviewed verdict. "Not reviewed" means any job without a review. */
const reviewFilter = (review: keyof typeof reviewChoices | undefined) =>
  review === 'untrusted'
    ? { needs_review: true }
    : review === 'unreviewed'
      ? ({ review_state: review } as const)
      : { review_status: review };

const toIso = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(text).toISOString();

export function sinceMs(since: string): number {
  const [, amount = '0', unit] = /^(\d+)([hd])$/.exec(since) ?? [];
  return Number(amount) * HOUR_MS * (unit === 'd' ? 24 : 1);
}

type NamedAgent = { id: string; name: string };

export type Chip = { key: keyof JobSearch; label: string };

/** Lists a chip per active filter. Removing the chip removes its key. */
export function listChips(search: JobSearch, agents: NamedAgent[]): Chip[] {
  const nameOf = (id: string) => agents.find((agent) => agent.id === id)?.name ?? id.slice(0, 8);
  const labels: Partial<Record<keyof JobSearch, string | undefined>> = {
    status: search.status && `status: ${search.status.replaceAll(',', ' or ')}`,
    agent: search.agent && `agent: ${search.agent.split(',').map(nameOf).join(' or ')}`,
    version: search.version && `version: ${search.version}`,
    since: search.since && sinceChoices[search.since as keyof typeof sinceChoices],
    from: search.from && `from ${search.from}`,
    to: search.to && `until ${search.to}`,
    metadata: search.metadata && `metadata: ${search.metadata}`,
    input: search.input && `input has: ${search.input}`,
    verdict: search.verdict && `verdict: ${search.verdict}`,
    review: search.review && reviewChoices[search.review as keyof typeof reviewChoices].toLowerCase(),
    cost_min: search.cost_min === undefined ? undefined : `cost ≥ $${search.cost_min}`,
    cost_max: search.cost_max === undefined ? undefined : `cost ≤ $${search.cost_max}`,
    batch: search.batch && `batch ${search.batch.slice(0, 8)}`,
    policy: search.policy && `policy version ${search.policy.slice(0, 8)}`,
    q: search.q && `“${search.q}”`,
  };
  return (Object.entries(labels) as [keyof JobSearch, string | undefined][]).flatMap(([key, label]) =>
    label === undefined ? [] : [{ key, label }],
  );
}

/** Search parameters of the page of errors. */
export const readErrorsSearch = ({ since }: Record<string, unknown>): { since?: string | undefined } =>
  typeof since === 'string' && Object.hasOwn(sinceChoices, since) ? { since } : {};
