import { writeFile } from 'node:fs/promises';
import { everyItem } from '@errand/sdk';
import type { Command } from 'commander';
import { writeAgentTypes } from '../client/agent-types.ts';
import { call } from '../client/call.ts';
import { count, done } from '../terminal/text.ts';

export function addGenerateCommands(program: Command): void {
  program
    .command('gen')
    .description('generate code from your organization')
    .command('types')
    .description('TypeScript types of the inputs of your agents')
    .option('--out <file>', 'the file to write; default: standard output')
    .action(({ out }, command) =>
      call(command, async ({ errand }) => {
        const agents = await Array.fromAsync(
          everyItem((page) => errand.agents.list({ page, page_size: 100, ordering: 'name' })),
        );
        const described = [];
        for (const { id, name } of agents) {
          const { input_definitions: inputs } = await errand.versions.current(id);
          described.push({ id, name, inputs });
        }
        const source = writeAgentTypes(described);
        if (out === undefined) return { json: { source }, text: source.trimEnd() };
        await writeFile(out, source);
        return {
          json: { file: out, agents: agents.length },
          text: done(`Wrote ${count(agents.length, 'agent')} to ${out}.`),
        };
      }),
    );
}
