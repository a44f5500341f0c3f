import type { Transactor } from '#platform/db.ts';
import { publishEvent } from './publish-event.ts';

// Tells the webhooks of a single job what the job asks people, each question once. A sweep finds the questions, as it
// finds ended jobs, so that parking a job costs nothing extra.

export type JobQuestion = {
  webhookId: string;
  orgId: string;
  agentId: string;
  jobId: string;
  metadata: Record<string, unknown> | null;
  waitId: string;
  kind: 'approval' | 'question';
  title: string;
  body: string;
  options: string[] | null;
  answerSchema: Record<string, unknown> | null;
  askedAt: Date;
};

const SWEEP_MAX = 100;

/** Selects the question that blocks the job, the oldest of several. */
const DUE = `select w.id as "webhookId", w.org_id as "orgId", q.agent_id as "agentId", w.job_id as "jobId", j.metadata,
    q.id as "waitId", q.kind, q.title, q.body, q.options, q.answer_schema as "answerSchema", q.created_at as "askedAt"
  from webhooks w
  join jobs j on j.id = w.job_id
  cross join lateral (
    select * from job_waits o where o.job_id = w.job_id and o.status = 'open' and o.kind in ('approval', 'question')
    order by o.id limit 1
  ) q
  where w.job_id is not null and w.published_at is null and w.is_active and w.deleted_at is null
    and w.told_wait_id is distinct from q.id
  limit ${SWEEP_MAX} for update of w skip locked`;

/** Publishes open questions. Returns the webhooks that have something to send. */
export function publishJobQuestions(db: Transactor, render: (question: JobQuestion) => string): Promise<string[]> {
  return db.tx(async (tx) => {
    const due = await tx.query<JobQuestion>(DUE);
    for (const question of due) {
      const { webhookId, orgId, agentId, jobId, waitId } = question;
      await tx.run('update webhooks set told_wait_id = $2 where id = $1', [webhookId, waitId]);
      await publishEvent(tx, [webhookId], { orgId, agentId, jobId, kind: 'waiting', body: render(question) });
    }
    return due.map(({ webhookId }) => webhookId);
  });
}
