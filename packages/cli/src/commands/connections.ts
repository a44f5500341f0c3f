import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionCreateBody, ConnectionItem, ConnectionSignIn } from '@errand/sdk';
import type { Command } from 'commander';
import { openBrowser } from '../client/browser-login.ts';
import { call } from '../client/call.ts';
import { readData } from '../operations/arguments.ts';
import { findNamed } from '../operations/find.ts';
import { TimeoutError } from '../terminal/errors.ts';
import { done } from '../terminal/text.ts';

const LOOK_MS = 2_000;

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
          ...(connection.sign_in ? [describeSignIn(connection.sign_in)] : []),
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

  connections
    .command('sign-in')
    .description('sign a connection in at the other system: opens its page; the console completes the sign-in')
    .argument('<connection>', 'id or name')
    .option('--no-open', 'only print the address')
    .option('--no-wait', 'do not wait until it is signed in')
    .action((name, { open, wait }: { open: boolean; wait: boolean }, command) =>
      call(command, async ({ errand, signal }) => {
        const { id, name: called } = await findNamed<ConnectionItem>(errand, 'connections.list', name);
        const before = (await errand.connections.get(id, { signal })).sign_in?.signed_in_at;
        const begun = await errand.connections.signIn(id, { signal });
        if (!wait) return { json: begun, text: begun.url };
        process.stderr.write(
          `Open ${begun.url}\nand sign in with the browser in which you use the console. Waiting …\n`,
        );
        if (open) openBrowser(begun.url);
        while (Date.now() < Date.parse(begun.expires_at)) {
          await delay(LOOK_MS, undefined, { signal });
          const connection = await errand.connections.get(id, { signal });
          const signIn = connection.sign_in;
          if (signIn?.state === 'signed_in' && signIn.signed_in_at !== before)
            return { json: connection, text: done(`${called} is signed in.`, { at: signIn.issuer ?? '' }) };
        }
        throw new TimeoutError(`Nobody signed ${called} in. Run the command again.`);
      }),
    );
}

function describeSignIn({ state, user, issuer, signed_in_at: at, problem }: ConnectionSignIn): string {
  if (state === 'needed') return `needs a sign-in: errand connections sign-in. ${problem ?? ''}`.trim();
  return `signed in by ${user?.display_name ?? 'somebody who has left'} at ${issuer}, ${at}`;
}
