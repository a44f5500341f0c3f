import type { Db } from '#platform/db.ts';
import type { SecretBox } from '#secrets/box.ts';
import { listSecretNames } from '#secrets/references.ts';
import { configColumn, MASK, type SecretRules, secretKeys } from './secret-config.ts';

// Seals secrets that older releases stored in plain text. Runs when the service starts.

const ROWS_AT_ONCE = 100;

/** Returns the number of sealed versions. */
export async function sealVersions(
  db: Db,
  box: SecretBox,
  engines: readonly (SecretRules & { id: string })[],
): Promise<number> {
  let sealed = 0;
  for (const engine of engines) {
    for (const key of secretKeys(engine)) {
      for (let rows = ROWS_AT_ONCE; rows === ROWS_AT_ONCE; ) {
        rows = await sealSome(db, box, engine.id, key);
        sealed += rows;
      }
    }
  }
  return sealed;
}

async function sealSome(db: Db, box: SecretBox, engineId: string, key: string): Promise<number> {
  const rows = await db.query<{ id: string; org_id: string; value: unknown }>(
    `select v.id, v.org_id, v.engine_config -> $2::text as value
     from agents a join agent_versions v on v.agent_id = a.id
     where a.engine_class_id = $1::text and v.engine_config ->> $2::text is not null
       and v.engine_config ->> $2::text not in ('', $3::text) and v.engine_config ->> $2::text not like '%\${secret.%'
     limit ${ROWS_AT_ONCE}`,
    [engineId, key, MASK],
  );
  for (const { id, org_id: orgId, value } of rows) {
    if (listSecretNames(value).length > 0) continue;
    const text = await box.seal(configColumn.at({ org_id: orgId }, key), JSON.stringify(value));
    await db.run(
      `update agent_versions
       set engine_config = (engine_config::jsonb || jsonb_build_object($2::text, $3::text))::json,
         sealed_config = (coalesce(sealed_config::jsonb, '{}') || jsonb_build_object($2::text, $4::text))::json
       where id = $1::uuid and engine_config ->> $2::text <> $3::text`,
      [id, key, MASK, text],
    );
  }
  return rows.length;
}
