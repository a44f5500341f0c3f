import type { OutputItem } from './generated/types/jobs.ts';
import type { RunOptions } from './transport/options.ts';

/** `output` is the only output, parsed if it is JSON. Several outputs are an object by key. */
export type RunResult<Output = unknown> = { jobId: string; outputs: OutputItem[]; output: Output };

export type VersionedRunOptions = RunOptions & {
  /** Runs this version instead of the current one. */
  versionId?: string | undefined;
};
