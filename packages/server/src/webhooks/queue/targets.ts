import type { Db } from '#platform/db.ts';
import { joinNames } from '../message/headers.ts';
import { previousSecrets } from '../message/model.ts';

/** The address, headers and secrets for the deliveries of a webhook. */
export type DeliveryTarget = {
  url: string;
  headers: Record<string, string>;
  /** Names of the headers as they are stored, null when there are none. */
  headerNames: string | null;
  /** The current one first. */
  secrets: string[];
  /** Whether it belongs to one job, and uses the format of the door that asked for it. */
  isOfJob: boolean;
  isActive: boolean;
  failureCount: number;
};

type TargetRow = {
  id: string;
  url: string;
  headers: Record<string, string>;
  secret: string;
  previous_secret: string | null;
  older_secrets: string[];
  is_of_job: boolean;
  is_active: boolean;
  failure_count: number;
};

/** Finds webhooks by their ids. Deleted ones are missing in the result. */
export async function findTargets(db: Db, webhookIds: string[], now: Date): Promise<Map<string, DeliveryTarget>> {
  const rows = await db.query<TargetRow>(
    `select w.id, w.url, w.headers, w.secret, case when w.previous_secret_until > $2 then w.previous_secret end as previous_secret,
       ${olderSecrets('$2')} as older_secrets, w.job_id is not null as is_of_job, w.is_active, coalesce(s.failure_count, 0) as failure_count
     from webhooks w left join webhook_states s on s.webhook_id = any (array[w.id])
     where w.id = any ($1::uuid[]) and w.deleted_at is null`,
    [webhookIds, now],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { ...toTarget(row), isOfJob: row.is_of_job, isActive: row.is_active, failureCount: row.failure_count },
    ]),
  );
}

/** Returns the part of a target that comes from the owner's settings. */
export function toTarget(
  row: Pick<TargetRow, 'url' | 'headers' | 'secret' | 'previous_secret' | 'older_secrets'>,
): Pick<DeliveryTarget, 'url' | 'headers' | 'headerNames' | 'secrets'> {
  return {
    url: row.url,
    headers: row.headers,
    headerNames: joinNames(row.headers),
    secrets: [row.secret, ...previousSecrets(row)],
  };
}

/** Returns SQL for the older secrets of `w` that sign at a moment. Nearly always there are none. */
export const olderSecrets = (moment: string): string =>
  `case when w.older_secrets = '[]' then '{}'::text[] else array(select o->>'secret' from jsonb_array_elements(w.older_secrets) o
    where (o->>'until')::timestamptz > ${moment}) end`;
