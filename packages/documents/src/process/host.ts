import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export type Parser = ChildProcessByStdio<Writable, Readable, Readable>;
export type ParserLimits = { timeoutMs: number; memoryBytesMax: number };

/** Starts and watches the process that reads a file. The owner of the sandbox provides it. */
export type ParserHost = {
  /** Starts a process that calls `runParser`. The kernel enforces the limits too. */
  start(limits: ParserLimits): Promise<Parser>;
  /** Returns the memory of a process, or 0 if the system does not tell. */
  residentBytes(pid: number | undefined): number;
};
