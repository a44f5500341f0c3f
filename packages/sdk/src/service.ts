import type { Calls } from './generated/calls/calls.ts';
import type { ServiceCalls } from './generated/calls/service.ts';
import type { Readiness } from './generated/types/service.ts';
import { ErrandError } from './transport/errors.ts';
import type { CallOptions } from './transport/options.ts';

export interface ServiceClient extends Omit<ServiceCalls, 'ready'> {
  /** Checks readiness, as load balancers do. "Not ready" is a result, not an error. */
  ready(options?: CallOptions): Promise<Readiness>;
}

export function createService({ service }: Calls): ServiceClient {
  return {
    ...service,
    async ready(options) {
      try {
        return await service.ready(options);
      } catch (error) {
        if (error instanceof ErrandError && error.status === 503) return error.body as Readiness;
        throw error;
      }
    },
  };
}
