import type { Db } from '#platform/db.ts';

export type Agreement = {
  agent_version_id: string;
  version_name: string;
  month: string;
  reviewed: number;
  agreed: number;
};

/** Counts how often reviewers agreed with an agent, by version and month of the job. */
export function listAgreement(
  db: Db,
  orgId: string,
  agentId: string,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): Promise<Agreement[]> {
  return db.query<Agreement>(
    `select j.version_id as agent_version_id, coalesce(v.version_name, '') as version_name,
       to_char(j.created_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as reviewed,
       (count(*) filter (where review.status = 'approved'))::int as agreed
     from job_reviews review join jobs j on j.id = review.job_id left join agent_versions v on v.id = j.version_id
     where review.org_id = $1::uuid and review.agent_id = $2::uuid and review.status <> 'disputed'
       and ($3::timestamptz is null or j.created_at >= $3::timestamptz)
       and ($4::timestamptz is null or j.created_at < $4::timestamptz)
     group by 1, 2, 3 order by month, agent_version_id`,
    [orgId, agentId, from ?? null, to ?? null],
  );
}
