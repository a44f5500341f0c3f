import { readFile } from 'node:fs/promises';
import type { CaseQueue, ConnectionItem, Errand, Trigger, TriggerRun } from '@errand/sdk';
import { type Command, Option } from 'commander';
import { call } from '../client/call.ts';
import { findAgent, findNamed } from '../operations/find.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, moment, table } from '../terminal/text.ts';
import { addSwitches } from './switches.ts';

export function addTriggerCommands(program: Command): void {
  const triggers = program.command('triggers').description('manage triggers: run agents or send case alerts on events');
  addLook(triggers);
  addCreate(triggers);
  addTest(triggers);
  addSwitches(triggers, 'triggers.update');
}

function addLook(triggers: Command): void {
  triggers
    .command('get')
    .description('show a trigger with its address and last runs')
    .argument('<trigger>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const trigger = await findNamed<Trigger>(errand, 'triggers.list', name);
        const { results: runs } = await errand.triggers.runs(trigger.id, { page_size: '10' });
        const about = done(trigger.name, {
          id: trigger.id,
          ...(trigger.agent_id && { agent: trigger.agent_id }),
          ...(trigger.case_queue_id && { case_queue: trigger.case_queue_id }),
          ...(trigger.url && { url: trigger.url }),
          ...(trigger.source_agent_id && { after: trigger.source_agent_id }),
          ...(trigger.connection_id && { watches: `${trigger.connection_id} ${trigger.prefix}` }),
        });
        const parts = runs.length > 0 ? [about, '', table(['AT', 'OUTCOME', 'RESULT'], runs.map(runRow))] : [about];
        return { json: { ...trigger, runs }, text: parts.join('\n') };
      }),
    );
}

function addCreate(triggers: Command): void {
  triggers
    .command('create')
    .description('create a trigger that starts an agent on an event, or sends a case alert')
    .argument('<name>', 'name of the trigger')
    .option('--agent <agent>', 'id or name of the agent that it starts')
    .option('--case-queue <queue>', 'instead of --agent: id or name of the case queue that it sends an alert to')
    .option('--after <agent>', 'start when a job of this agent ends (default: start on requests to an address)')
    .option('--watch <connection>', 'for each new object of this connection (S3), by id or name')
    .option('--below <prefix>', 'with --watch: only objects whose keys begin so')
    .option('--status <words>', 'with --after: succeeded, failed, cancelled', 'succeeded')
    .option('--map <key=template...>', "inputs from the event: 'text=${event.body.text}'")
    .option('--condition <json>', `'[{"path": "/body/total", "op": "gt", "value": 100}]'`)
    .addOption(new Option('--verify <kind>', 'how requests are signed').choices(['standard_webhooks', 'hmac_sha256']))
    .option('--header <name>', 'with hmac_sha256: the header of the signature')
    .option('--prefix <text>', 'with hmac_sha256: the prefix of the signature, such as sha256=')
    .option('--secret-stdin', 'read the signing secret from standard input')
    .action((name, options, command) =>
      call(command, async ({ errand }) => {
        const target = await readTarget(errand, options);
        if (options.after !== undefined && options.watch !== undefined)
          throw new UsageError('A trigger has one source. Use --after or --watch, not both.');
        const common = {
          name,
          ...target.ids,
          mapping: parseMapping(options.map ?? []),
          ...(options.condition && { condition: parseJson(options.condition, '--condition') as never }),
        };
        const trigger = await errand.triggers.create({ ...common, ...(await readSource(errand, options)) });
        const text = done(`${trigger.name} ${target.does}.`, {
          id: trigger.id,
          ...(trigger.url && { url: trigger.url }),
        });
        return { json: trigger, text };
      }),
    );
}

async function readTarget(errand: Errand, { agent, caseQueue }: { agent?: string; caseQueue?: string }) {
  if ((agent === undefined) === (caseQueue === undefined))
    throw new UsageError('A trigger has one target. Use --agent or --case-queue.');
  if (caseQueue === undefined) {
    const { id, name } = await findAgent(errand, agent!);
    return { ids: { agent_id: id }, does: `starts ${name}` };
  }
  const { id, name } = await findNamed<CaseQueue>(errand, 'caseQueues.list', caseQueue);
  return { ids: { case_queue_id: id }, does: `sends alerts to ${name}` };
}

type SourceOptions = VerifyOptions & { after?: string; status: string; watch?: string; below?: string };

/** Reads what the trigger waits for. */
async function readSource(errand: Errand, options: SourceOptions) {
  if (options.watch !== undefined) {
    const { id } = await findNamed<ConnectionItem>(errand, 'connections.list', options.watch);
    return { kind: 'storage' as const, connection_id: id, prefix: options.below ?? '' };
  }
  if (options.below !== undefined) throw new UsageError('--below needs --watch.');
  if (options.after === undefined) return { kind: 'http' as const, ...(await readVerify(options)) };
  const source = await findAgent(errand, options.after);
  return { kind: 'agent' as const, source_agent_id: source.id, statuses: options.status.split(',') as never };
}

type VerifyOptions = {
  verify?: 'standard_webhooks' | 'hmac_sha256';
  header?: string;
  prefix?: string;
  secretStdin?: boolean;
};

async function readVerify({ verify, header, prefix, secretStdin }: VerifyOptions) {
  if (verify === undefined) return {};
  if (!secretStdin) throw new UsageError('A signature needs a secret. Use --secret-stdin.');
  const secret = (await readFile('/dev/stdin', 'utf8')).trim();
  return { verify: { kind: verify, secret, ...(header && { header }), ...(prefix && { prefix }) } };
}

function addTest(triggers: Command): void {
  triggers
    .command('test')
    .description('show what a sample event would do; no job starts')
    .argument('<trigger>', 'id or name')
    .argument('<event>', 'JSON, or @file')
    .action((name, given: string, _, command) =>
      call(command, async ({ errand }) => {
        const { id, agent_id: agentId } = await findNamed<Trigger>(errand, 'triggers.list', name);
        const what = agentId === null ? 'send an alert' : 'start a job';
        const text = given.startsWith('@') ? await readSample(given.slice(1)) : given;
        const event = parseJson(text, 'The event') as Record<string, unknown>;
        const answer = await errand.triggers.test(id, { event });
        if (!answer.starts) process.exitCode = 1;
        const failed = answer.condition.failed.map(({ path, op }) => `The condition is not met: ${path} ${op}.`);
        const lines = Object.entries(answer.inputs).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
        const verdict = answer.starts ? `The event would ${what}.` : `The event would not ${what}.`;
        return { json: answer, text: [verdict, ...failed, ...answer.problems, ...lines].join('\n') };
      }),
    );
}

const readSample = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no file ${path}.`);
  });

const runRow = ({ at, outcome, job_id, case_alert_id, reason }: TriggerRun): string[] => [
  moment(new Date(at)),
  outcome,
  job_id ?? (case_alert_id && `alert ${case_alert_id}`) ?? reason ?? '',
];

function parseMapping(texts: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, key, template] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
      if (key === undefined) throw new UsageError(`${text} is not a mapping. Write key='\${event.body.key}'.`);
      // The subject of an alert is nested.
      return [key, key === 'subject' && template!.startsWith('{') ? parseJson(template!, 'subject') : template!];
    }),
  );
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${what} must be JSON.`);
  }
}
