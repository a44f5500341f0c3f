import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { lockSkillSetReference } from '#skills/store.ts';
import type { SecretRules } from './secret-config.ts';

const KEY = 'skill_set_id';

/** Finds the skill set of a version. It cannot be deleted until the transaction ends or while the version exists. */
export async function resolveSkillSet(
  tx: Db,
  orgId: string,
  engine: SecretRules | undefined,
  config: Record<string, unknown>,
): Promise<{ skillSetId: string | null }> {
  const given = config[KEY];
  // An engine of a module may not use this key.
  const isKnown = Object.hasOwn(engine?.configSchema?.properties ?? {}, KEY);
  if (!isKnown || given === undefined || given === null || given === '') return { skillSetId: null };
  const id = typeof given === 'string' ? given.trim().toLowerCase() : '';
  if (!isUuid(id)) throw invalidFields({ engine_config: [`${KEY} must be the id of a skill set.`] });
  if (!(await lockSkillSetReference(tx, orgId, id)))
    throw invalidFields({ engine_config: [`${KEY}: there is no skill set ${id} in this organization.`] });
  return { skillSetId: id };
}
