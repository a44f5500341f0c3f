import type { Rehearsal } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { done, readMoney, table } from '../terminal/text.ts';

export function addRehearsalCommands(program: Command): void {
  const rehearsals = program.command('rehearsals').description('rehearse a policy version on past cases');
  rehearsals
    .command('run')
    .description('rehearse a version on the latest cases of its policy')
    .argument('<policy>', 'id')
    .argument('<version>', 'id')
    .option('--limit <n>', 'number of latest cases, up to 10000', '1000')
    .option('--max-cost <usd>', 'stop there', readMoney)
    .action((policy, version, options, command) =>
      call(command, async ({ errand }) => {
        const rehearsal = await errand.rehearsals.create(policy, {
          version_id: version,
          filter: { limit: Number(options.limit) },
          ...(options.maxCost && { max_cost: options.maxCost }),
        });
        return { json: rehearsal, text: describe(rehearsal) };
      }),
    );

  for (const [word, description] of [
    ['get', 'show a rehearsal with its flips'],
    ['cancel', 'stop a rehearsal'],
    ['resume', 'resume a stopped rehearsal'],
  ] as const)
    rehearsals
      .command(word)
      .description(description)
      .argument('<policy>', 'id')
      .argument('<rehearsal>', 'id')
      .action((policy, id, _options, command) =>
        call(command, async ({ errand }) => {
          const { get, cancel, resume } = errand.rehearsals;
          const found = await (word === 'get'
            ? get(policy, id)
            : word === 'cancel'
              ? cancel(policy, id)
              : resume(policy, id, {}));
          return { json: found, text: describe(found) };
        }),
      );
}

function describe(rehearsal: Rehearsal): string {
  const facts = done(`${rehearsal.status}: ${rehearsal.done} of ${rehearsal.total} cases`, {
    id: rehearsal.id,
    flips: String(rehearsal.flip_count),
    unchanged: String(rehearsal.unchanged),
    undecidable: String(rehearsal.undecidable.length),
    cost: String(rehearsal.cost),
    ...(rehearsal.reason && { reason: rehearsal.reason }),
  });
  if (rehearsal.flips.length === 0) return facts;
  const rows = rehearsal.flips.map((flip) => [
    flip.job_id,
    flip.before ?? '–',
    flip.after,
    flip.rules.map((rule) => rule.title).join('; '),
  ]);
  return `${facts}\n${table(['JOB', 'BEFORE', 'AFTER', 'RULES'], rows)}`;
}
