import { text as readAll } from 'node:stream/consumers';
import { AuthenticationError, createErrand } from '@errand/sdk';
import type { Command } from 'commander';
import { loginByBrowser, openBrowser } from '../client/browser-login.ts';
import { readUrl } from '../client/connect.ts';
import { type Profile, profilesFile, readProfiles, writeProfiles } from '../client/profiles.ts';
import { InterruptedError, UsageError } from '../terminal/errors.ts';
import { interruption, print } from '../terminal/operate.ts';
import { done, table } from '../terminal/text.ts';

const NAME = /^[\w.-]{1,64}$/;

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('sign in to a server that later commands use')
    .argument('<url>', 'address of the server')
    .option('--browser', 'confirm in the console (the default on a terminal)')
    .option('--no-open', 'only print the address where you confirm')
    .option('--key', 'paste an API key')
    .option('--key-stdin', 'read an API key from standard input')
    .action(async (address, options: LoginOptions, command: Command) => {
      const url = readUrl(address);
      const { profile = 'default' } = command.optsWithGlobals<{ profile?: string }>();
      if (!NAME.test(profile))
        throw new UsageError('A profile name has letters, digits, dots, dashes and underscores.');
      // Read before the login is confirmed, because an unreadable file would lose the new key.
      const { profiles } = await readProfiles();
      const { api_key, ...own } = await getKey(url, options);
      const user = await createErrand({ baseUrl: url, apiKey: api_key }).signIn.currentUser();
      await writeProfiles({ current: profile, profiles: { ...profiles, [profile]: { url, api_key, ...own } } });
      const facts = { server: url, user: user.email, profile, file: profilesFile() };
      print(command, { json: facts, text: done('Signed in.', facts) });
    });

  program
    .command('logout')
    .description('sign out of a server; revokes a key created by errand login')
    .action(async (_, command: Command) => {
      const { current, profiles } = await readProfiles();
      const name = command.optsWithGlobals<{ profile?: string }>().profile ?? current;
      const found = name === null ? undefined : profiles[name];
      if (name === null || found === undefined) throw new UsageError('Not signed in.');
      const problem = found.made_by_login ? await revoke(found) : undefined;
      const { [name]: _removed, ...left } = profiles;
      await writeProfiles({ current: Object.keys(left)[0] ?? null, profiles: left });
      const isRevoked = found.made_by_login === true && problem === undefined;
      if (problem !== undefined) process.stderr.write(`${problem}\n`);
      const text = done(`Removed the profile ${name}. Its key ${isRevoked ? 'is revoked' : 'stays valid'}.`);
      print(command, { json: { profile: name, revoked: isRevoked }, text });
    });

  program
    .command('profiles')
    .description('list the servers you are signed in to')
    .action(async (_, command: Command) => {
      const { current, profiles } = await readProfiles();
      const rows = Object.entries(profiles).map(([name, { url }]) => [name, url, name === current ? 'current' : '']);
      const json = { current, profiles: Object.fromEntries(rows.map(([name, url]) => [name, { url }])) };
      print(command, { json, text: table(['NAME', 'SERVER', ''], rows as string[][]) });
    });
}

type LoginOptions = { browser?: boolean; open: boolean; key?: boolean; keyStdin?: boolean };

/** Never reads the key from an argument, which others on the machine could see. */
async function getKey(url: string, { browser, open, key, keyStdin }: LoginOptions): Promise<Omit<Profile, 'url'>> {
  if ([browser, key, keyStdin].filter(Boolean).length > 1)
    throw new UsageError('Choose one of --browser, --key and --key-stdin.');
  const asks = browser || !open;
  const given = keyStdin ? await readAll(process.stdin) : key ? await askForKey(url) : process.env.ERRAND_API_KEY;
  if (given !== undefined && !asks) {
    const api_key = given.trim();
    if (api_key === '') throw new UsageError('No API key was entered. Create one in the console under API keys.');
    return { api_key };
  }
  if (!asks && !process.stdin.isTTY) {
    throw new UsageError(
      'There is no terminal. Use --browser to confirm in the console, or --key-stdin or ERRAND_API_KEY to supply an API key.',
    );
  }
  const signal = interruption();
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  const login = loginByBrowser({ url, signal, tell, open: open ? openBrowser : () => undefined });
  const { api_key } = await login.catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  return { api_key, made_by_login: true };
}

/** Revokes the key. Returns why it stays valid, or undefined if it does not. */
async function revoke({ url, api_key }: Profile): Promise<string | undefined> {
  try {
    await createErrand({ baseUrl: url, apiKey: api_key }).signIn.signOut();
  } catch (error) {
    // The key was already revoked or has expired.
    if (error instanceof AuthenticationError) return undefined;
    const why = error instanceof Error ? error.message : String(error);
    return `The key could not be revoked (${why}). Revoke it in the console under API keys.`;
  }
  return undefined;
}

async function askForKey(url: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('There is no terminal to paste a key into. Use --key-stdin.');
  process.stderr.write(`Create an API key at ${url}/settings?tab=keys and paste it here: `);
  process.stdin.setRawMode(true);
  let typed = '';
  try {
    for await (const chunk of process.stdin) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n' || character === '\x04') return typed;
        if (character === '\x03') throw new InterruptedError('Interrupted.');
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
