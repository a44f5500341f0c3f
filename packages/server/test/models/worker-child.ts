// A worker of its own, made to be killed. Unless told otherwise it takes over at once from whoever was there before.
import { appendFileSync } from 'node:fs';
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/service.ts';
import { createAskEngine } from './fixtures.ts';

const config = readConfig();
const engine = createAskEngine((input) => appendFileSync(process.env.TOOL_FILE!, `${JSON.stringify(input)}\n`));
const log = createLog(config.logLevel);
const alone = process.env.HAS_COMPANY === undefined;
const service = await createService({ config, databaseUrl: config.databaseUrl!, log, engines: [engine], alone });
await service.start();
process.stdout.write('ready\n');
