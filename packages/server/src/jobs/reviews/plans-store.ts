import type { ReviewPlan } from '@errand/contract/review-desk.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { asksForNothing, NO_PLAN, refuseWeaker } from './plan.ts';

const COLUMNS = 'sample_rate, always_when, min_confidence, second_review_rate, due_hours';

export async function findPlan(db: Db, orgId: string, agentId: string, lock = ''): Promise<ReviewPlan> {
  const [row] = await db.query<ReviewPlan>(
    `select ${COLUMNS} from review_plans where org_id = $1 and agent_id = $2 ${lock}`,
    [orgId, agentId],
  );
  return row ?? NO_PLAN;
}

/** Replaces the plan. A plan that asks for nothing is deleted, so that the draw has nothing to do. */
export async function setPlan(db: Transactor, caller: Caller, agentId: string, plan: ReviewPlan): Promise<ReviewPlan> {
  const { orgId } = caller;
  return db.tx(async (tx) => {
    const before = await findPlan(tx, orgId, agentId, 'for update');
    refuseWeaker(caller, plan, before);
    if (asksForNothing(plan)) {
      await tx.run('delete from review_plans where org_id = $1 and agent_id = $2', [orgId, agentId]);
    } else {
      await tx.run(
        `insert into review_plans (agent_id, org_id, ${COLUMNS}, since, updated_at)
         select $2, $1, ${COLUMNS}, clock_timestamp(), clock_timestamp()
         from json_to_record($3::json) as given (sample_rate numeric, always_when text[], min_confidence numeric,
           second_review_rate numeric, due_hours numeric)
         on conflict (agent_id) do update set (${COLUMNS}, updated_at) = (excluded.sample_rate, excluded.always_when,
           excluded.min_confidence, excluded.second_review_rate, excluded.due_hours, excluded.updated_at)`,
        [orgId, agentId, JSON.stringify(plan)],
      );
    }
    await audit(tx, caller, 'agent.review_plan_set', agentId, { before, after: plan });
    return plan;
  });
}

/** Deletes the plan and the open tasks of a deleted agent. Decisions stay. */
export async function dropReviewsOfAgent(db: Transactor, orgId: string, agentId: string): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run('delete from review_plans where org_id = $1 and agent_id = $2', [orgId, agentId]);
    await tx.run(`delete from review_tasks where org_id = $1 and agent_id = $2 and status = 'open'`, [orgId, agentId]);
  });
}
