import { type Actor, insertAudit } from '#orgs/audit.ts';
import type { Db, Transactor } from '#platform/db.ts';

// How long an organization keeps its data. Null means forever.

export type Retention = {
  jobs_days: number | null;
  evidence_days: number | null;
  steps_days: number | null;
  audit_days: number | null;
};

const NONE: Retention = { jobs_days: null, evidence_days: null, steps_days: null, audit_days: null };

export async function findRetention(db: Db, orgId: string): Promise<Retention> {
  const [row] = await db.query<Retention>(
    'select jobs_days, evidence_days, steps_days, audit_days from retention_settings where org_id = $1::uuid',
    [orgId],
  );
  return row ?? NONE;
}

/** Replaces the settings and resets the marks, so that retention looks at everything again. */
export async function setRetention(db: Transactor, orgId: string, next: Retention, actor: Actor): Promise<Retention> {
  return db.tx(async (tx) => {
    const before = await findRetention(tx, orgId);
    await tx.run(
      `insert into retention_settings (org_id, jobs_days, evidence_days, steps_days, audit_days)
       values ($1::uuid, $2::int, $3::int, $4::int, $5::int)
       on conflict (org_id) do update set jobs_days = excluded.jobs_days, evidence_days = excluded.evidence_days,
         steps_days = excluded.steps_days, audit_days = excluded.audit_days, jobs_mark = null, evidence_mark = null,
         steps_mark = null, updated_at = now()`,
      [orgId, next.jobs_days, next.evidence_days, next.steps_days, next.audit_days],
    );
    await insertAudit(tx, actor, {
      orgId,
      action: 'retention.updated',
      targetType: 'organization',
      targetId: orgId,
      detail: { before, after: next },
    });
    return findRetention(tx, orgId);
  });
}
