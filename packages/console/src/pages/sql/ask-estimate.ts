import { errand } from '../../session/client.ts';
import { type Estimate, readEstimate } from './estimate.ts';
import { splitStatements, startsAgents } from './read-sql.ts';

/** Asks the server, statement by statement, before anything starts. */
export async function estimateAgents(sql: string, signal: AbortSignal): Promise<Estimate> {
  const found: Estimate = { agents: [], problems: [] };
  for (const statement of splitStatements(sql).filter(startsAgents)) {
    try {
      const [result] = await errand.queries.run({ query: `EXPLAIN AGENTS ${statement}` }, {}, { signal });
      found.agents.push(...readEstimate(result!));
    } catch (error) {
      if (signal.aborted) throw error;
      found.problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return found;
}
