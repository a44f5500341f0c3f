import type {
  Agent,
  Alert,
  AuditEntry,
  Budget,
  ConnectionItem,
  DemoRemoved,
  DemoWorkspace,
  EvaluationComparison,
  EvaluationRun,
  Explanation,
  KnowledgeBase,
  PostActionDelivery,
  Rehearsal,
  ReviewComparison,
  ReviewStats,
  ReviewTask,
  Schedule,
  SigningKey,
  Trigger,
  Typology,
  VersionGate,
  Wait,
  Webhook,
} from '@errand/sdk';
import { describeGate } from '../client/show-gate.ts';
import { money } from '../client/show-job.ts';
import { describeComparison, describeStats } from '../client/show-reviews.ts';
import { describeDifference, describeEvaluation, describeRehearsal } from '../client/show-trials.ts';
import { count, done, moment, table } from '../terminal/text.ts';
import type { Item } from './find.ts';
import type { Column } from './show.ts';

// What people should see of an operation, or how they should give it, where the contract alone does not say it well.

export type Refinement = {
  /** What the command does, in the words of its help. */
  about?: string;
  /** Members of the body or query that are arguments, after the ids. */
  positional?: string[];
  /** The member of the JSON that holds a list. */
  key?: string;
  columns?: Column[];
  /** What it returned, for people. `called` is how the user named the object. */
  text?(answer: never, called: string): string;
  /** A list shows what is open, and everything with --all or one of these options. */
  openOnly?: { query?: Item; isOpen?(item: never): boolean; unless: string[] };
  /** The JSON of a deletion is `{ deleted: ID }`, as the first commands had it. */
  saysDeletedId?: true;
  /** Exit code 1, as for a failed job. */
  hasFailed?(answer: never): boolean;
};

const time = (text: string | null | undefined): string => moment(text ? new Date(text) : null);
const column = <T>(title: string, cell: (item: T) => unknown): Column => [title, cell];
const id = column<{ id: string }>('ID', (item) => item.id);
const name = column<{ name: string }>('NAME', (item) => item.name);
const updated = column<{ updated_at: string }>('UPDATED', (item) => time(item.updated_at));

/** What led to an entry of the audit log: work has a name, and a job its id. */
const behindOf = ({ kind, name }: AuditEntry['actor']['chain'][number]): string =>
  kind === 'person' || kind === 'system' ? name : `${kind} ${name}`;

export const dueOf = ({ due_at }: { due_at: string | null }): string => time(due_at);
export const timingOf = ({ cron, every_seconds: every, timezone }: Schedule): string =>
  cron === null ? `every ${every} s` : `${cron} ${timezone}`;
export const titleOfBase = ({ name, company }: KnowledgeBase): string => name || company;
const bases = [id, column('NAME', titleOfBase), column<KnowledgeBase>('STATUS', (base) => base.status), updated];
const ofTask = (said: string) => ({ text: (task: ReviewTask) => done(said, { job: task.job_id }) });

export const refinements: Record<string, Refinement> = {
  'agents.list': {
    columns: [
      id,
      name,
      column<Agent>('ENGINE', (agent) => agent.engine_name),
      column<Agent>('JOBS', (agent) => agent.job_count),
      column<Agent>('', ({ config_warnings: all }) => (all.length > 0 ? count(all.length, 'warning') : '')),
    ],
  },
  'alerts.list': {
    about: 'list alerts: budgets that are almost spent, agents that fail more often or take longer than usual',
    key: 'results',
    columns: [
      column<Alert>('WHEN', (alert) => time(alert.created_at)),
      column<Alert>('KIND', (alert) => alert.kind),
      column<Alert>('WHAT', (alert) => alert.message),
    ],
  },
  'budgets.list': {
    columns: [
      id,
      column<Budget>('FOR', (one) => `${one.scope} ${one.name}`),
      column<Budget>('SPENT', (one) => `${money(one.spent)} of ${money(one.amount)} a ${one.period}`),
      column<Budget>('ACTION', (one) => one.action),
      column<Budget>('STATE', (one) => one.state),
    ],
  },
  'budgets.delete': { saysDeletedId: true },
  'cases.contest': {
    positional: ['reason'],
    text: (task: ReviewTask) => done('A person will review the decision.', { review: task.id }),
  },
  'cases.explanation': { text: ({ text }: Explanation) => text },
  'cases.hold': { positional: ['reason'], text: () => done('The data of the job is on hold.') },
  'cases.releaseHold': { text: () => done('The hold is released.') },
  'connections.list': {
    columns: [
      id,
      name,
      column<ConnectionItem>('TYPE', (one) => one.connector_type),
      column<ConnectionItem>('STATUS', (one) => (one.sign_in?.state === 'needed' ? 'needs sign-in' : one.status)),
      column<ConnectionItem>('USES', (one) => one.use_count),
      column<ConnectionItem>('TESTED', ({ tested_at: at }) => (at === null ? 'never' : time(at))),
    ],
  },
  'connections.completeSignIn': { text: ({ name: called }: ConnectionItem) => done(`${called} is signed in.`) },
  'connections.test': { text: ({ message }: { message: string }) => done(message) },
  'demo.create': {
    text: ({ agents }: DemoWorkspace) =>
      done(`The demo workspace is ready: ${count(agents.length, 'agent')}, tagged demo.`),
  },
  'demo.remove': {
    text: ({ agents, jobs, policies, tables }: DemoRemoved) => {
      const rules = `${policies} ${policies === 1 ? 'policy' : 'policies'}`;
      return done(`Removed ${count(agents, 'agent')}, ${count(jobs, 'job')}, ${rules}, ${count(tables, 'table')}.`);
    },
  },
  'evaluationRuns.cancel': { text: describeEvaluation },
  'evaluationRuns.compare': {
    text: (comparison: EvaluationComparison) => {
      const { better, worse, changed } = comparison;
      const rows = changed.map((one) => [
        one.case_id,
        ...[one.expected, one.got_a, one.got_b].map((value) => JSON.stringify(value)),
      ]);
      return `${done(`${better} better, ${worse} worse. ${describeDifference(comparison)}`)}\n${table(['CASE', 'EXPECTED', 'FIRST', 'SECOND'], rows)}`;
    },
  },
  'evaluationRuns.get': { text: describeEvaluation },
  'evaluationRuns.resume': { text: describeEvaluation },
  'evaluationSets.list': { key: 'sets' },
  'evaluationSets.run': { text: (run: EvaluationRun) => describeEvaluation(run) },
  'gates.ofAgent': { positional: ['version_id'], text: describeGate },
  'gates.ofPolicy': { positional: ['version_id'], text: (gate: VersionGate) => describeGate(gate) },
  'knowledge.catalog': {
    key: 'typologies',
    columns: [
      column<Typology>('TYPOLOGY', (one) => one.id),
      column<Typology>('CATEGORY', (one) => one.category),
      column<Typology>('TACTICS', (one) => one.tactics.length),
    ],
  },
  'knowledge.importLens': {
    positional: ['atlas_lens_id'],
    text: (base: KnowledgeBase) => done(`${titleOfBase(base)} has the lens.`, { id: base.id }),
  },
  'knowledge.list': { key: 'knowledge_bases', columns: bases },
  'knowledge.sync': {
    text: (base: KnowledgeBase) => base.sync_error ?? done(`${titleOfBase(base)} is in sync with the catalog.`),
    hasFailed: ({ sync_error: error }: KnowledgeBase) => error !== null && error !== '',
  },
  'organizations.audit': {
    columns: [
      column<AuditEntry>('WHEN', (entry) => time(entry.created_at)),
      column<AuditEntry>('WHO', ({ actor }) => actor.email ?? actor.name),
      column<AuditEntry>('ACTION', (entry) => entry.action),
      column<AuditEntry>('OBJECT', (entry) => `${entry.target_type} ${entry.target_id}`),
      column<AuditEntry>('BECAUSE OF', ({ actor }) => actor.chain.map(behindOf).join(', ')),
    ],
  },
  'policies.list': { columns: [id, name, updated] },
  'postActions.list': {
    columns: [
      id,
      name,
      column<PostActionDelivery>('STATE', ({ status, next_attempt_at: at }) =>
        status === 'pending' && at !== null ? `pending, next ${time(at)}` : status,
      ),
      column<PostActionDelivery>('ATTEMPTS', (one) => one.attempts),
      column<PostActionDelivery>('LAST MESSAGE', (one) => one.message ?? ''),
    ],
  },
  'postActions.resend': {
    text: (one: PostActionDelivery) => done(`The post action ${one.name} runs again.`, { id: one.id }),
  },
  'rehearsals.cancel': { text: describeRehearsal },
  'rehearsals.get': { text: describeRehearsal },
  'rehearsals.resume': { text: (rehearsal: Rehearsal) => describeRehearsal(rehearsal) },
  'reviews.compare': { text: (compared: ReviewComparison) => describeComparison(compared) },
  'reviews.list': {
    openOnly: { isOpen: ({ state }: ReviewTask) => state !== 'done', unless: ['mine', 'disagreed', 'state'] },
    columns: [
      id,
      column<ReviewTask>('STATE', (task) => task.state),
      column<ReviewTask>('ROUND', (task) => task.round),
      column<ReviewTask>('DUE', dueOf),
      column<ReviewTask>('REASON', (task) => task.reason),
      column<ReviewTask>('JOB', (task) => task.job_id),
    ],
  },
  'reviews.release': ofTask('Released.'),
  'reviews.settle': {
    text: (task: ReviewTask) =>
      done(task.state === 'disputed' ? 'Proposed. It counts once the other reviewer confirms it.' : 'Settled.', {
        id: task.id,
      }),
  },
  'reviews.skip': ofTask('Skipped. Others can take it.'),
  'reviews.stats': { text: (stats: ReviewStats) => describeStats(stats) },
  'schedules.delete': { saysDeletedId: true },
  'schedules.list': {
    columns: [
      id,
      name,
      column<Schedule>('WHEN', timingOf),
      column<Schedule>('NEXT', ({ next_at: at }) => (at === null ? 'off' : time(at))),
      column<Schedule>('LAST', (schedule) => schedule.last_run?.outcome),
    ],
  },
  'schedules.next': { text: ({ times }: { times: string[] }) => times.join('\n') },
  'signing.key': {
    about: 'print the public keys of your organization, for errand case verify --key',
    text: ({ public_key }: SigningKey) => public_key.trimEnd(),
  },
  'skills.list': { key: 'skill_sets', columns: [id, name, updated] },
  'triggers.delete': { saysDeletedId: true },
  'triggers.list': {
    columns: [
      id,
      name,
      column<Trigger>('KIND', (trigger) => trigger.kind),
      column<Trigger>('', ({ enabled }) => (enabled ? 'on' : 'off')),
      column<Trigger>('LAST', ({ last_run: last }) => last && `${last.outcome} ${time(last.at)}`),
    ],
  },
  'triggers.rotateAddress': {
    text: ({ name, url }: Trigger) => done(`${name} has a new address.`, { url: url ?? '' }),
  },
  'waits.get': {
    text: (wait: Wait) => {
      const facts = done(wait.title, {
        id: wait.id,
        job: wait.job_id,
        status: wait.status,
        due: dueOf(wait),
        ...(wait.options && { options: wait.options.join(', ') }),
        ...(wait.answered_by && { 'answered by': wait.answered_by }),
      });
      const answer = wait.status === 'open' ? [] : ['', `Answer: ${JSON.stringify(wait.answer)}`];
      return [facts, ...(wait.body === '' ? [] : ['', wait.body]), ...answer].join('\n');
    },
  },
  'waits.list': {
    openOnly: { query: { status: 'open' }, unless: ['status'] },
    columns: [
      id,
      column<Wait>('AGENT', (wait) => wait.agent_name),
      column<Wait>('KIND', (wait) => wait.kind),
      column<Wait>('STATUS', (wait) => wait.status),
      column<Wait>('DUE', dueOf),
      // A result that waits for approval is told by what it says.
      column<Wait>('ASKS', ({ kind, title, summary }) => (kind === 'approval' && summary !== '' ? summary : title)),
      column<Wait>('ABOUT', (wait) => wait.about),
    ],
  },
  'webhooks.list': {
    columns: [
      id,
      name,
      column<Webhook>('URL', (webhook) => webhook.url),
      column<Webhook>('STATE', ({ is_active, failure_count: failed }) =>
        is_active ? (failed > 0 ? count(failed, 'failure') : 'on') : 'off',
      ),
      column<Webhook>('LAST EVENT', (webhook) => time(webhook.last_triggered_at)),
    ],
  },
};
