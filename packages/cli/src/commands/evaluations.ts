import { readFile } from 'node:fs/promises';
import { type EvaluationRun, everyItem } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, readMoney, table } from '../terminal/text.ts';

export function addEvaluationCommands(program: Command): void {
  const evaluations = program.command('evaluations').description('manage evaluation sets and their runs');
  addSets(evaluations);
  addRuns(evaluations);
}

function addSets(evaluations: Command): void {
  evaluations
    .command('list')
    .description('evaluation sets')
    .action((_options, command) =>
      call(command, async ({ errand }) => {
        const sets = await Array.fromAsync(everyItem((page) => errand.evaluationSets.list({ page, page_size: '100' })));
        const rows = sets.map((set) => [set.id, String(set.case_count), set.name]);
        return { json: { sets }, text: table(['ID', 'CASES', 'NAME'], rows) };
      }),
    );

  evaluations
    .command('create')
    .description('create a set')
    .argument('<name>')
    .option('--agent <id>', 'for this agent')
    .option('--policy <id>', 'for agents that use this policy')
    .action((name, options, command) =>
      call(command, async ({ errand }) => {
        const set = await errand.evaluationSets.create({
          name,
          ...(options.agent && { agent_id: options.agent }),
          ...(options.policy && { policy_id: options.policy }),
        });
        return { json: set, text: done(`Created ${set.name}.`, { id: set.id }) };
      }),
    );

  evaluations
    .command('add')
    .description('add cases from a .csv or .jsonl file, or from reviewed jobs')
    .argument('<set>', 'id')
    .argument('<file-or-jobs...>', 'a file, or ids of jobs')
    .action((id, given: string[], _options, command) =>
      call(command, async ({ errand }) => {
        const added = await errand.evaluationSets.addCases(id, await readCases(given));
        return { json: added, text: done(`Added ${added.added}.`, { cases: String(added.case_count) }) };
      }),
    );
}

async function readCases(given: string[]) {
  const [first = ''] = given;
  const kind = /\.(csv|jsonl|ndjson)$/i.exec(first)?.[1]?.toLowerCase();
  if (kind === undefined) return { job_ids: given };
  if (given.length > 1) throw new UsageError('Add one file at a time.');
  const text = await readFile(first, 'utf8').catch(() => {
    throw new UsageError(`${first} cannot be read.`);
  });
  return kind === 'csv' ? { csv: text } : { json_lines: text };
}

function addRuns(evaluations: Command): void {
  evaluations
    .command('run')
    .description('run a version on a set (default: the current version)')
    .argument('<set>', 'id')
    .option('--agent-version <id>', 'version of the agent')
    .option('--policy-version <id>', 'version of the policy')
    .option('--model <name>', 'replaces the model of the version')
    .option('--max-cost <usd>', 'stop there', readMoney)
    .action((id, options, command) =>
      call(command, async ({ errand }) => {
        const run = await errand.evaluationSets.run(id, {
          ...(options.agentVersion && { agent_version_id: options.agentVersion }),
          ...(options.policyVersion && { policy_version_id: options.policyVersion }),
          ...(options.model && { model: options.model }),
          ...(options.maxCost && { max_cost: options.maxCost }),
        });
        return { json: run, text: describe(run) };
      }),
    );

  for (const [word, description] of [
    ['get', 'show a run with its scores'],
    ['cancel', 'stop a run'],
    ['resume', 'resume a stopped run'],
  ] as const)
    evaluations
      .command(word)
      .description(description)
      .argument('<run>', 'id')
      .action((id, _options, command) =>
        call(command, async ({ errand }) => {
          const { get, cancel, resume } = errand.evaluationRuns;
          const run = await (word === 'get' ? get(id) : word === 'cancel' ? cancel(id) : resume(id, {}));
          return { json: run, text: describe(run) };
        }),
      );

  evaluations
    .command('compare')
    .description('compare two runs case by case')
    .argument('<run>', 'id')
    .argument('<other>', 'id')
    .action((id, other, _options, command) =>
      call(command, async ({ errand }) => {
        const compared = await errand.evaluationRuns.compare(id, other);
        const rows = compared.changed.map((one) => [
          one.case_id,
          JSON.stringify(one.expected),
          JSON.stringify(one.got_a),
          JSON.stringify(one.got_b),
        ]);
        const text = done(`${compared.better} better, ${compared.worse} worse.`, {});
        return { json: compared, text: `${text}\n${table(['CASE', 'EXPECTED', 'FIRST', 'SECOND'], rows)}` };
      }),
    );
}

const describe = (run: EvaluationRun): string =>
  done(`${run.status}: ${run.done} of ${run.total} cases`, {
    id: run.id,
    version: run.agent_version_id,
    cost: String(run.cost),
    ...(run.scores && { accuracy: run.scores.accuracy.toFixed(3), regressions: String(run.regressions.length) }),
    ...(run.reason && { reason: run.reason }),
  });
