import type { FillOptions } from './fill/fill.ts';
import type { CheckRequest } from './trust/check-value.ts';
import type { Mark } from './trust/model.ts';

// The tasks of a thread. They are plain data, because they are copied.

export type Task =
  | { name: 'fill'; input: { text: string; options: FillOptions } }
  | { name: 'check'; input: CheckRequest }
  | { name: 'summarize'; input: { text: string; sentences: number; query?: string } }
  | { name: 'similarity'; input: { query: string; texts: string[] } };

export type TaskResult = { fill: unknown; check: Mark[]; summarize: string; similarity: number[] };

export type Reply = { value: unknown } | { failure: string } | { error: string };
