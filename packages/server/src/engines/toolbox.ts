import { type EngineContext, EngineFailure } from './engine.ts';

// What an engine reaches the world with: models, the internet, tools. Each of them works through the steps of the job.

/** What the toolbox has to know of the attempt that uses it. */
export type Seat = Pick<EngineContext, 'jobId' | 'step' | 'signal'> & { orgId: string };

export type Toolbox = (seat: Seat) => Pick<EngineContext, 'model' | 'fetch' | 'tools'>;

export function createToolbox(): Toolbox {
  return () => ({
    async model() {
      throw new EngineFailure('No model is configured on this server.');
    },
    async fetch() {
      throw new EngineFailure('Engines of this server may not reach the internet.');
    },
    async tools() {
      return [];
    },
  });
}
