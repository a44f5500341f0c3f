import type { Typology } from '@errand/contract/knowledge.ts';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createCatalog } from './catalog/catalog.ts';
import { createDrafter, type Propose } from './drafter.ts';

// Assembles the knowledge domain for one process.

export function createKnowledgeRuntime(options: {
  database: Database;
  log: Logger;
  /** The operator's typologies. */
  typologies: Typology[];
  propose: Propose;
  defaultModel(): string;
  runs: boolean;
}) {
  const catalog = createCatalog(options.typologies);
  return {
    catalog,
    isPaid: (): boolean => options.defaultModel() !== 'baseline',
    drafter: createDrafter({ ...options, catalog }),
  };
}
