// A worker process with the engines of tests, made to be killed or stopped. What it is comes from the environment.
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/service.ts';
import { watchProcess } from '../../src/watch-process.ts';
import { testEngines } from '../engines.ts';

const config = readConfig();
const log = createLog(config.logLevel);
const service = await createService({ config, databaseUrl: config.databaseUrl!, log, engines: testEngines });
await service.start();
watchProcess(service, { databaseUrl: config.databaseUrl!, logs: true });
process.stdout.write(`${service.jobs.worker.id}\n`);
process.once('SIGTERM', () => void service.stop().then(() => process.exit()));
