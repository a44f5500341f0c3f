import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { count, done } from '../terminal/text.ts';

export function addDemoCommands(program: Command): void {
  const demo = program
    .command('demo')
    .description('manage the demo workspace: sample agents, jobs, a policy and a table');

  demo
    .command('create')
    .description('create the demo workspace; it costs nothing')
    .action((_, command) =>
      call(command, async ({ errand }) => {
        const made = await errand.demo.create();
        return {
          json: made,
          text: done(`The demo workspace is ready: ${count(made.agents.length, 'agent')}, tagged demo.`),
        };
      }),
    );

  demo
    .command('remove')
    .description('remove what the demo created, and nothing else')
    .action((_, command) =>
      call(command, async ({ errand }) => {
        const removed = await errand.demo.remove();
        const words = [
          count(removed.agents, 'agent'),
          count(removed.jobs, 'job'),
          `${removed.policies} ${removed.policies === 1 ? 'policy' : 'policies'}`,
          count(removed.tables, 'table'),
        ];
        return { json: removed, text: done(`Removed ${words.join(', ')}.`) };
      }),
    );
}
