import type { Role } from '@errand/contract/roles.ts';
import type { EngineContext } from './engine.ts';
import type { OpenStream } from './model-call.ts';
import type { readChain } from './model-config.ts';

/** What a call will probably cost, in USD, and whether the organization pays it with its own key. */
export type ExpectedCost = { cost: number; isOwn: boolean };

/** What models, outbound requests and tools need to know about the attempt. */
export type StepContext = Pick<EngineContext, 'jobId' | 'step' | 'signal'> & {
  orgId: string;
  agentId?: string;
  /** Waits for a person, as engines do. */
  wait?: EngineContext['wait'];
  /** Where untrusted content came from that the job has read. */
  untrusted?(): string[];
  /** The roles of everybody who caused the job. Null stands for somebody whom nobody knows. */
  findRequesterRoles?(): Promise<(Role | null)[]>;
  /** The inputs of the job, for placeholders of connections. */
  inputs?: Record<string, string>;
  /** The connections that the version names: id by name. */
  connectionRefs?: Record<string, string>;
  /** Returns a name for a group of steps: unique in the job, and the same on each attempt. */
  uniqueName(name: string): string;
  /** Stores content that is too large for the journal; it is deleted with the data of the job. */
  keep(content: Uint8Array): Promise<string>;
  recall(id: string): Promise<Buffer>;
  /** Shows words of a model to those who watch the job. Undefined if this job shows nothing before its end. */
  openStream?: OpenStream | undefined;
  /** Until when its calls may wait for a provider's batch. Undefined if they may not. */
  findLane?: (() => Promise<Date | undefined>) | undefined;
  /** Parks the job until a provider's batch has an answer, or until this time. */
  waitForLane?(until: Date): Promise<void>;
  /** Models that may answer in place of the configured one. */
  chain?: ReturnType<typeof readChain>;
  /** What the job may still spend, in USD. Undefined if it has no limit. */
  left?(): number | undefined;
  /** Throws if a limit has no room for the call. Its cost counts until the returned function is called. */
  admit?(expected: ExpectedCost): Promise<() => void>;
  /** Removes the secrets of the job's configuration. */
  redact(content: Buffer): Buffer;
};
