import { fillWaiting } from '../fill.ts';
import { createTenant, type Lab, pause, RUN_BODY, type Tenant, withDatabase } from '../lab.ts';
import { NUMBER } from '../load.ts';
import { ms, type Row } from '../report.ts';

/** Measures how long a single job waits for its start while another organization fills the queue and the slots. */
export async function measureFairness(lab: Lab): Promise<Row[]> {
  return [
    await measure(lab, { engine: 'NoopEngine', what: 'no-op jobs' }),
    await measure(lab, { engine: 'SleepEngine', what: 'jobs of 10 s' }),
  ];
}

async function measure(lab: Lab, { engine, what }: { engine: string; what: string }): Promise<Row> {
  const waiting = lab.quick ? 2_000 : 200_000;
  const { url, name } = await lab.createDatabase();
  const longest = await withDatabase(url, async (database) => {
    const api = await lab.startServer(url, { ERRAND_ROLE: 'api' });
    const crowd = await createTenant(database, api.port, engine);
    const other = await createTenant(database, api.port);
    await api.stop();
    await fillWaiting(url, crowd, waiting);
    const server = await lab.startServer(url, { ERRAND_SHUTDOWN_SECONDS: '1' });
    await pause(lab.quick ? 200 : 3_000);
    let slowest = 0;
    for (let number = 0; number < (lab.quick ? 3 : 20); number += 1) {
      slowest = Math.max(slowest, await startOne(server.port, other, number));
      await pause(50);
    }
    await server.stop();
    return slowest;
  });
  await lab.dropDatabase(name);
  return {
    figure: `slowest start of another organization's job, ${waiting.toLocaleString('en-US')} ${what} waiting`,
    ours: ms(longest),
    target: '≤ 1,000 ms',
    met: longest <= 1_000,
  };
}

/** Returns the milliseconds from sending to the start of the engine. */
async function startOne(port: number, tenant: Tenant, number: number): Promise<number> {
  const headers = { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' };
  const base = `http://127.0.0.1:${port}/v1/agents`;
  const sentAtUs = Number(process.hrtime.bigint() / 1_000n);
  const body = RUN_BODY.replace(NUMBER, String(number));
  const accepted = await fetch(`${base}/run/${tenant.agentId}/async/`, { method: 'POST', headers, body });
  const jobId = (await accepted.json()) as string;
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = await fetch(`${base}/jobs/${jobId}/result/`, { headers });
    const { outputs } = (await answer.json()) as { outputs: { value: string }[] };
    if (outputs.length > 0) return (Number(outputs[0]!.value) - sentAtUs) / 1_000;
    await pause(10);
  }
  throw new Error('The job did not end.');
}
