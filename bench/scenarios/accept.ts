import { createTenant, httpRequest, type Lab, RUN_BODY, runRequest, withDatabase } from '../lab.ts';
import { createTally } from '../processor-time.ts';
import { median, perSecond, type Row, us } from '../report.ts';

const CONNECTIONS = 64;

/** Measures async runs over HTTP, each answered after its commit, against the bare framework. */
export async function measureAccept(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url, { ERRAND_ROLE: 'api' });
  const bare = await lab.start('bare.ts', {});
  const tenant = await withDatabase(url, (database) => createTenant(database, server.port));
  const durationMs = lab.quick ? 100 : 6_000;
  const rounds = lab.quick ? 1 : 5;
  let from = 0;
  let tally = createTally();

  async function ours(): Promise<number> {
    const before = lab.processorTime(server);
    const result = await lab.load({
      host: '127.0.0.1',
      port: server.port,
      connections: CONNECTIONS,
      requests: [runRequest(tenant, 'async/')],
      from,
      durationMs,
    });
    tally.add(result.answers, before, lab.processorTime(server));
    from += 10_000_000;
    return (result.answers - result.failures) / result.seconds;
  }
  async function theirs(): Promise<number> {
    const requests = [httpRequest('POST', '/run/', { body: RUN_BODY, apiKey: tenant.apiKey })];
    const result = await lab.load({
      host: '127.0.0.1',
      port: bare.port,
      connections: CONNECTIONS,
      requests,
      durationMs,
    });
    return (result.answers - result.failures) / result.seconds;
  }

  // Warms up, except in quick runs.
  if (!lab.quick) {
    await theirs();
    await ours();
    tally = createTally();
  }
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ bare: await theirs(), ours: await ours() });
  lab.note(`accept: ${pairs.map((pair) => `${Math.round(pair.ours)} / ${Math.round(pair.bare)}`).join(', ')}`);
  await server.stop();
  await bare.stop();
  await lab.dropDatabase(name);
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  const used = tally.perJob();
  return [
    {
      figure: `accept async runs over HTTP, ${CONNECTIONS} connections, role api`,
      ours: perSecond(median(pairs.map((pair) => pair.ours))),
      against: `${perSecond(median(pairs.map((pair) => pair.bare)))} bare fastify POST`,
      ratio,
    },
    ...(used === undefined
      ? []
      : [
          { figure: 'accept, processor time of PostgreSQL per job', ours: us(used.postgresUs) },
          { figure: 'accept, processor time of the server per job', ours: us(used.programUs) },
        ]),
  ];
}
