// A server process that says how long its main thread computed without looking for other work.
import { createServer } from 'node:http';
import { createLog } from '#platform/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/service.ts';

const TICK_MS = 5;

const config = readConfig();
const service = await createService({ config, databaseUrl: config.databaseUrl!, log: createLog('silent') });
await service.start();

// Time on a processor, because the thread also waits for one while other programs run.
let longestMs = 0;
let used = usedMs();
setInterval(() => {
  const now = usedMs();
  longestMs = Math.max(longestMs, now - used);
  used = now;
}, TICK_MS).unref();

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** `/` tells the longest time since it was asked last. `/stay/300` computes for 300 ms. */
const meter = createServer((request, response) => {
  const [, stay] = /^\/stay\/(\d{1,4})$/.exec(request.url ?? '') ?? [];
  for (const endsAt = usedMs() + Number(stay ?? 0); usedMs() < endsAt; );
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ longestMs }));
  if (stay === undefined) longestMs = 0;
});
meter.listen(Number(process.env.METER_PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
