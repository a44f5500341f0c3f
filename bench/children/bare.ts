import fastify from 'fastify';
import { runBodySchema } from './run-body.ts';

// The bare framework: answers a validated POST with no service behind it.

const ID = '018f0000-0000-7000-8000-000000000000';
const answer = { type: 'object', properties: { id: { type: 'string' } } } as const;

const app = fastify();
app.post('/run/', { schema: { body: runBodySchema, response: { 200: answer } } }, async () => ({ id: ID }));
await app.listen({ port: 0, host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
process.send!({ port: (app.server.address() as { port: number }).port });
