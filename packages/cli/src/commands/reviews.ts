import { everyItem, type ReviewComparison, type ReviewStats, type ReviewTask } from '@errand/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { call } from '../client/call.ts';
import { findAgent } from '../client/find-agent.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, moment, table } from '../terminal/text.ts';

export function addReviewCommands(program: Command): void {
  const reviews = program.command('reviews').description('review finished jobs');
  addLook(reviews);
  addTake(reviews);
  addPlan(reviews);
}

function addLook(reviews: Command): void {
  reviews
    .command('list')
    .description('list open reviews, newest first')
    .option('--all', 'include finished reviews')
    .option('--mine', 'only reviews that you have reserved or decided')
    .option('--overdue', 'only overdue reviews')
    .option('--skipped', 'only reviews that somebody has skipped')
    .option('--disagreed', 'only second reviews with another result than the first')
    .option('--agent <agent>', 'only jobs of this agent: name or id')
    .action((options, command) =>
      call(command, async ({ errand }) => {
        const query = {
          ...(options.mine && { mine: true }),
          ...(options.overdue && { overdue: true }),
          ...(options.skipped && { skipped: true }),
          ...(options.disagreed && { disagreed: true }),
          ...(options.agent && { agent_id: (await findAgent(errand, options.agent)).id }),
        };
        const found = await Array.fromAsync(
          everyItem((page) => errand.reviews.list({ ...query, page, page_size: '100' })),
        );
        const tasks =
          options.all || options.mine || options.disagreed ? found : found.filter(({ state }) => state !== 'done');
        const rows = tasks.map((task) => [
          task.id,
          task.state,
          String(task.round),
          dueOf(task),
          task.reason,
          task.job_id,
        ]);
        return { json: { reviews: tasks }, text: table(['ID', 'STATE', 'ROUND', 'DUE', 'REASON', 'JOB'], rows) };
      }),
    );

  reviews
    .command('compare')
    .description('compare the first and the second review of a job')
    .argument('<review>', 'id of either review')
    .action((id, _, command) =>
      call(command, async ({ errand }) => {
        const comparison = await errand.reviews.compare(id);
        return { json: comparison, text: describeComparison(comparison) };
      }),
    );

  reviews
    .command('stats')
    .description('show review figures: agreement, corrections, decisions faster than reading')
    .option('--agent <agent>', 'only jobs of this agent: name or id')
    .action((options, command) =>
      call(command, async ({ errand }) => {
        const agent = options.agent && (await findAgent(errand, options.agent));
        const stats = await errand.reviews.stats(agent ? { agent_id: agent.id } : {});
        return { json: stats, text: describeStats(stats) };
      }),
    );
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
    .command('release')
    .description('release a review')
    .argument('<review>', 'id')
    .action((id, _, command) =>
      call(command, async ({ errand }) => {
        const task = await errand.reviews.release(id);
        return { json: task, text: done('Released.', { job: task.job_id }) };
      }),
    );

  reviews
    .command('skip')
    .description('leave a review to others and say why')
    .argument('<review>', 'id')
    .requiredOption('--reason <text>', 'why you do not decide the review')
    .action((id, options, command) =>
      call(command, async ({ errand }) => {
        const task = await errand.reviews.skip(id, { reason: options.reason });
        return { json: task, text: done('Skipped. Others can take it.', { job: task.job_id }) };
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

const dueOf = ({ due_at }: ReviewTask): string => (due_at === null ? '–' : moment(new Date(due_at)));
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);

function describeComparison({ verdict, reviews, same, differences }: ReviewComparison): string {
  const heads = ['first', 'second'].map((name, index) => reviews[index]?.decision?.by ?? name);
  const facts = done(sameWords(same), {
    ...(verdict !== null && { verdict }),
    ...Object.fromEntries(reviews.map(({ decision }, index) => [heads[index]!, decision?.comment || '–'])),
  });
  if (differences.length === 0) return facts;
  const rows = differences.map((one) => [one.field, ...[one.output, one.first, one.second].map(valueText)]);
  return [facts, '', table(['FIELD', 'OUTPUT', ...heads.map((name) => name.toUpperCase())], rows)].join('\n');
}

const sameWords = (same: boolean | null): string =>
  same === null ? 'There are not two answers to compare yet.' : same ? 'Both say the same.' : 'They disagree.';
const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

function describeStats(stats: ReviewStats): string {
  const facts = done(`${stats.done} reviews done, ${stats.open} open, ${stats.overdue} overdue.`, {
    agreement: percent(stats.agreement),
    overrides: percent(stats.override_rate),
    'median seconds': stats.median_seconds === null ? '–' : String(stats.median_seconds),
    'second reviews agree': percent(stats.second.agreement),
  });
  const rows = Object.entries(stats.by_reviewer).map(([name, one]) => [
    name,
    String(one.done),
    percent(one.agreement),
    String(one.hurried),
  ]);
  const reviewers = rows.length === 0 ? [] : ['', table(['REVIEWER', 'DONE', 'AGREES', 'HURRIED'], rows)];
  return [facts, ...reviewers, ...stats.warnings.map((warning) => `Warning: ${warning}`)].join('\n');
}
