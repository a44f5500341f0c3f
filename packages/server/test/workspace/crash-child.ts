// One real server process of the crash test. Its engine answers at once, but odd rows of one phase when a file is there.
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { LEASE_SECONDS } from '#platform/leased-work/rows.ts';
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/service.ts';

const folder = process.env.CRASH_FOLDER!;

const engine = defineEngine<Record<string, unknown>>({
  id: 'WaitingEngine',
  name: 'Waiting',
  description: 'Waits for a file.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: '', required: true }],
  configSchema: Type.Object({}, { additionalProperties: true }),
  async run({ signal }, { inputs }) {
    const waits = /row \d*[13579] half/.test(String(inputs.text));
    while (waits && !existsSync(`${folder}/go`)) await delay(20, undefined, { signal });
    return { outputs: [{ key: 'output', data_type: 'text/plain', value: `answer to ${inputs.text}` }] };
  },
});

// The statement that keeps the leases of all queries would wait for those that the test has stopped, and make the others
// wait for itself. The test makes the leases of this process long enough.
if (process.env.CRASH_KEEPS_NO_LEASE === 'true') {
  const every = globalThis.setInterval;
  const keepMs = (LEASE_SECONDS * 1_000) / 6;
  globalThis.setInterval = ((work: () => void, ms: number) =>
    every(ms === keepMs ? () => undefined : work, ms)) as typeof every;
  // The end of a lease, as this process counts it. It is known by what it does: how much of the lease is left when it
  // begins depends on how long the claim took.
  const later = globalThis.setTimeout;
  const isLease = (work: () => void): boolean => String(work).includes('LeaseEnded');
  globalThis.setTimeout = ((work: () => void, ms = 0, ...rest: []) =>
    later(work, isLease(work) ? 3_600_000 : ms, ...rest)) as unknown as typeof later;
}

const config = readConfig();
const log = createLog(config.logLevel);
const service = await createService({ config, databaseUrl: config.databaseUrl!, log, engines: [engine] });
await service.start();
process.stdout.write(`${service.address()}\n`);
