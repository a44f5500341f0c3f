import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { describeRehearsal } from '../client/show-trials.ts';
import { findId } from '../operations/find.ts';
import { getRow } from '../operations/table.ts';
import { readMoney } from '../terminal/text.ts';

export function addRehearsalCommands(program: Command): void {
  const rehearsals = program.command('rehearsals').description('rehearse a policy version on past cases');
  rehearsals
    .command('run')
    .description('rehearse a version on the latest cases of its policy')
    .argument('<policy>', 'id or name')
    .argument('<version>', 'id or name')
    .option('--limit <n>', 'number of latest cases, up to 10000', '1000')
    .option('--max-cost <usd>', 'stop there', readMoney)
    .option('--gather', 'read pages and tables again where a case lacks evidence; needs --max-cost')
    .action((policy, version, options, command) =>
      call(command, async ({ errand }) => {
        const { params, body } = getRow('rehearsals.create');
        const policyId = await findId(errand, params[0]!, policy);
        const versionField = body!.find(({ name }) => name === 'version_id')!;
        const rehearsal = await errand.rehearsals.create(policyId, {
          version_id: await findId(errand, versionField, version, { policy_id: policyId }),
          filter: { limit: Number(options.limit) },
          ...(options.maxCost && { max_cost: options.maxCost }),
          ...(options.gather && { gather: true }),
        });
        return { json: rehearsal, text: describeRehearsal(rehearsal) };
      }),
    );
}
