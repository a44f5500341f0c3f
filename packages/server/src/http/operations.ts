import { errorTable } from '@errand/contract/errors.ts';
import { tagSlug } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { Readiness } from '@errand/contract/service.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { AppError, invalidFields } from '#platform/errors.ts';
import { endpoint } from './endpoint.ts';
import { sent } from './endpoint-options.ts';
import { isMetricsToken, METRICS_TYPE } from './internal-server.ts';
import { describeApi } from './openapi.ts';
import { addReferenceRoutes } from './reference.ts';

type Options = {
  /** Read from memory, so that a probe never waits for what it checks. */
  readiness(): Static<typeof Readiness>;
  metrics: { read(): Promise<string>; token?: string | undefined };
  /** Which endpoints are on the internal port, and are a 404 here. */
  elsewhere?: { metrics: boolean; readiness: boolean } | undefined;
};

/** Adds liveness, readiness, metrics and the API description. Only metrics may need a credential: their own token. */
export function addOperationRoutes(app: FastifyInstance, { readiness, metrics, elsewhere }: Options): void {
  const descriptions = new Map<string | undefined, Record<string, unknown>>();

  endpoint(app, operations.service.health, { handler: () => ({ status: 'ok' }) });

  endpoint(app, operations.service.ready, {
    handler({ reply }) {
      if (elsewhere?.readiness) throw new AppError('unknown_path');
      const view = readiness();
      if (view.status !== 'unavailable') return sent(reply.code(200).send(view));
      const { status, code } = errorTable.unavailable;
      return sent(reply.code(status).header('x-error-code', code).header('retry-after', '5').send(view));
    },
  });

  endpoint(app, operations.service.metrics, {
    async handler({ request, reply }) {
      if (elsewhere?.metrics) throw new AppError('unknown_path');
      if (!isMetricsToken(request.headers.authorization, metrics.token)) throw new AppError('not_authenticated');
      return sent(reply.type(METRICS_TYPE).send(await metrics.read()));
    },
  });

  endpoint(app, operations.service.description, {
    handler({ query: { tag } }) {
      const slugs = new Set(app.endpoints.map((one) => tagSlug(one.tag)));
      if (tag !== undefined && !slugs.has(tagSlug(tag)))
        throw invalidFields({ tag: [`Must be one of: ${[...slugs].sort().join(', ')}.`] });
      const name = tag && tagSlug(tag);
      const description = descriptions.get(name) ?? describeApi(operations, app.endpoints, name);
      descriptions.set(name, description);
      return description;
    },
  });

  addReferenceRoutes(app);
}
