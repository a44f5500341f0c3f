import { errorTable } from '@errand/contract/errors.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { isOutOfSpace } from '#platform/errors.ts';
import { endpoint } from './endpoint.ts';
import { sent } from './endpoint-options.ts';
import { describeApi } from './openapi.ts';
import { addReferenceRoutes } from './reference.ts';

export type ReadinessCheck = { name: string; check(): Promise<void> };

const CHECK_LIMIT_MS = 5_000;

/** Liveness, readiness, metrics and the description of the API. None of them requires a credential. */
export function addOperationRoutes(
  app: FastifyInstance,
  options: { checks: ReadinessCheck[]; metrics(): Promise<string> },
): void {
  let description: Record<string, unknown> | undefined;

  async function findState({ name, check }: ReadinessCheck): Promise<[name: string, state: string]> {
    const error = await findProblem(check);
    if (error === undefined) return [name, 'ok'];
    // The caller has shown no credential: folders, hosts and users go only to the log.
    app.log.warn({ event: 'ready.failed', check: name, err: error }, 'not ready');
    return [name, error instanceof LateError ? error.message : isOutOfSpace(error) ? 'no space left' : 'failed'];
  }

  endpoint(app, operations.service.health, { handler: () => ({ status: 'ok' }) });

  endpoint(app, operations.service.ready, {
    async handler({ reply }) {
      const states = await Promise.all(options.checks.map(findState));
      const checks = Object.fromEntries(states);
      if (states.every(([, state]) => state === 'ok')) return { status: 'ok', checks };
      const { status, code } = errorTable.unavailable;
      return sent(reply.code(status).header('x-error-code', code).send({ status: 'not ready', checks }));
    },
  });

  endpoint(app, operations.service.metrics, {
    async handler({ reply }) {
      return sent(reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics()));
    },
  });

  endpoint(app, operations.service.description, {
    handler() {
      description ??= describeApi(operations, app.endpoints);
      return description;
    },
  });

  addReferenceRoutes(app);
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
