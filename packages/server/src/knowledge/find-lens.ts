import type { KnowledgeLens } from '@errand/contract/knowledge.ts';
import type { Db } from '#platform/db.ts';
import type { Catalog } from './catalog/catalog.ts';
import { resolveLens } from './model.ts';
import { findBase, findLens } from './store.ts';

/** Returns the finished selection of a knowledge base, resolved with the current catalog. */
export async function findLensOfBase(
  db: Db,
  catalog: Catalog,
  orgId: string,
  id: string,
): Promise<KnowledgeLens | undefined> {
  const base = await findBase(db, orgId, id);
  const row = base?.lens_id ? await findLens(db, orgId, base.lens_id) : undefined;
  return row && resolveLens(catalog, row).lens;
}

/** Returns the lens that the MCP address of a knowledge base serves, if the address is enabled. */
export async function findServedLens(
  db: Db,
  catalog: Catalog,
  orgId: string,
  id: string,
): Promise<KnowledgeLens | undefined> {
  const lens = await findLensOfBase(db, catalog, orgId, id);
  return lens?.mcpEnabled ? lens : undefined;
}
