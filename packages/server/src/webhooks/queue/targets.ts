import type { Db } from '#platform/db.ts';
import { joinNames } from '../message/headers.ts';
import { type Secrets, STORED_COLUMNS, type StoredSecrets, type Vault } from '../message/vault.ts';

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

type TargetRow = StoredSecrets & {
  id: string;
  org_id: string;
  url: string;
  is_of_job: boolean;
  is_active: boolean;
  failure_count: number;
};

/**
 * Finds webhooks by their ids. Deleted ones are missing in the result; one whose secrets this process cannot decrypt is
 * an error.
 */
export async function findTargets(
  db: Db,
  vault: Vault,
  webhookIds: string[],
): Promise<Map<string, DeliveryTarget | Error>> {
  const rows = await db.query<TargetRow>(
    `select w.id, w.org_id, w.url, ${STORED_COLUMNS.map((column) => `w.${column}`).join(', ')},
       w.job_id is not null as is_of_job, w.is_active, coalesce(s.failure_count, 0) as failure_count
     from webhooks w left join webhook_states s on s.webhook_id = any (array[w.id])
     where w.id = any ($1::uuid[]) and w.deleted_at is null`,
    [webhookIds],
  );
  const found = new Map<string, DeliveryTarget | Error>();
  for (const row of rows) {
    const { is_of_job: isOfJob, is_active: isActive, failure_count: failureCount } = row;
    const secrets = await vault.open(row).catch((error: Error) => error);
    found.set(
      row.id,
      secrets instanceof Error ? secrets : { ...toTarget(row.url, secrets), isOfJob, isActive, failureCount },
    );
  }
  return found;
}

/** Returns the part of a target that comes from the owner's settings. */
export const toTarget = (
  url: string,
  { secret, previous, older, headers }: Secrets,
): Pick<DeliveryTarget, 'url' | 'headers' | 'headerNames' | 'secrets'> => ({
  url,
  headers,
  headerNames: joinNames(headers),
  secrets: [secret, ...(previous === null ? [] : [previous, ...older.toReversed()]).map((one) => one.secret)],
});
