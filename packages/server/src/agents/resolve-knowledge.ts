import { lockKnowledgeReference } from '#knowledge/store.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import type { SecretRules } from './secret-config.ts';

const KEY = 'knowledge_base_id';

/** Finds a version's knowledge base. It cannot be deleted until the transaction ends or while the version exists. */
export async function resolveKnowledge(
  tx: Db,
  orgId: string,
  engine: SecretRules | undefined,
  config: Record<string, unknown>,
): Promise<{ knowledgeBaseId: string | null }> {
  const given = config[KEY];
  // An engine of a module may not use this key.
  const isKnown = Object.hasOwn(engine?.configSchema?.properties ?? {}, KEY);
  if (!isKnown || given === undefined || given === null || given === '') return { knowledgeBaseId: null };
  const id = typeof given === 'string' ? given.trim().toLowerCase() : '';
  if (!isUuid(id)) throw problem('must be the id of a knowledge base.');
  const found = await lockKnowledgeReference(tx, orgId, id);
  if (found === undefined) throw problem(`there is no knowledge base ${id} in this organization.`);
  if (!found.finished) throw problem(`the knowledge base ${id} is not finished. Finalize it first.`);
  return { knowledgeBaseId: id };
}

const problem = (message: string) => invalidFields({ engine_config: [`${KEY}: ${message}`] });
