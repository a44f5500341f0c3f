import { join } from 'node:path';
import { archivePass } from '#jobs/archive/archive-pass.ts';
import { openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { openEngine } from '#workspace/engine/open-engine.ts';
import { readConfig } from '../../src/config/config.ts';

// A process that archives, to be killed.

const [url, dataDir] = process.argv.slice(2) as [string, string];
const config = readConfig({ ERRAND_DATA_DIR: dataDir, ERRAND_SQL_WARM: '0' });
const storage = await openStorage(config.storage, config.storageTimeoutMs);
const log = createLog('silent');
const { engine } = openEngine({
  storage,
  settings: config.workspace,
  log,
  folder: join(dataDir, `archive-child-${process.pid}`),
});
const database = openDatabase({ url, systemConnectionsMax: 2 });
await archivePass({ database, storage, engine, timeoutMs: 120_000, log }, { afterMonths: 1, partRowsMax: 2 });
process.exit(0);
