import type { Typology } from '@errand/contract/knowledge.ts';
import type { Database } from '#platform/db.ts';
import { createCatalog } from './catalog/catalog.ts';
import { type Proposed, saveProposal } from './save-proposal.ts';

/** Assembles the knowledge domain for one process. */
export function createKnowledgeRuntime(options: {
  database: Database;
  /** The operator's typologies. */
  typologies: Typology[];
  defaultModel(): string;
}) {
  const catalog = createCatalog(options.typologies);
  return {
    catalog,
    isPaid: (): boolean => options.defaultModel() !== 'baseline',
    saveProposal: (jobId: string, made: Proposed): Promise<boolean> =>
      saveProposal(options.database.system, catalog, jobId, made),
  };
}
