import { type Errand, everyItem, type Schedule, type ScheduleRun } from '@errand/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { call } from '../client/call.ts';
import { findAgent, pick } from '../client/find-agent.ts';
import { parseInputs, resolveInputs } from '../client/inputs.ts';
import { done, isUuid, moment, table } from '../terminal/text.ts';

export function addScheduleCommands(program: Command): void {
  const schedules = program.command('schedules').description('manage schedules: run agents at set times');
  addLook(schedules);
  addCreate(schedules);
  addRun(schedules);
  addSwitches(schedules);
}

function addLook(schedules: Command): void {
  schedules
    .command('list')
    .description('all schedules')
    .option('--agent <agent>', 'only schedules of this agent (id or name)')
    .action(({ agent }, command) =>
      call(command, async ({ errand }) => {
        const agentId = agent === undefined ? undefined : (await findAgent(errand, agent)).id;
        const found = await listAll(errand, agentId);
        const rows = found.map((schedule) => [
          schedule.id,
          schedule.name,
          timing(schedule),
          schedule.next_at === null ? 'off' : moment(new Date(schedule.next_at)),
          schedule.last_run?.outcome ?? '–',
        ]);
        return { json: { schedules: found }, text: table(['ID', 'NAME', 'WHEN', 'NEXT', 'LAST'], rows) };
      }),
    );

  schedules
    .command('get')
    .description('show a schedule with its last runs')
    .argument('<schedule>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const schedule = await findSchedule(errand, name);
        const { results: runs } = await errand.schedules.runs(schedule.id, { page_size: '10' });
        const about = done(schedule.name, {
          id: schedule.id,
          agent: schedule.agent_id,
          when: timing(schedule),
          next: schedule.next_at ?? 'off',
        });
        const parts = runs.length > 0 ? [about, '', table(['DUE', 'OUTCOME', 'JOB'], runs.map(runRow))] : [about];
        return { json: { ...schedule, runs }, text: parts.join('\n') };
      }),
    );

  schedules
    .command('next')
    .description('show the next due times')
    .argument('<schedule>', 'id or name')
    .option('--count <n>', 'how many times', '5')
    .action((name, { count }, command) =>
      call(command, async ({ errand }) => {
        const { id } = await findSchedule(errand, name);
        const { times } = await errand.schedules.next(id, { count });
        return { json: { times }, text: times.join('\n') };
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
        const { id } = await findSchedule(errand, name);
        const run = await errand.schedules.run(id);
        if (run.outcome !== 'started') process.exitCode = 1;
        const text = run.job_id === null ? `${run.outcome}${run.reason ? `: ${run.reason}` : ''}` : run.job_id;
        return { json: run, text };
      }),
    );
}

function addSwitches(schedules: Command): void {
  for (const [word, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    schedules
      .command(word)
      .description(enabled ? 'turn it on' : 'turn it off')
      .argument('<schedule>', 'id or name')
      .action((name, _, command) =>
        call(command, async ({ errand }) => {
          const { id } = await findSchedule(errand, name);
          const schedule = await errand.schedules.update(id, { enabled });
          return { json: schedule, text: done(`${schedule.name} is ${enabled ? 'on' : 'off'}.`) };
        }),
      );
  }

  schedules
    .command('delete')
    .description('delete a schedule; jobs that it has started stay')
    .argument('<schedule>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const schedule = await findSchedule(errand, name);
        await errand.schedules.delete(schedule.id);
        return { json: { deleted: schedule.id }, text: done(`${schedule.name} is deleted.`) };
      }),
    );
}

const listAll = (errand: Errand, agentId?: string): Promise<Schedule[]> =>
  Array.fromAsync(
    everyItem((page) => errand.schedules.list({ page, page_size: '100', ...(agentId && { agent_id: agentId }) })),
  );

async function findSchedule(errand: Errand, text: string): Promise<Schedule> {
  return isUuid(text) ? errand.schedules.get(text.toLowerCase()) : pick(await listAll(errand), text, 'schedule');
}

const timing = ({ cron, every_seconds: every, timezone }: Schedule): string =>
  cron === null ? `every ${every} s` : `${cron} ${timezone}`;

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
