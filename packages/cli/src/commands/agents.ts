import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { findAgent } from '../operations/find.ts';
import { done, table } from '../terminal/text.ts';

export function addAgentCommands(program: Command): void {
  const agents = program.command('agents').description('manage agents and their versions');

  agents
    .command('get')
    .description('show an agent with its inputs and warnings')
    .argument('<agent>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const agent = await findAgent(errand, name);
        const version = await errand.versions.current(agent.id);
        const doors = await errand.doors.get(agent.id);
        const inputs = version.input_definitions.map(({ key, data_type, required, description }) => [
          key,
          data_type,
          required === false ? 'optional' : 'required',
          description,
        ]);
        const parts = [
          done(agent.name, {
            id: agent.id,
            engine: agent.engine_name,
            version: `${version.version_name || 'unnamed'} (${version.id})`,
            'MCP tool': doors.mcp.tool,
            'A2A card': doors.a2a.card_url,
          }),
          ...(inputs.length > 0 ? ['', table(['INPUT', 'TYPE', '', 'DESCRIPTION'], inputs)] : []),
          ...version.config_warnings.map((warning) => `! ${warning}`),
        ];
        return { json: { ...agent, current_version: version, doors }, text: parts.join('\n') };
      }),
    );
}
