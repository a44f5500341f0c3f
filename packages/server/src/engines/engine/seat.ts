import type { EngineContext } from './engine.ts';

/** What models, the internet and tools have to know of the attempt that uses them. */
export type Seat = Pick<EngineContext, 'jobId' | 'step' | 'signal'> & {
  orgId: string;
  /** A name for several steps, the same on each attempt. */
  uniqueName(name: string): string;
  /** Stores what is too large for the journal; it goes with the data of the job. */
  keep(content: Uint8Array): Promise<string>;
  recall(id: string): Promise<Buffer>;
};
