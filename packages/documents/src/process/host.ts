import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export type Parser = ChildProcessByStdio<Writable, Readable, Readable>;
export type ParserLimits = { timeoutMs: number; memoryBytesMax: number };

/** How the process that reads a file is started and watched. The one who owns the sandbox provides it. */
export type ParserHost = {
  /** Starts a process that calls `runParser`, with the limits as bounds of the kernel too. */
  start(limits: ParserLimits): Promise<Parser>;
  /** The process's memory; 0 where the system does not tell. */
  residentBytes(pid: number | undefined): number;
};
