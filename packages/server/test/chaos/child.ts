// One real server process of the crash suite. What it is comes from the environment; where it listens goes to stdout.
import './clock.ts';
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/service.ts';
import { createWitnessedEngine } from './engines.ts';

const config = readConfig();
const log = createLog(config.logLevel);
const service = await createService({
  config,
  databaseUrl: config.databaseUrl!,
  directUrl: config.databaseDirectUrl,
  log,
  engines: [createWitnessedEngine(process.env.CHAOS_WITNESS_URL!)],
});
await service.start();
process.stdout.write(`${JSON.stringify({ port: Number(new URL(service.address()).port) })}\n`);
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
