import type { ConnectionCreateBody, ConnectionItem } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { readData } from '../operations/arguments.ts';
import { findNamed } from '../operations/find.ts';
import { done } from '../terminal/text.ts';

export function addConnectionCommands(program: Command): void {
  const connections = program.command('connections').description('manage connections to other systems');

  connections
    .command('get')
    .description('show a connection (without its secrets) and its uses')
    .argument('<connection>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const { id } = await findNamed<ConnectionItem>(errand, 'connections.list', name);
        const connection = await errand.connections.get(id);
        const { uses } = await errand.connections.uses(id);
        const { config, auth_config } = connection;
        const lines = [
          `${connection.name} (${connection.connector_display_name}), ${connection.status}`,
          JSON.stringify({ config, auth_config }, null, 2),
          ...uses.map((use) => `used by the ${use.kind} ${use.name}: ${use.detail}`),
        ];
        return { json: { ...connection, uses }, text: lines.join('\n') };
      }),
    );

  connections
    .command('create')
    .description('create a connection from a JSON file: connector_type, name, config, auth_config')
    .argument('[file]', 'JSON file (default: standard input, which keeps credentials out of the command line)')
    .action((file, _, command) =>
      call(command, async ({ errand }) => {
        const created = await errand.connections.create(
          (await readData(file === undefined || file === '-' ? '-' : `@${file}`)) as ConnectionCreateBody,
        );
        return { json: created, text: done(`Created the connection ${created.name}.`, { id: created.id }) };
      }),
    );
}
