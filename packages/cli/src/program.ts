import { basename } from 'node:path';
import { version } from '@errand/server/config/version.ts';
import { Command } from 'commander';
import { addAgentCommands } from './commands/agents.ts';
import { addArchiveCommands } from './commands/archive.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addBatchCommand } from './commands/batch.ts';
import { addBatchesCommands } from './commands/batches.ts';
import { addBudgetCommands } from './commands/budgets.ts';
import { addCaseCommands } from './commands/cases.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConnectionCommands } from './commands/connections.ts';
import { addCreditCommands } from './commands/credits.ts';
import { addDatabaseCommands } from './commands/database.ts';
import { addDefinitionCommands } from './commands/definitions.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEvaluationCommands } from './commands/evaluations.ts';
import { addFileCommands } from './commands/files.ts';
import { addGenerateCommands } from './commands/generate.ts';
import { addHelpCommand } from './commands/help.ts';
import { addJobCommands } from './commands/jobs.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addKnowledgeCommands } from './commands/knowledge.ts';
import { addLoginCommands } from './commands/login.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addModelCommands } from './commands/models.ts';
import { addOrganizationCommands } from './commands/organizations.ts';
import { addPolicyCommands } from './commands/policies.ts';
import { addRecoveryCommands } from './commands/recovery.ts';
import { addRehearsalCommands } from './commands/rehearsals.ts';
import { addReviewCommands } from './commands/reviews.ts';
import { addRunCommand } from './commands/run.ts';
import { addScheduleCommands } from './commands/schedules.ts';
import { addScimCommands } from './commands/scim.ts';
import { addSecretCommands } from './commands/secrets.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addSkillCommands } from './commands/skills.ts';
import { addSqlCommands } from './commands/sql.ts';
import { addTriggerCommands } from './commands/triggers.ts';
import { addTokenCommands, addUserCommands } from './commands/users.ts';
import { addVersionCommands } from './commands/versions.ts';
import { addWaitCommands } from './commands/waits.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWorkerCommands } from './commands/workers.ts';
import { addOperations } from './operations/add-operations.ts';

const examples: [command: string, what: string][] = [
  ['serve', 'start the service on http://127.0.0.1:8700'],
  ['run Greeting name=Ada', 'run an agent and print its output'],
  ['jobs list --status failure', 'list the newest failed jobs'],
  ['webhooks listen --forward-to URL', 'receive events on this machine'],
  ['org create Acme --credits 500', 'create an organization and its first API key'],
  ['key create --org ID --role viewer', 'create a read-only key'],
  ['doctor', 'check the installation'],
  ['db export backup.gz', 'export the whole database to one file'],
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
    .description('Errand runs agents. Use a server with these commands, or operate your own.')
    .version(version)
    .option('--json', 'print one JSON object on stdout')
    .option('--profile <name>', 'use this server instead of the current server (see errand login)')
    .configureHelp({ showGlobalOptions: true })
    // reportError prints errors, on one line.
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('before', `Examples:\n${lines.join('')}`);
  program.commandsGroup('Use a server:');
  addLoginCommands(program);
  addRunCommand(program);
  addBatchCommand(program);
  addBatchesCommands(program);
  addBudgetCommands(program);
  addJobCommands(program);
  addAgentCommands(program);
  addPolicyCommands(program);
  addConnectionCommands(program);
  addSkillCommands(program);
  addKnowledgeCommands(program);
  addScheduleCommands(program);
  addEvaluationCommands(program);
  addRehearsalCommands(program);
  addTriggerCommands(program);
  addWaitCommands(program);
  addReviewCommands(program);
  addCaseCommands(program);
  addAuditCommands(program);
  addWebhookCommands(program);
  addSqlCommands(program);
  addVersionCommands(program);
  addFileCommands(program);
  addDefinitionCommands(program);
  addGenerateCommands(program);
  addModelCommands(program);
  addMcpCommand(program);
  addCompletionCommand(program);
  addHelpCommand(program);
  program.commandsGroup('Operate a server:');
  addServeCommand(program);
  addOrganizationCommands(program);
  addKeyCommands(program);
  addUserCommands(program);
  addTokenCommands(program);
  addScimCommands(program);
  addSessionCommands(program);
  addSecretCommands(program);
  addCreditCommands(program);
  addWorkerCommands(program);
  addDoctorCommand(program);
  addDatabaseCommands(program);
  addRecoveryCommands(program);
  addArchiveCommands(program);
  program.commandsGroup('More of the API:');
  addOperations(program);
  return program;
}
