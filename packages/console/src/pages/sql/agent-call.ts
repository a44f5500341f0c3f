import type { Table } from '@errand/sdk';
import { errand } from '../../session/client.ts';
import { writeAgentCall } from './read-sql.ts';

/** Writes a call of an agent with the inputs of its current version, filled from columns of the same names. */
export async function agentCall(catalog: { tables: Table[] }, id: string, sync: boolean): Promise<string> {
  const keys = await errand.versions.current(id).then(
    ({ input_definitions: inputs }) => {
      const needed = inputs.filter(({ required }) => required !== false);
      return (needed.length > 0 ? needed : inputs).map(({ key }) => key);
    },
    // If the inputs cannot be loaded, the user fills them in.
    () => ['text'],
  );
  return writeAgentCall(catalog, { id, keys, sync });
}
