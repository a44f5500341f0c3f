import type { FastifyInstance } from 'fastify';
import type { Work } from '#platform/domain.ts';

// What a domain adds to a running process. `<domain>/routes.ts` exports it as `service`, and `services.ts` lists
// them. Each names what it needs. All get the same context, and a need that the context does not meet is an error of the
// compiler.

export type Service<Needs> = (context: Needs) => {
  routes?(app: FastifyInstance): void;
  /** Started in this order, and stopped in reverse. */
  work?: readonly Work[];
};

/** The service of a domain that only has routes, which get the context as it is. */
export const serveRoutes =
  <Needs>(add: (app: FastifyInstance, needs: Needs) => void): Service<Needs> =>
  (context) => ({ routes: (app) => add(app, context) });
