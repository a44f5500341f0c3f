import { writeFile } from 'node:fs/promises';
import { type Errand, NotFoundError } from '@errand/sdk';
import type { Command } from 'commander';
import { writeAgentTypes } from '../client/agent-types.ts';
import { call } from '../client/call.ts';
import { count, done } from '../terminal/text.ts';

export function addGenerateCommands(program: Command): void {
  program
    .command('gen')
    .description('generate code from your organization')
    .command('types')
    .description('generate TypeScript types for the inputs and outputs of your agents')
    .option('--out <file>', 'the file to write (default: standard output)')
    .action(({ out }, command) =>
      call(command, async ({ errand, signal }) => {
        const agents = await Array.fromAsync(errand.agents.list.all({ page_size: 100, ordering: 'name' }, { signal }));
        const described = [];
        for (const { id, name, engine_class_id: engine } of agents) {
          const { input_definitions: inputs, engine_config: config } = await errand.versions.current(id);
          described.push({ id, name, engine, inputs, config, verdicts: await findVerdicts(errand, config) });
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

/** Returns the names of the classifications of the configured policy. */
async function findVerdicts(errand: Errand, { policy_version_id: id }: Record<string, unknown>): Promise<string[]> {
  if (typeof id !== 'string' || id === '') return [];
  try {
    const { content } = await errand.policyVersions.get(id);
    const { classifications } = Object(content.dispositions) as { classifications?: unknown };
    const names = [classifications ?? []].flat().map((one) => (Object(one) as { name?: unknown }).name);
    return names.filter((name) => typeof name === 'string');
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}
