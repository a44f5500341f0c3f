import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import { runOperation } from '../operations/add-operations.ts';
import { operate } from '../terminal/operate.ts';
import { done, moment, readUuid, table } from '../terminal/text.ts';

const forOperators = [
  '--org <id>',
  'for operators: the organization, in the database of this server',
  readUuid,
] as const;

export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('manage secrets of organizations and their encryption key');

  secrets
    .command('list')
    .description('list names and uses; values are never shown')
    .option(...forOperators)
    .action(({ org }, command) =>
      org === undefined
        ? runOperation('secrets.list', [], command)
        : operate(command, async ({ db }) => {
            const { listOperatorsSecrets } = await import('@errand/server/operator/secrets.ts');
            const found = await listOperatorsSecrets(db, org);
            const rows = found.map((secret) => [
              secret.name,
              moment(secret.updated_at),
              moment(secret.last_used_at),
              String(secret.used_by.length),
            ]);
            const head = ['NAME', 'SET', 'LAST USED', 'AGENTS'];
            return { json: { secrets: found }, text: rows.length === 0 ? 'No secret.' : table(head, rows) };
          }),
    );

  secrets
    .command('set')
    .description('create or replace a secret; the value is read from stdin')
    .argument('<name>')
    .option(...forOperators)
    .action(async (name, { org }, command) => {
      const value = (await readAll(process.stdin)).replace(/\r?\n$/, '');
      if (org === undefined) return runOperation('secrets.set', [name], command, { value });
      await operate(command, async ({ db, config }) => {
        const { setOperatorsSecret } = await import('@errand/server/operator/secrets.ts');
        const created = await setOperatorsSecret(db, config, { orgId: org, name, value });
        return { json: { name, created }, text: done(`${created ? 'Created' : 'Replaced'} the secret ${name}.`) };
      });
    });

  secrets
    .command('delete')
    .description('delete a secret that no agent uses')
    .argument('<name>')
    .option(...forOperators)
    .action((name, { org }, command) =>
      org === undefined
        ? runOperation('secrets.delete', [name], command)
        : operate(command, async ({ db }) => {
            const { deleteOperatorsSecret } = await import('@errand/server/operator/secrets.ts');
            await deleteOperatorsSecret(db, org, name);
            return { json: { name, deleted: true }, text: done(`Deleted the secret ${name}.`) };
          }),
    );

  secrets
    .command('rotate')
    .description('encrypt everything with a new key')
    .action((_options, command) =>
      operate(command, async ({ db, config }) => {
        const { rotateOperatorsSecrets } = await import('@errand/server/operator/secrets.ts');
        const { key_id, ...moved } = await rotateOperatorsSecrets(db, config);
        const counts = Object.entries(moved).map(([label, count]) => [label.replaceAll('_', ' '), String(count)]);
        const facts = { key: key_id, ...Object.fromEntries(counts) };
        return { json: { key_id, ...moved }, text: done('Encrypted everything with the new key.', facts) };
      }),
    );
}
