import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { bodyText } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import { isSealed } from '#secrets/seal.ts';
import { findCallbackSecret, sealedCallback, updateCallback } from './callbacks-store.ts';
import type { HttpEngineDeps } from './http-engine.ts';

export type HttpEngineRouteDeps = {
  database: Database;
  box: SecretBox;
  verify: HttpEngineDeps['verify'];
  /** Wakes the waiting job. */
  wakeJob(jobId: string): Promise<void>;
};

export function addHttpEngineRoutes(
  app: FastifyInstance,
  { database, box, verify, wakeJob }: HttpEngineRouteDeps,
): void {
  endpoint(app, operations.engines.callback, {
    async handler({ body: { job_id: jobId }, request }) {
      const stored = await findCallbackSecret(database.system, jobId);
      // A job from an older release stored its secret unsealed.
      const secret = stored && isSealed(stored) ? await box.open(sealedCallback.at({ job_id: jobId }), stored) : stored;
      const text = bodyText(request);
      const isOurs =
        secret !== undefined &&
        request.headers['webhook-id'] === `job_${jobId}` &&
        (await verify(text, request.headers as Record<string, string>, secret)).valid;
      // A caller without the secret must not learn whether the job exists.
      if (!isOurs)
        throw new AppError('not_authenticated', {
          detail: 'The signature is not valid, or the job does not wait for a callback.',
        });
      await updateCallback(database.system, jobId, text);
      await wakeJob(jobId);
      return { received: true };
    },
  });
}
