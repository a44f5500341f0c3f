import fastify from 'fastify';
import { runBodySchema } from './run-body.ts';

// DBOS: a workflow of three steps in its system database, which the request awaits.

type Library = {
  DBOS: {
    setConfig(config: object): void;
    launch(): Promise<void>;
    registerWorkflow<T>(run: (input: string) => Promise<T>, options: object): (input: string) => Promise<T>;
    runStep<T>(work: () => Promise<T>, options: object): Promise<T>;
  };
};

// Not a plain import, because the package is only installed for comparisons.
const { DBOS } = (await import(['@dbos-inc', 'dbos-sdk'].join('/'))) as Library;

DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: process.env.DATABASE_URL,
  systemDatabasePoolSize: 20,
  runAdminServer: false,
  logLevel: 'error',
});
const workflow = DBOS.registerWorkflow(
  async (input) => {
    const results = [];
    for (let step = 1; step <= 3; step += 1) {
      results.push(await DBOS.runStep(async () => ({ step, input }), { name: `step-${step}` }));
    }
    return results;
  },
  { name: 'three-steps' },
);
await DBOS.launch();

const app = fastify();
app.post('/run/', { schema: { body: runBodySchema } }, async (request) => {
  const { inputs } = request.body as { inputs: { text: string } };
  return { outputs: await workflow(inputs.text) };
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
process.send!({ port: (app.server.address() as { port: number }).port });
