import { readConfig } from '@errand/server/config/config.ts';
import { defineEngine } from '@errand/server/engines/engine/engine.ts';
import { createLog } from '@errand/server/platform/log.ts';
import { createService } from '@errand/server/service.ts';
import { Type } from 'typebox';

// The real server with engines that do no work. They report the start of a run on the monotonic clock, which all
// processes of a machine share.

const noop = defineEngine({
  id: 'NoopEngine',
  name: 'No-op',
  description: 'Does nothing.',
  inputs: [],
  configSchema: Type.Object({}),
  async run() {
    const startedAtUs = process.hrtime.bigint() / 1_000n;
    return { outputs: [{ key: 'started', data_type: 'text/plain', value: String(startedAtUs) }] };
  },
});

const sleep = defineEngine({
  id: 'SleepEngine',
  name: 'Sleep',
  description: 'Occupies a slot for ten seconds.',
  inputs: [],
  configSchema: Type.Object({}),
  async run(context) {
    const startedAtUs = process.hrtime.bigint() / 1_000n;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 10_000);
      context.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return { outputs: [{ key: 'started', data_type: 'text/plain', value: String(startedAtUs) }] };
  },
});

const steps = defineEngine({
  id: 'StepsEngine',
  name: 'Steps',
  description: 'Records three steps.',
  inputs: [],
  configSchema: Type.Object({}),
  async run(context, { inputs }) {
    const results = [];
    for (let step = 1; step <= 3; step += 1) {
      results.push(await context.step(`step-${step}`, async () => ({ step, input: inputs.text })));
    }
    return { outputs: [{ key: 'outputs', data_type: 'application/json', value: JSON.stringify(results) }] };
  },
});

const config = readConfig({ PORT: '0', ...process.env });
const service = await createService({
  config,
  databaseUrl: config.databaseUrl!,
  log: createLog(config.logLevel),
  engines: [noop, sleep, steps],
  alone: config.role === 'all',
});
await service.start();
process.once('SIGTERM', () => void service.stop().then(() => process.exit()));
process.once('disconnect', () => process.exit());
process.send!({ port: Number(new URL(service.address()).port) });
