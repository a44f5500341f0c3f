import { basename } from 'node:path';
import { version } from '@errand/server/config/version.ts';
import { Command } from 'commander';
import { addCreditCommands } from './commands/credits.ts';
import { addDatabaseCommands } from './commands/database.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addOrganizationCommands } from './commands/organizations.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSqlCommands } from './commands/sql.ts';
import { addTokenCommands, addUserCommands } from './commands/users.ts';

const examples: [command: string, what: string][] = [
  ['serve', 'start the service on http://127.0.0.1:8700'],
  ['org create Acme --credits 500', 'create an organization and its first API key'],
  ['key create --org ID --role viewer', 'a read-only key'],
  ['doctor', 'check the installation'],
  ['db export backup.gz', 'the whole database in one file'],
];

/** The command as the user called it, so that printed commands can be pasted. */
export function commandName(env: NodeJS.ProcessEnv, script: string): string {
  if (env.npm_lifecycle_event === 'errand') return 'npm run errand --';
  return env.npm_command === undefined && basename(script).startsWith('errand') ? 'errand' : 'npx errand';
}

export function createProgram(): Command {
  const name = commandName(process.env, process.argv[1] ?? '');
  const lines = examples.map(([command, what]) => `  ${name} ${command.padEnd(34)} ${what}\n`);
  const program = new Command(name)
    .description('Errand runs agents. These commands run and maintain the service.')
    .version(version)
    .option('--json', 'print one JSON object on stdout')
    .configureHelp({ showGlobalOptions: true })
    // reportError prints errors, on one line.
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('before', `Examples:\n${lines.join('')}`);
  addServeCommand(program);
  addOrganizationCommands(program);
  addSqlCommands(program);
  addKeyCommands(program);
  addUserCommands(program);
  addTokenCommands(program);
  addCreditCommands(program);
  addDoctorCommand(program);
  addDatabaseCommands(program);
  return program;
}
