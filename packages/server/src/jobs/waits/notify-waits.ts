import { publishNotices } from '#connections/deliveries/outbox.ts';
import { linksOf } from '#orgs/actor.ts';
import { listEmails } from '#orgs/members.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { BODY_BYTES_MAX } from '#webhooks/message/model.ts';
import { listListeners, publishEvent } from '#webhooks/publish-event.ts';
import { jobStatus } from '../record/model.ts';
import { findWait, type WaitRow } from '../record/wait-store.ts';
import { waitView } from './model.ts';

// Notifies webhooks with the event `waiting`, and connections by post actions, when a job begins to wait, and once more
// before the wait is due.

/** Publishes new waits in the transaction that parks the job. Returns the webhooks that have something to deliver. */
export async function notifyNewWaits(tx: Db, orgId: string, waitIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update job_waits set told_at = clock_timestamp()
      where id = any($1::uuid[]) and told_at is null and status = 'open' and kind <> 'timer' returning id`,
    [waitIds],
  );
  return notifyEach(tx, orgId, rows, false);
}

/** Publishes reminders of waits before they are due. */
export async function remindOfWaits(tx: Db): Promise<string[]> {
  const rows = await tx.query<{ id: string; orgId: string }>(
    `update job_waits set remind_at = null where id in (
        select id from job_waits where status = 'open' and remind_at <= clock_timestamp()
        order by remind_at limit ${CHUNK} for update skip locked)
      returning id, org_id as "orgId"`,
  );
  const webhooks: string[] = [];
  for (const row of rows) webhooks.push(...(await notifyEach(tx, row.orgId, [row], true)));
  return webhooks;
}

const CHUNK = 200;

async function notifyEach(tx: Db, orgId: string, waits: { id: string }[], isReminder: boolean): Promise<string[]> {
  const told: string[] = [];
  for (const { id } of waits) {
    const wait = await findWait(tx, orgId, id);
    if (wait === undefined) continue;
    await publishNotices(tx, {
      orgId,
      jobId: wait.jobId,
      event: 'waiting',
      payload: async () =>
        renderWaiting(wait, await findNames(tx, wait.jobId), isReminder, {
          reminder: isReminder,
          assignees: { emails: await listAssignees(tx, wait) },
        }),
    });
    const listeners = await listListeners(tx, orgId, wait.agentId, 'waiting');
    if (listeners.length === 0) continue;
    // A webhook may lead anywhere, and results that wait for approval are in the body.
    const shown = { ...wait, body: undefined, evidence: undefined };
    const body = renderWaiting(shown, await findNames(tx, wait.jobId), isReminder);
    await publishEvent(tx, listeners, { orgId, agentId: wait.agentId, jobId: wait.jobId, kind: 'waiting', body });
    told.push(...listeners);
  }
  return told;
}

/** Lists the email addresses of people who may answer. */
const listAssignees = (tx: Db, wait: WaitRow): Promise<string> =>
  listEmails(tx, wait.orgId, {
    least: wait.assigneeRole ?? 'member',
    only: wait.assigneeUser,
    but: wait.forbidRequester ? linksOf(wait.actor).flatMap(({ user_id: id }) => id ?? []) : [],
  });

type Names = {
  created_at: Date;
  metadata: Record<string, unknown> | null;
  cost: number;
  agent_name: string;
  version_id: string;
  version_name: string;
  org_name: string;
};

async function findNames(tx: Db, jobId: string): Promise<Names> {
  const [row] = await tx.query<Names>(
    `select j.created_at, j.metadata, a.name as agent_name, j.version_id, v.version_name, o.name as org_name,
        (select coalesce(sum(cost), 0) from job_steps s where s.job_id = j.id) as cost
      from jobs j join agents a on a.id = j.agent_id join agent_versions v on v.id = j.version_id
      join organizations o on o.id = j.org_id where j.id = $1`,
    [jobId],
  );
  return row!;
}

type Told = Omit<WaitRow, 'body' | 'evidence'> & { body?: string | undefined; evidence?: string[] | undefined };

/** Renders the usual payload with the wait. If it is too long, the longest members are left out first. */
export function renderWaiting(wait: Told, names: Names, isReminder: boolean, more: object = {}): string {
  const { about, summary, body, evidence, ...rest } = waitView({
    ...wait,
    body: wait.body ?? '',
    evidence: wait.evidence ?? [],
  });
  const isShown = wait.body !== undefined;
  const content = isShown ? { about, summary, body, evidence } : {};
  const view = { ...rest, ...content };
  const render = (shown: object, metadata: object): string =>
    JSON.stringify({
      timestamp: new Date(databaseNow()),
      agent: { id: wait.agentId, name: names.agent_name },
      agent_version: { id: names.version_id, name: names.version_name },
      job: {
        id: wait.jobId,
        status: 'waiting',
        status_code: jobStatus.started,
        cost: names.cost,
        created_at: names.created_at,
        completed_at: null,
        output: null,
        ...metadata,
      },
      organization: { id: wait.orgId, name: names.org_name },
      wait: shown,
      ...(isReminder && { reminder: true }),
      ...more,
    });
  const whole = render(view, { metadata: names.metadata ?? {} });
  if (Buffer.byteLength(whole) <= BODY_BYTES_MAX) return whole;
  const short = {
    ...rest,
    ...(isShown && { about, summary: '', body: '', evidence: [] }),
    answer_schema: null,
    truncated: true,
  };
  const cut = render(short, { metadata: names.metadata ?? {} });
  if (Buffer.byteLength(cut) <= BODY_BYTES_MAX) return cut;
  return render({ ...short, options: null }, { metadata: {}, metadata_truncated: true });
}
