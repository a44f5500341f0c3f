import { type Command, InvalidArgumentError } from 'commander';
import { call } from '../client/call.ts';
import { findAgent } from '../operations/find.ts';
import { dueOf } from '../operations/refinements.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, moment } from '../terminal/text.ts';

export function addReviewCommands(program: Command): void {
  const reviews = program.command('reviews').description('review finished jobs');
  addTake(reviews);
  addPlan(reviews);
}

function addTake(reviews: Command): void {
  reviews
    .command('next')
    .description('reserve the most urgent review for 15 minutes and print its outputs')
    .option('--agent <agent>', 'only jobs of this agent: name or id')
    .action((options, command) =>
      call(command, async ({ errand }) => {
        const agent = options.agent && (await findAgent(errand, options.agent));
        const task = await errand.reviews.next(agent ? { agent_id: agent.id } : {});
        if (task === undefined) return { json: { review: null }, text: 'There is no review for you.' };
        const job = await errand.jobs.get(task.job_id);
        const facts = done(`Reserved until ${moment(new Date(task.reserved_until!))}.`, {
          review: task.id,
          job: task.job_id,
          reason: task.reason,
          due: dueOf(task),
        });
        const outputs = job.outputs.map(({ key, value }) => `${key}: ${value}`);
        const failure = job.error_message ? [`Failed: ${job.error_message}`] : [];
        return { json: { review: task, job }, text: [facts, '', ...outputs, ...failure].join('\n') };
      }),
    );

  reviews
    .command('decide')
    .description('record whether the output is right, and if not, the right values')
    .argument('<review>', 'id')
    .option('--agree', 'the output is right')
    .option('--verdict <name>', 'the right verdict')
    .option('--set <pointer=json...>', 'a right value: /total=1250')
    .option('--comment <text>', 'why')
    .action((id, options, command) =>
      call(command, async ({ errand }) => {
        const corrected = readCorrections(options.set ?? []);
        const disagrees = options.verdict !== undefined || corrected !== null;
        if (options.agree ? disagrees : !disagrees && !options.comment)
          throw new UsageError('Use --agree, or correct the output with --verdict, --set or --comment.');
        const task = await errand.reviews.decide(id, {
          agrees: options.agree === true,
          corrected_verdict: options.verdict ?? null,
          corrected_outputs: corrected,
          comment: options.comment ?? null,
        });
        return { json: task, text: done('Decided.', { job: task.job_id }) };
      }),
    );
}

function addPlan(reviews: Command): void {
  reviews
    .command('plan')
    .description('show the review plan of an agent; with options, replace it')
    .argument('<agent>', 'name or id')
    .option('--sample <rate>', 'share of jobs to sample, 0 to 1', readNumber)
    .option('--always <condition...>', 'unsupported, low_confidence, needs_review, failure, verdict:NAME')
    .option('--min-confidence <n>', 'threshold for low_confidence, 0 to 1', readNumber)
    .option('--second <rate>', 'share of reviews that a second person repeats, 0 to 1', readNumber)
    .option('--due-hours <n>', 'hours until a review is due', readNumber)
    .action((name, options, command) =>
      call(command, async ({ errand }) => {
        const { id } = await findAgent(errand, name);
        const isGiven = Object.keys(options).length > 0;
        const plan = isGiven
          ? await errand.reviews.setPlan(id, {
              sample_rate: options.sample ?? 0,
              always_when: options.always ?? [],
              min_confidence: options.minConfidence ?? null,
              second_review_rate: options.second ?? 0,
              due_hours: options.dueHours ?? null,
            })
          : await errand.reviews.getPlan(id);
        const facts = {
          sample: String(plan.sample_rate),
          always: plan.always_when.join(', ') || '–',
          ...(plan.min_confidence !== null && { 'min confidence': String(plan.min_confidence) }),
          second: String(plan.second_review_rate),
          'due hours': plan.due_hours === null ? '–' : String(plan.due_hours),
        };
        return { json: plan, text: done(isGiven ? 'Plan set.' : 'Review plan', facts) };
      }),
    );
}

function readNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Enter a number.');
  return value;
}

/** Reads corrections such as `/total=1250`. The value is JSON if it parses, otherwise text. */
function readCorrections(given: string[]): Record<string, unknown> | null {
  if (given.length === 0) return null;
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf('=');
      if (!one.startsWith('/') || at < 0) throw new UsageError(`--set must be /pointer=value, not ${one}.`);
      return [one.slice(0, at), readValue(one.slice(at + 1))];
    }),
  );
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
