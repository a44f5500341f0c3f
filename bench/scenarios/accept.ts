import { createTenant, httpRequest, type Lab, RUN_BODY, runRequest, withDatabase } from '../lab.ts';
import { median, perSecond, type Row } from '../report.ts';

const CONNECTIONS = 64;

/** Async runs over HTTP, each answered after its commit, against the framework alone. */
export async function measureAccept(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url, { ERRAND_ROLE: 'api' });
  const bare = await lab.start('bare.ts', {});
  const tenant = await withDatabase(url, (database) => createTenant(database, server.port));
  const durationMs = lab.quick ? 100 : 6_000;
  const rounds = lab.quick ? 1 : 5;
  let from = 0;

  async function ours(): Promise<number> {
    const result = await lab.load({
      host: '127.0.0.1',
      port: server.port,
      connections: CONNECTIONS,
      requests: [runRequest(tenant, 'async/')],
      from,
      durationMs,
    });
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

  // Warm, except where the figures do not count.
  if (!lab.quick) {
    await theirs();
    await ours();
  }
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ bare: await theirs(), ours: await ours() });
  lab.note(`accept: ${pairs.map((pair) => `${Math.round(pair.ours)} / ${Math.round(pair.bare)}`).join(', ')}`);
  await server.stop();
  await bare.stop();
  await lab.dropDatabase(name);
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return [
    {
      figure: `accept async runs over HTTP, ${CONNECTIONS} connections, role api`,
      ours: perSecond(median(pairs.map((pair) => pair.ours))),
      against: `${perSecond(median(pairs.map((pair) => pair.bare)))} bare fastify POST`,
      ratio,
      target: '≥ 0.5 ×',
      met: ratio >= 0.5,
    },
  ];
}
