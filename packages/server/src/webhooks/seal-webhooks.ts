import type { Transactor } from '#platform/db.ts';
import { listPreviousProcesses } from '#platform/previous-processes.ts';
import type { Vault } from './message/vault.ts';
import { lockPlainWebhooks, updateStoredSecrets } from './store.ts';

/** Encrypts secrets that an older release stored in plain text, once none of its processes runs. Returns how many. */
export async function sealWebhooks(system: Transactor, vault: Vault): Promise<number> {
  if ((await listPreviousProcesses(system)).length > 0) return 0;
  for (let count = 0; ; ) {
    const sealed = await system.tx(async (tx) => {
      const rows = await lockPlainWebhooks(tx);
      for (const row of rows)
        await updateStoredSecrets(tx, row.id, await vault.store(row.org_id, row.id, await vault.open(row)));
      return rows.length;
    });
    count += sealed;
    if (sealed === 0) return count;
  }
}
