import { EngineCallback, EngineCallbackAnswer } from '@errand/contract/engines.ts';
import type { FastifyInstance } from 'fastify';
import { bodyText } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { readBody } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { findCallbackSecret, updateCallback } from './callbacks-store.ts';
import type { HttpEngineDeps } from './http-engine.ts';

export type HttpEngineRouteDeps = {
  database: Database;
  verify: HttpEngineDeps['verify'];
  /** Has the job looked at again now. */
  wakeJob(jobId: string): Promise<void>;
};

export function addHttpEngineRoutes(app: FastifyInstance, { database, verify, wakeJob }: HttpEngineRouteDeps): void {
  endpoint(app, {
    method: 'POST',
    path: '/v1/engine-callbacks/',
    summary: 'Answer as a remote agent',
    description:
      'The answer of an agent of HttpEngine that accepted its job with 202. Authenticated by the signature of the body with the secret of the agent (webhook-id, webhook-timestamp, webhook-signature as in Standard Webhooks; the id is that of the request). The first answer counts.',
    tag: 'Discovery',
    scope: 'none',
    body: EngineCallback,
    responses: { 200: EngineCallbackAnswer },
    errors: ['invalid_fields', 'not_authenticated'],
    async handler(request) {
      const { job_id: jobId } = readBody(request, EngineCallback);
      const secret = await findCallbackSecret(database.system, jobId);
      const text = bodyText(request);
      const isOurs =
        secret !== undefined &&
        request.headers['webhook-id'] === `job_${jobId}` &&
        verify(text, request.headers as Record<string, string>, secret).valid;
      // Whether there is such a job is nobody's business who cannot sign for it.
      if (!isOurs)
        throw new AppError('not_authenticated', { detail: 'The signature does not fit, or no such job waits.' });
      await updateCallback(database.system, jobId, text);
      await wakeJob(jobId);
      return { received: true };
    },
  });
}
