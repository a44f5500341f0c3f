import type { Role } from '@errand/contract/roles.ts';
import type { EngineContext } from '../engine/engine.ts';
import type { OpenStream } from '../engine/model-call.ts';
import type { ExpectedCost } from '../engine/step-context.ts';
import type { Chain } from './chain.ts';
import type { OrgModels } from './org-models.ts';

/** What a call of a model needs of its job. */
export type ModelContext = Pick<EngineContext, 'step' | 'signal'> & {
  /** The models of the organization. */
  models: OrgModels;
  agentId?: string;
  /** The roles of everybody who caused the job. Null stands for somebody whom nobody knows. */
  findRequesterRoles?(): Promise<(Role | null)[]>;
  /** Unique within the job and the same on each attempt. */
  uniqueName(name: string): string;
  openStream?: OpenStream | undefined;
  chain?: Chain | undefined;
  /** What the job may still spend, in USD. */
  left?(): number | undefined;
  /** Throws if a limit has no room for the call. Its cost counts until the returned function is called. */
  admit?(expected: ExpectedCost): Promise<() => void>;
  /** Whether a step of this name is replayed, so that it costs nothing more. */
  isRecorded?(name: string): boolean;
  orgId?: string;
  jobId?: string;
  /** Until when the calls of the job may wait for a provider's batch. Undefined if they may not. */
  findLane?: (() => Promise<Date | undefined>) | undefined;
  /** Parks the job until the lane has an answer, or until this time. */
  waitForLane?(until: Date): Promise<void>;
  /** Removes the secrets of the job's configuration. */
  redact?(content: Buffer): Buffer;
};
