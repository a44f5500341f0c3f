import { text as readAll } from 'node:stream/consumers';
import { createErrand } from '@errand/sdk';
import type { Command } from 'commander';
import { readUrl } from '../client/connect.ts';
import { profilesFile, readProfiles, writeProfiles } from '../client/profiles.ts';
import { UsageError } from '../terminal/errors.ts';
import { print } from '../terminal/operate.ts';
import { done, table } from '../terminal/text.ts';

const NAME = /^[\w.-]{1,64}$/;

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('keep the address and API key of a server; later commands use them')
    .argument('<url>', 'address of the server')
    .option('--key-stdin', 'read the API key from standard input')
    .action(async (address, { keyStdin }, command: Command) => {
      const url = readUrl(address);
      const apiKey = (keyStdin ? await readAll(process.stdin) : await askForKey(url)).trim();
      if (apiKey === '') throw new UsageError('No API key was given. Create one in the console under API keys.');
      const { profile = 'default' } = command.optsWithGlobals<{ profile?: string }>();
      if (!NAME.test(profile))
        throw new UsageError('A profile name has letters, digits, dots, dashes and underscores.');
      const user = await createErrand({ baseUrl: url, apiKey }).signIn.currentUser();
      const { profiles } = await readProfiles();
      await writeProfiles({ current: profile, profiles: { ...profiles, [profile]: { url, api_key: apiKey } } });
      const facts = { server: url, user: user.email, profile, file: profilesFile() };
      print(command, { json: facts, text: done('Signed in.', facts) });
    });

  program
    .command('logout')
    .description('forget a server; its key stays valid')
    .action(async (_, command: Command) => {
      const { current, profiles } = await readProfiles();
      const name = command.optsWithGlobals<{ profile?: string }>().profile ?? current;
      if (name === null || profiles[name] === undefined) throw new UsageError('Not signed in.');
      const { [name]: _removed, ...left } = profiles;
      await writeProfiles({ current: Object.keys(left)[0] ?? null, profiles: left });
      print(command, { json: { profile: name }, text: done(`Removed the profile ${name}.`) });
    });

  program
    .command('profiles')
    .description('servers you are signed in to')
    .action(async (_, command: Command) => {
      const { current, profiles } = await readProfiles();
      const rows = Object.entries(profiles).map(([name, { url }]) => [name, url, name === current ? 'current' : '']);
      const json = { current, profiles: Object.fromEntries(rows.map(([name, url]) => [name, { url }])) };
      print(command, { json, text: table(['NAME', 'SERVER', ''], rows as string[][]) });
    });
}

/** ERRAND_API_KEY, or typed in: never an argument, which others on the machine could see. */
async function askForKey(url: string): Promise<string> {
  if (process.env.ERRAND_API_KEY) return process.env.ERRAND_API_KEY;
  if (!process.stdin.isTTY) throw new UsageError('Give the API key with --key-stdin or in ERRAND_API_KEY.');
  process.stderr.write(`Create an API key at ${url}/settings/keys and paste it here: `);
  process.stdin.setRawMode(true);
  let typed = '';
  try {
    for await (const chunk of process.stdin) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n' || character === '\x04') return typed;
        if (character === '\x03') throw new UsageError('Interrupted.');
        typed = character === '\x7f' ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    process.stdin.setRawMode(false);
    process.stdin.pause();
    process.stderr.write('\n');
  }
}
