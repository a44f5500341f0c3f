import { hasSucceeded, type Job, type UsableModel } from '@errand/sdk';
import type { Command } from 'commander';
import { type Call, call } from '../client/call.ts';
import { money } from '../client/show-job.ts';
import { mark, table } from '../terminal/text.ts';

export function addModelCommands(program: Command): void {
  program
    .command('models')
    .description('list the models that you can use, and try them')
    .option('--try', 'ask each one short question, which costs a little; exit code 1 if one does not answer')
    .action(({ try: isTried }: { try?: boolean }, command: Command) =>
      call(command, async (given) => {
        const models = await Array.fromAsync(given.errand.models.list.all());
        if (isTried !== true) return { json: { models }, text: table(HEAD, models.map(describe)) };
        const tried: Tried[] = [];
        // One after the other, because limits of providers are not what is to be tried.
        for (const model of models) tried.push(await tryModel(given, model));
        if (tried.some(({ ok }) => !ok)) process.exitCode = 1;
        return { json: { models: tried }, text: tried.map(describeTry).join('\n') };
      }),
    );
}

const HEAD = ['MODEL', 'PROVIDER', 'WHOSE KEY', 'INPUT', 'OUTPUT', 'STATE', ''];

const describe = (model: UsableModel): string[] => [
  model.id,
  model.region === null ? model.provider : `${model.provider} (${model.region})`,
  model.where,
  price(model.prices?.input),
  price(model.prices?.output),
  model.state,
  model.is_default ? 'default' : '',
];

/** USD per million tokens. */
const price = (amount: number | undefined): string => (amount === undefined ? 'unknown' : String(amount));

type Tried = {
  id: string;
  ok: boolean;
  job_id: string;
  answer: string | null;
  error: string | null;
  ms: number | null;
  cost: number;
};

async function tryModel({ errand, signal }: Call, { id }: UsableModel): Promise<Tried> {
  const { job_id } = await errand.models.tryOut({ model: id });
  const job: Job = await errand.jobs.wait(job_id, { signal });
  const answer = job.outputs?.[0]?.value ?? null;
  const ms = job.models.at(-1)?.ms ?? null;
  return {
    id,
    ok: hasSucceeded(job.status_code),
    job_id,
    answer,
    error: job.error_message ?? null,
    ms,
    cost: job.cost,
  };
}

const describeTry = ({ id, ok, error, ms, cost }: Tried): string =>
  `${mark(ok)} ${id}  ${ok ? `${ms} ms  ${money(cost)}` : error}`;
