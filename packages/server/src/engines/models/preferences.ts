import type { OrganizationModels, OrganizationModelsBody } from '@errand/contract/models.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';

// What an organization prefers of models: the default, who stands in for it, whose keys are used, and the lane.

export type ModelPreferences = Omit<OrganizationModels, 'house_keys'>;

const NONE: ModelPreferences = { default_model: null, chain: [], allow_house_keys: true, batch_lane: 'allowed' };

export async function findPreferences(db: Db, orgId: string): Promise<ModelPreferences> {
  const [row] = await db.query<ModelPreferences>(
    'select default_model, chain, allow_house_keys, batch_lane from model_settings where org_id = $1::uuid',
    [orgId],
  );
  return row ?? NONE;
}

export async function setPreferences(db: Transactor, caller: Caller, next: OrganizationModelsBody): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const before = await findPreferences(tx, orgId);
    await tx.run(
      `insert into model_settings (org_id, default_model, chain, allow_house_keys, batch_lane)
       values ($1::uuid, $2::text, $3::jsonb, $4::boolean, $5::text)
       on conflict (org_id) do update set default_model = excluded.default_model, chain = excluded.chain,
         allow_house_keys = excluded.allow_house_keys, batch_lane = excluded.batch_lane, updated_at = now()`,
      [orgId, next.default_model, JSON.stringify(next.chain), next.allow_house_keys, next.batch_lane],
    );
    await audit(tx, caller, 'models.updated', orgId, { before, after: next });
  });
}
