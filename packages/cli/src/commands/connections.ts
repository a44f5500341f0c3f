import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { type ConnectionCreateBody, type ConnectionItem, everyItem } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import type { Connection } from '../client/connect.ts';
import { findConnection } from '../client/find-connection.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, moment, table } from '../terminal/text.ts';

export function addConnectionCommands(program: Command): void {
  const connections = program.command('connections').description('manage connections to other systems');

  connections
    .command('list')
    .description('all connections')
    .action((_, command) =>
      call(command, async ({ errand }) => {
        const found = await listAll(errand);
        const rows = found.map((one) => [
          one.id,
          one.name,
          one.connector_type,
          one.status,
          String(one.use_count),
          one.tested_at === null ? 'never' : moment(new Date(one.tested_at)),
        ]);
        const head = ['ID', 'NAME', 'TYPE', 'STATUS', 'USES', 'TESTED'];
        return { json: { connections: found }, text: table(head, rows) };
      }),
    );

  connections
    .command('get')
    .description('show a connection (without its secrets) and its uses')
    .argument('<connection>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const { id } = await findConnection(errand, name);
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
        const created = await errand.connections.create(await readBody(file));
        return { json: created, text: done(`Created the connection ${created.name}.`, { id: created.id }) };
      }),
    );

  connections
    .command('test')
    .description('test a connection with its stored credentials')
    .argument('<connection>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const { id } = await findConnection(errand, name);
        const result = await errand.connections.test(id);
        return { json: result, text: done(result.message) };
      }),
    );

  connections
    .command('delete')
    .description('delete a connection that nothing uses')
    .argument('<connection>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const found = await findConnection(errand, name);
        await errand.connections.delete(found.id);
        return { json: { id: found.id, deleted: true }, text: done(`Deleted the connection ${found.name}.`) };
      }),
    );
}

const listAll = (errand: Connection): Promise<ConnectionItem[]> =>
  Array.fromAsync(everyItem((page) => errand.connections.list({ page, page_size: 100 })));

async function readBody(file: string | undefined): Promise<ConnectionCreateBody> {
  const content = file === undefined || file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(content) as ConnectionCreateBody;
  } catch {
    // The content may hold credentials, so it is not repeated.
    throw new UsageError(`${file ?? 'Standard input'} is not JSON.`);
  }
}
