import type { WorkerGroup } from '#engines/offer/fleet.ts';
import type { Database } from '#platform/db.ts';
import { findSurroundings, listCapabilities, type Surroundings } from './workers.ts';

/** Looks up the other workers and their capabilities. Reports capabilities only when they change. */
export function createSurvey(options: {
  database: Database;
  onFleet?: ((groups: WorkerGroup[]) => void) | undefined;
  onSeen(state: Surroundings): void;
}): () => Promise<void> {
  const { system } = options.database;
  let told: string | undefined;
  return async () => {
    options.onSeen(await findSurroundings(system));
    if (options.onFleet === undefined) return;
    const rows = await listCapabilities(system);
    const text = JSON.stringify(rows);
    if (text === told) return;
    told = text;
    options.onFleet(
      rows.map(({ workers, capabilities: json }) => ({ workers, capabilities: json && JSON.parse(json) })),
    );
  };
}
