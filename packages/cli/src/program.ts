import { version } from '@errand/server/version.ts';
import { Command } from 'commander';
import { addCreditCommands } from './commands/credits.ts';
import { addDatabaseCommands } from './commands/database.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addOrganizationCommands } from './commands/organizations.ts';
import { addServeCommand } from './commands/serve.ts';
import { addTokenCommands, addUserCommands } from './commands/users.ts';

const examples = `Examples:
  errand serve                             start the service on http://127.0.0.1:8700
  errand org create Acme --credits 500     a new organization and its first API key
  errand key create --org ID --role viewer
  errand doctor                            is everything in order?
  errand db export backup.gz               the whole database in one file
`;

export function createProgram(): Command {
  const program = new Command('errand')
    .description('Errand runs agents. These commands run the service and look after its installation.')
    .version(version)
    .option('--json', 'answer one JSON object on stdout')
    .configureHelp({ showGlobalOptions: true })
    // Errors are reported in one place, on one line.
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('before', examples);
  addServeCommand(program);
  addOrganizationCommands(program);
  addKeyCommands(program);
  addUserCommands(program);
  addTokenCommands(program);
  addCreditCommands(program);
  addDoctorCommand(program);
  addDatabaseCommands(program);
  return program;
}
