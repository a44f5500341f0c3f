import type { FillOptions } from './fill/fill.ts';

// Tasks of a thread. Plain data only, because it is copied.

export type Task =
  | { name: 'fill'; input: { text: string; options: FillOptions } }
  | { name: 'summarize'; input: { text: string; sentences: number; query?: string } }
  | { name: 'similarity'; input: { query: string; texts: string[] } };

export type TaskResult = { fill: unknown; summarize: string; similarity: number[] };

export type Reply = { value: unknown } | { failure: string } | { error: string };
