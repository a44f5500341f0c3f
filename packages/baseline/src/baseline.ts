import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import type { FillOptions } from './fill/fill.ts';
import { checkSchemaSize, checkTextSize, checkTexts } from './limits/limits.ts';
import { createPointer } from './pointer/pointer.ts';
import type { Task, TaskResult } from './tasks.ts';
import { createThreads, type ThreadLimits, type Threads } from './threads.ts';
import type { CheckRequest } from './trust/check-value.ts';
import type { Mark } from './trust/model.ts';
import { checkTwice, fillTwice } from './twice.ts';

// The built-in model: rules, word lists, small sentence embeddings, and a small network for short plain texts. No key, no
// provider; the same question gets the same answer at any time. The work happens in threads and a process that start when
// first needed.

export type Baseline = {
  /** Fills the schema from the text. Values that are not found are left out, so that validation can name them. */
  fillSchema(
    text: string,
    options: { schema: JsonSchema; instruction?: string; signal?: AbortSignal },
  ): Promise<unknown>;
  /** Rates how far each value of an answer can be trusted, based on its source texts. */
  checkValue(request: CheckRequest, options?: { signal?: AbortSignal }): Promise<Mark[]>;
  /** Returns the most important sentences, in the order of the text. */
  summarize(text: string, options?: { sentences?: number; query?: string; signal?: AbortSignal }): Promise<string>;
  /** Returns how similar in meaning each text is to the query, from 0 to 1. */
  similarity(query: string, texts: string[], options?: { signal?: AbortSignal }): Promise<number[]>;
  stop(): Promise<void>;
};

export function createBaseline(limits: Partial<ThreadLimits> = {}): Baseline {
  const threads: Threads = createThreads(limits);
  const pointer = createPointer();
  const run = <Name extends Task['name']>(
    name: Name,
    input: Extract<Task, { name: Name }>['input'],
    signal: AbortSignal | undefined,
  ): Promise<TaskResult[Name]> => threads.run({ name, input } as Task, signal) as Promise<TaskResult[Name]>;

  return {
    async fillSchema(text, { schema, instruction = '', signal }) {
      checkTextSize(text);
      checkTextSize(instruction);
      checkSchemaSize(schema);
      const options: FillOptions = { schema, instruction };
      return await fillTwice(text, options, {
        fill: (given, fillOptions) => run('fill', { text: given, options: fillOptions }, signal),
        point: pointer.point,
      });
    },
    async checkValue(request, { signal } = {}) {
      checkSchemaSize(request.schema);
      return await checkTwice(request, { check: (one) => run('check', one, signal), point: pointer.point });
    },
    async summarize(text, { sentences = 3, query, signal } = {}) {
      checkTextSize(text);
      return await run('summarize', { text, sentences, query }, signal);
    },
    async similarity(query, texts, { signal } = {}) {
      checkTexts([query, ...texts]);
      return texts.length === 0 ? [] : await run('similarity', { query, texts }, signal);
    },
    async stop() {
      pointer.stop();
      await threads.stop();
    },
  };
}

const shared: Baseline = createBaseline();

export const { fillSchema, checkValue, summarize, similarity } = shared;
