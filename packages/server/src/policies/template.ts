import { Worker } from 'node:worker_threads';

// Templates come from users, and a template is a program: it is compiled and run in a thread of its own with little
// memory and a deadline, so that one that never ends costs one thread for seconds and nothing else.

export const TEMPLATE_CHARACTERS_MAX = 64 * 1024;
const DEADLINE_MS = 5_000;
const MEMORY_MB = 64;

export type TemplateTask = { template: string; data: unknown };
export type TemplateOutcome = { text: string } | { problem: string };

/** One sentence when the template does not parse, uses what is not offered, or does not end on a small sample. */
export async function findTemplateProblem(template: string): Promise<string | undefined> {
  if (template.length > TEMPLATE_CHARACTERS_MAX) return `May have at most ${TEMPLATE_CHARACTERS_MAX} characters.`;
  const outcome = await renderTemplate({ template, data: SAMPLE });
  return 'problem' in outcome ? outcome.problem : undefined;
}

/** Fills a template. Values go in as they are: the result is plain text. */
export function renderTemplate(task: TemplateTask, deadlineMs = DEADLINE_MS): Promise<TemplateOutcome> {
  const { promise, resolve } = Promise.withResolvers<TemplateOutcome>();
  const worker = new Worker(new URL('./template-worker.ts', import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  const timer = setTimeout(
    () => end({ problem: `Was not filled within ${deadlineMs / 1_000} s: it loops too much.` }),
    deadlineMs,
  );
  function end(outcome: TemplateOutcome): void {
    clearTimeout(timer);
    resolve(outcome);
    void worker.terminate();
  }
  worker.on('message', end);
  worker.on('error', () => end({ problem: 'Needs too much memory: it loops too much.' }));
  worker.on('exit', () => end({ problem: 'Could not be filled.' }));
  return promise;
}

// Objects of their own: Handlebars takes the same object inside itself for no new level.
const sampleFindings = (length: number) => Array.from({ length }, () => ({ ...finding }));
const finding = {
  rule_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
  rule_title: 'Rule',
  rule_description: 'What the rule says.',
  category: 'Category',
  flag: 'RED_FLAG',
  hit: true,
  reasoning: 'Because.',
  evidence_references: ['$REF_1$'],
};

/** What a summary is made of, with as many findings as a small policy gives. */
const SAMPLE = {
  verdict: 'approved',
  reasoning: 'Because.',
  policy: { name: 'Policy', version: 'version 1' },
  findings: sampleFindings(10),
  hits: sampleFindings(10),
  categories: sampleFindings(5).map((one) => ({ category: 'Category', conclusion: 'None.', findings: [one] })),
  evidences: [{ reference: '$REF_1$', evidence_name: 'Input', evidence_description: 'What was sent.' }],
  inputs: {},
};
