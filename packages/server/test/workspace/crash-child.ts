// One real server process of the crash test. Its engine waits until a file is there, and tells of each run in another.
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine.ts';
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';

const folder = process.env.CRASH_FOLDER!;

const engine = defineEngine<Record<string, unknown>>({
  id: 'WaitingEngine',
  name: 'Waiting',
  description: 'Waits for a file.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: '', required: true }],
  configSchema: Type.Object({}, { additionalProperties: true }),
  async run({ jobId, signal }, { inputs }) {
    while (!existsSync(`${folder}/go`)) await delay(20, undefined, { signal });
    appendFileSync(`${folder}/runs`, `${jobId} ${inputs.text}\n`);
    return { outputs: [{ key: 'output', data_type: 'text/plain', value: `answer to ${inputs.text}` }] };
  },
});

const config = readConfig();
const log = createLog(config.logLevel);
const service = await createService({ config, databaseUrl: config.databaseUrl!, log, engines: [engine] });
await service.start();
process.stdout.write(`${service.address()}\n`);
