import type { ReviewTask, Wait } from '@errand/sdk';

// What waits for people, as one list: approvals and questions of jobs, reviews, and disagreements of reviewers.

export const groupNames = [
  'all',
  'overdue',
  'approvals',
  'questions',
  'reviews',
  'second',
  'disagreements',
  'reserved',
] as const;
export type GroupName = (typeof groupNames)[number];

export type InboxItem = {
  id: string;
  jobId: string;
  agentId: string;
  agentName: string;
  /** The line that says what it is about. */
  title: string;
  /** A second line: the result, or the question. */
  detail: string;
  group: Exclude<GroupName, 'all' | 'overdue'>;
  dueAt: number | null;
  createdAt: string;
} & ({ wait: Wait; task?: undefined } | { task: ReviewTask; wait?: undefined });

const GENERIC_TITLE = /^Approve the result\?\s*/;

function ofWait(wait: Wait): InboxItem {
  const asked = wait.title.replace(GENERIC_TITLE, '');
  return {
    id: wait.id,
    jobId: wait.job_id,
    agentId: wait.agent_id,
    agentName: wait.agent_name,
    title: [asked, wait.summary].filter(Boolean).join(' · ') || wait.title,
    detail: wait.about,
    group: wait.kind === 'question' ? 'questions' : 'approvals',
    dueAt: momentOf(wait.due_at),
    createdAt: wait.created_at,
    wait,
  };
}

function ofTask(task: ReviewTask, held: ReadonlySet<string>): InboxItem {
  const isElsewhere = task.state === 'reserved' && !held.has(task.id);
  return {
    id: task.id,
    jobId: task.job_id,
    agentId: task.agent_id,
    agentName: task.agent_name,
    title: task.summary || task.about || 'Result without outputs',
    detail: task.summary === '' ? '' : task.about,
    group:
      task.state === 'disputed' ? 'disagreements' : isElsewhere ? 'reserved' : task.round === 2 ? 'second' : 'reviews',
    dueAt: task.state === 'disputed' ? null : momentOf(task.due_at),
    createdAt: task.created_at,
    task,
  };
}

const momentOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

type Lists = { waits: readonly Wait[]; tasks: readonly ReviewTask[] };
type Arrangement = {
  /** Reviews that are reserved for this person. */
  held: ReadonlySet<string>;
  /** Items that were decided a moment ago. */
  leaving: ReadonlySet<string>;
};

/** One item for each thing to decide: by due time, so that overdue ones come first, then the oldest. */
export function arrange({ waits, tasks }: Lists, { held, leaving }: Arrangement): InboxItem[] {
  const items = new Map<string, InboxItem>();
  for (const wait of waits) if (wait.status === 'open') items.set(wait.id, ofWait(wait));
  for (const task of tasks) if (task.state !== 'done') items.set(task.id, ofTask(task, held));
  return [...items.values()].filter(({ id }) => !leaving.has(id)).sort(byUrgency);
}

function byUrgency(one: InboxItem, other: InboxItem): number {
  const [a, b] = [one.dueAt ?? Number.POSITIVE_INFINITY, other.dueAt ?? Number.POSITIVE_INFINITY];
  if (a !== b) return a - b;
  return one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id);
}

export const isOverdue = ({ dueAt }: InboxItem, now: number): boolean => dueAt !== null && dueAt <= now;

/** Whether the item is in a group, which is one of the names above or the id of an agent. */
export function isIn(group: string | undefined, item: InboxItem, now: number): boolean {
  // Reserved by somebody else: not to be done now.
  if (group === undefined || group === 'all') return item.group !== 'reserved';
  if (group === 'overdue') return isOverdue(item, now);
  return item.group === group || item.agentId === group;
}

/** Whether it can be opened next without asking the server: nobody has skipped it, and one review is enough. */
export const isPlain = ({ task, group }: InboxItem): boolean =>
  task === undefined || (group === 'reviews' && task.skips.length === 0);
