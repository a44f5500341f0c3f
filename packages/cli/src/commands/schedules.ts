import type { Schedule, ScheduleRun } from '@errand/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { call } from '../client/call.ts';
import { parseInputs, resolveInputs } from '../client/inputs.ts';
import { findAgent, findNamed } from '../operations/find.ts';
import { timingOf } from '../operations/refinements.ts';
import { done, moment, table } from '../terminal/text.ts';
import { addSwitches } from './switches.ts';

export function addScheduleCommands(program: Command): void {
  const schedules = program.command('schedules').description('manage schedules: run agents at set times');
  addLook(schedules);
  addCreate(schedules);
  addRun(schedules);
  addSwitches(schedules, 'schedules.update');
}

function addLook(schedules: Command): void {
  schedules
    .command('get')
    .description('show a schedule with its last runs')
    .argument('<schedule>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const schedule = await findNamed<Schedule>(errand, 'schedules.list', name);
        const { results: runs } = await errand.schedules.runs(schedule.id, { page_size: '10' });
        const about = done(schedule.name, {
          id: schedule.id,
          agent: schedule.agent_id,
          when: timingOf(schedule),
          next: schedule.next_at ?? 'off',
        });
        const parts = runs.length > 0 ? [about, '', table(['DUE', 'OUTCOME', 'JOB'], runs.map(runRow))] : [about];
        return { json: { ...schedule, runs }, text: parts.join('\n') };
      }),
    );
}

function addCreate(schedules: Command): void {
  schedules
    .command('create')
    .description('create a schedule for an agent')
    .argument('<name>', 'name of the schedule')
    .argument('[inputs...]', 'key=value or key=@file')
    .requiredOption('--agent <agent>', 'id or name of the agent')
    .option('--cron <pattern>', 'minute, hour, day of month, month, day of week: "30 7 * * 1-5"')
    .option('--every <seconds>', 'interval, as an alternative to --cron', positive)
    .option('--timezone <name>', 'time zone of the pattern, such as Europe/Berlin', 'UTC')
    .addOption(new Option('--overlap <rule>', 'what to do while the previous run still works').choices(overlaps))
    .addOption(new Option('--catch-up <rule>', 'what to do after an outage').choices(['none', 'one']))
    .option('--max-cost <usd>', 'cost limit of each run', positive)
    .option('--disabled', 'create it switched off')
    .action((name, texts, options, command) =>
      call(command, async ({ errand }) => {
        const agent = await findAgent(errand, options.agent);
        const { input_definitions } = await errand.versions.current(agent.id);
        const schedule = await errand.schedules.create({
          name,
          agent_id: agent.id,
          timezone: options.timezone,
          inputs: await resolveInputs(errand, parseInputs(texts), input_definitions),
          enabled: options.disabled !== true,
          ...(options.cron !== undefined && { cron: options.cron }),
          ...(options.every !== undefined && { every_seconds: options.every }),
          ...(options.overlap && { overlap: options.overlap }),
          ...(options.catchUp && { catch_up: options.catchUp }),
          ...(options.maxCost !== undefined && { max_cost_per_run: options.maxCost }),
        });
        const text = done(`${schedule.name} runs ${agent.name}.`, { id: schedule.id, next: schedule.next_at ?? 'off' });
        return { json: schedule, text };
      }),
    );
}

const overlaps = ['skip', 'queue', 'cancel_previous'];

function addRun(schedules: Command): void {
  schedules
    .command('run')
    .description('start a run now, as if it were due')
    .argument('<schedule>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const { id } = await findNamed<Schedule>(errand, 'schedules.list', name);
        const run = await errand.schedules.run(id);
        if (run.outcome !== 'started') process.exitCode = 1;
        const text = run.job_id === null ? `${run.outcome}${run.reason ? `: ${run.reason}` : ''}` : run.job_id;
        return { json: run, text };
      }),
    );
}

const runRow = ({ due_at, outcome, job_id, reason }: ScheduleRun): string[] => [
  moment(new Date(due_at)),
  outcome,
  job_id ?? reason ?? '',
];

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Enter a number above 0.');
  return value;
}
