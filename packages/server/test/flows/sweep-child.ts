import { sweepRetention } from '#jobs/retention/sweep.ts';
import { openDatabase } from '#platform/db.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createSecretBox } from '#secrets/box.ts';
import { createKeyring } from '#secrets/keyring.ts';
import { createSigner } from '#signing/signer.ts';
import { readConfig } from '../../src/config/config.ts';
import { erasers } from '../../src/registry/domains.ts';

// A process that does nothing but sweep, so that a test can kill it in the middle.

const { DATABASE_URL: url, ERRAND_DATA_DIR: dataDir, SECRET_KEY: secretKey } = process.env as Record<string, string>;
const database = openDatabase({ url: url!, systemConnectionsMax: 2, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
const keyring = createKeyring({ secretKey, previousKeys: [], jwtSecret: undefined, dataDir: dataDir! });
const signer = createSigner({ database, box: createSecretBox(database.system, keyring) });
const { storage, storageTimeoutMs } = readConfig({ ERRAND_DATA_DIR: dataDir });
process.stdout.write('sweeping\n');
await sweepRetention({ database, signer, erasers, storage: await openStorage(storage, storageTimeoutMs) });
await database.close();
