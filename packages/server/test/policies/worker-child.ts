// A process that runs jobs, made to be killed. What it is comes from the environment.
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/service.ts';

const config = readConfig();
const service = await createService({ config, databaseUrl: config.databaseUrl!, log: createLog('silent') });
await service.start();
process.stdout.write('ready\n');
