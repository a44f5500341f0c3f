import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#platform/semaphore.ts';
import { templateSample } from './template-sample.ts';

// Templates come from users, and a template is a program. It is compiled and run in a thread with little memory and a
// deadline. A template that never ends costs its thread, which is replaced, and delays no other template.

export const TEMPLATE_CHARACTERS_MAX = 64 * 1024;
const DEADLINE_MS = 5_000;
const MEMORY_MB = 64;

/** `names` also reports the names in the template that `data` lacks. */
export type TemplateTask = { template: string; data: unknown; names?: boolean };
export type TemplateOutcome = { text: string; unknown?: string[] } | { problem: string };

/** Returns one sentence if the template does not parse, uses an unsupported feature or does not end on a sample. */
export async function findTemplateProblem(
  template: string,
  data: object = templateSample,
): Promise<string | undefined> {
  if (template.length > TEMPLATE_CHARACTERS_MAX) return `May have at most ${TEMPLATE_CHARACTERS_MAX} characters.`;
  const outcome = await renderTemplate({ template, data });
  return 'problem' in outcome ? outcome.problem : undefined;
}

/** Returns the names in a template that no summary has, as written. They would silently be empty. */
export async function findUnknownValues(template: string, data: object = templateSample): Promise<string[]> {
  const outcome = await renderTemplate({ template, data, names: true });
  return 'text' in outcome ? (outcome.unknown ?? []) : [];
}

/** Fills a template. Values are not escaped, because the result is plain text. */
export function renderTemplate(task: TemplateTask, deadlineMs = DEADLINE_MS): Promise<TemplateOutcome> {
  return threads.run(async () => {
    const thread = takeIdle() ?? (await startThread());
    const outcome = await fill(thread, task, deadlineMs);
    if (!('stuck' in outcome)) {
      idle.push(thread);
      return outcome;
    }
    void thread.terminate();
    return { problem: outcome.stuck };
  });
}

function fill(thread: Worker, task: TemplateTask, deadlineMs: number): Promise<TemplateOutcome | { stuck: string }> {
  const { promise, resolve } = Promise.withResolvers<TemplateOutcome | { stuck: string }>();
  const late = `Did not finish within ${deadlineMs / 1_000} s. Use fewer nested loops.`;
  const timer = setTimeout(() => resolve({ stuck: late }), deadlineMs);
  const fail = (): void => resolve({ stuck: 'Needs too much memory. Use fewer nested loops.' });
  thread.once('message', resolve);
  thread.once('error', fail);
  thread.once('exit', fail);
  thread.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.off('message', resolve).off('error', fail).off('exit', fail);
  });
}

/** Each thread takes up to MEMORY_MB, and one core while it works. */
const threads = createSemaphore({ max: 4 });
const idle: Worker[] = [];

/** Skips threads that have died since their last template. */
function takeIdle(): Worker | undefined {
  let thread = idle.pop();
  while (thread?.threadId === -1) thread = idle.pop();
  return thread;
}

/** Resolves when the thread has loaded its code, because a slow start must not count against a template. */
async function startThread(): Promise<Worker> {
  const thread = new Worker(new URL('./template-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  thread.unref();
  // An error of an idle thread must not end the process.
  thread.on('error', () => undefined);
  await once(thread, 'message');
  return thread;
}
