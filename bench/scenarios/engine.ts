import { createTenant, httpRequest, type Lab, runRequest, withDatabase } from '../lab.ts';
import { median, ms, perSecond, type Row } from '../report.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const config = { model: 'bench', text: '${text}', output_schema: schema };

/** Measures what an extraction job costs beyond its model call, which is answered at once here. */
export async function measureEngine(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const model = await lab.start('model.ts', {});
  const server = await lab.startServer(url, { OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1` });
  const rows = await withDatabase(url, async (database) => {
    const extracting = await createTenant(database, server.port, 'MultimodalExtractionEngine', config);
    const idle = await createTenant(database, server.port);
    const host = '127.0.0.1';
    const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: 'Extract.' }] });
    const call = httpRequest('POST', '/v1/chat/completions', { body });
    const total = lab.quick ? 30 : 300;
    const job = runRequest(extracting, '');
    await lab.load({ host, port: server.port, connections: 1, requests: [job], total: 20 });
    const bare: number[] = [];
    const noop: number[] = [];
    const full: number[] = [];
    for (let round = 1; round <= (lab.quick ? 1 : 3); round += 1) {
      const one = { host, connections: 1, total, from: round * 1_000_000 };
      bare.push(...(await lab.load({ ...one, port: model.port, requests: [call] })).latenciesMs);
      noop.push(...(await lab.load({ ...one, port: server.port, requests: [runRequest(idle, '')] })).latenciesMs);
      full.push(...(await lab.load({ ...one, port: server.port, requests: [job] })).latenciesMs);
    }
    const many = { host, connections: 16, total: lab.quick ? 100 : 1_500, from: 9_000_000 };
    const rate = await lab.load({ ...many, port: server.port, requests: [job] });
    const [sync, without, alone] = [median(full), median(noop), median(bare)];
    return [
      {
        figure: 'extraction job, p50 over the bare model call',
        ours: ms(sync - alone),
        against: `${ms(sync)} job − ${ms(alone)} call`,
      },
      {
        figure: 'extraction job, p50 over a job without a model',
        ours: ms(sync - without),
        against: `${ms(without)} job without`,
        ratio: sync / without,
      },
      { figure: 'extraction jobs, 16 callers', ours: perSecond(rate.answers / rate.seconds) },
    ];
  });
  await server.stop();
  await model.stop();
  await lab.dropDatabase(name);
  return rows;
}
