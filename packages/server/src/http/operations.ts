import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isOutOfSpace } from '#platform/errors.ts';
import { endpoint } from './endpoint.ts';
import { Content, describeApi } from './openapi.ts';
import { addReferenceRoutes } from './reference.ts';

export type ReadinessCheck = { name: string; check(): Promise<void> };

const CHECK_LIMIT_MS = 5_000;

/** Liveness, readiness, metrics and the description of the API. None of them needs a credential. */
export function addOperationRoutes(
  app: FastifyInstance,
  options: { checks: ReadinessCheck[]; metrics(): Promise<string> },
): void {
  const tag = 'Operations';
  let description: object | undefined;
  endpoint(app, {
    method: 'GET',
    path: '/health/',
    scope: 'none',
    tag,
    summary: 'Is the process alive?',
    description: 'Answers as long as the process can answer at all; it asks nothing else.',
    responses: { 200: Type.Object({ status: Type.String({ examples: ['ok'] }) }) },
    handler: async () => ({ status: 'ok' }),
  });

  endpoint(app, {
    method: 'GET',
    path: '/ready/',
    scope: 'none',
    tag,
    summary: 'Can the process do its work?',
    description:
      'Asks the database, the storage and the queue, each for at most 5 seconds. 503 when one of them fails; the log and `errand doctor` say why.',
    responses: {
      200: Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) }),
      503: Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) }),
    },
    async handler(_request, reply) {
      const results = await Promise.all(
        options.checks.map(async ({ name, check }) => {
          const error = await findProblem(check);
          if (error === undefined) return [name, 'ok'] as const;
          // Whoever asks has shown no credential: folders, hosts and users are for the log.
          app.log.warn({ event: 'ready.failed', check: name, err: error }, 'not ready');
          const text = error instanceof LateError ? error.message : isOutOfSpace(error) ? 'no space left' : 'failed';
          return [name, text] as const;
        }),
      );
      const ready = results.every(([, text]) => text === 'ok');
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'ok' : 'not ready', checks: Object.fromEntries(results) });
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/metrics',
    scope: 'none',
    tag,
    summary: 'Metrics for Prometheus',
    description: 'Requests, jobs, webhooks and workers in the text format of Prometheus.',
    responses: { 200: Content('text/plain', 'The metrics in the text format of Prometheus.', 'errand_workers 1\n') },
    async handler(_request, reply) {
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics());
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/openapi.json',
    scope: 'none',
    tag,
    summary: 'This description',
    description: 'OpenAPI 3.1, made from the schemas that check the requests.',
    responses: { 200: Type.Object({}, { additionalProperties: true }) },
    async handler() {
      description ??= describeApi(app.endpoints);
      return description;
    },
  });

  addReferenceRoutes(app, tag);
}

class LateError extends Error {}

async function findProblem(check: () => Promise<void>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new LateError('no answer in time')), CHECK_LIMIT_MS);
    });
    await Promise.race([check(), late]);
    return undefined;
  } catch (error) {
    return error ?? new Error('failed');
  } finally {
    clearTimeout(timer);
  }
}
