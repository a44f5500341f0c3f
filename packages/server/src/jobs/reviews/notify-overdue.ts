import { publishNotices } from '#connections/deliveries/outbox.ts';
import { listEmails } from '#orgs/members.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { buildBody, type CompletedJob } from '#webhooks/message/payload.ts';
import { listListeners, publishEvent } from '#webhooks/publish-event.ts';
import { taskView } from './task-view.ts';
import { findTask } from './tasks-store.ts';

// Notifies webhooks with the event `review_due`, and connections by post actions, once for each overdue review task.

const CHUNK = 100;
const NOBODY = { userId: null, keyId: null };

export type FindJobs = (db: Db, jobIds: string[]) => Promise<Map<string, CompletedJob>>;

/** Publishes overdue tasks. Returns the webhooks that have something to deliver. */
export async function notifyOverdue(tx: Db, findJobs: FindJobs): Promise<string[]> {
  const rows = await tx.query<{ id: string; orgId: string; agentId: string; jobId: string }>(
    `update review_tasks set told_at = clock_timestamp() where id in (
        select id from review_tasks where status = 'open' and told_at is null and due_at is not null
          and due_at <= clock_timestamp()
        order by due_at limit ${CHUNK} for update skip locked)
      returning id, org_id as "orgId", agent_id as "agentId", job_id as "jobId"`,
  );
  const told: string[] = [];
  for (const { id, orgId, agentId, jobId } of rows) {
    const render = async (more: object = {}): Promise<string | undefined> => {
      const task = await findTask(tx, orgId, id);
      const job = (await findJobs(tx, [jobId])).get(jobId);
      if (task === undefined || job === undefined) return undefined;
      const review = { ...taskView(task, NOBODY), attachment: null };
      return buildBody(job, new Date(databaseNow()), { review, ...more });
    };
    await publishNotices(tx, {
      orgId,
      jobId,
      event: 'review_due',
      payload: async () =>
        (await render({ assignees: { emails: await listEmails(tx, orgId, { least: 'member' }) } })) ?? '{}',
    });
    const listeners = await listListeners(tx, orgId, agentId, 'review_due');
    const body = listeners.length === 0 ? undefined : await render();
    if (body === undefined) continue;
    await publishEvent(tx, listeners, { orgId, agentId, jobId, kind: 'review_due', body });
    told.push(...listeners);
  }
  return told;
}
