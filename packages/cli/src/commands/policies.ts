import { everyItem, type PolicyVersion } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { compareValues, showChanges } from '../client/compare.ts';
import type { Connection } from '../client/connect.ts';
import { findPolicy } from '../client/find-agent.ts';
import { MissingError } from '../terminal/errors.ts';
import { done, moment, table } from '../terminal/text.ts';
import { addGate } from './gate.ts';

export function addPolicyCommands(program: Command): void {
  const policies = program.command('policies').description('manage policies and their versions');

  policies
    .command('list')
    .description('all policies')
    .action((_, command) =>
      call(command, async ({ errand }) => {
        const found = await Array.fromAsync(everyItem((page) => errand.policies.list({ page, page_size: 100 })));
        const rows = found.map(({ id, name, updated_at }) => [id, name, moment(new Date(updated_at))]);
        return { json: { policies: found }, text: table(['ID', 'NAME', 'UPDATED'], rows) };
      }),
    );

  policies
    .command('get')
    .description('show a policy with the content of its current version')
    .argument('<policy>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const policy = await findPolicy(errand, name);
        const version = policy.current_version_id === null ? null : await errand.policyVersions.get(policy.id);
        const warnings = (version?.content_warnings ?? []).map((warning) => `! ${warning}`);
        return {
          json: { ...policy, current_version: version },
          text: [policy.name, JSON.stringify(version?.content ?? {}, null, 2), ...warnings].join('\n'),
        };
      }),
    );

  policies
    .command('versions')
    .description('list the versions of a policy, newest first')
    .argument('<policy>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const policy = await findPolicy(errand, name);
        const versions = await versionsOf(errand, policy.id);
        const rows = versions.map(({ id, version_name, created_at, created_by }) => [
          id,
          version_name || 'unnamed',
          id === policy.current_version_id ? 'current' : '',
          moment(new Date(created_at)),
          created_by?.email ?? '–',
        ]);
        return { json: { versions }, text: table(['ID', 'NAME', '', 'CREATED', 'BY'], rows) };
      }),
    );

  policies
    .command('diff')
    .description('compare two versions')
    .argument('<policy>', 'id or name')
    .argument('<from>', 'id or name of a version')
    .argument('[to]', 'id or name of a version (default: the current version)')
    .action((name, from, to, _, command) =>
      call(command, async ({ errand }) => {
        const policy = await findPolicy(errand, name);
        const versions = await versionsOf(errand, policy.id);
        const older = pickVersion(versions, from);
        const newer = pickVersion(versions, to ?? policy.current_version_id ?? '');
        const changes = compareValues(older.content, newer.content);
        return { json: { from: older.id, to: newer.id, changes }, text: showChanges(changes) };
      }),
    );

  policies
    .command('promote')
    .description('make a version current; choose an older version to roll back')
    .argument('<policy>', 'id or name')
    .argument('<version>', 'id or name of the version')
    .option('--override-reason <text>', 'reason for overriding the gate (admins only)')
    .action((name, text, options, command) =>
      call(command, async ({ errand }) => {
        const policy = await findPolicy(errand, name);
        const version = pickVersion(await versionsOf(errand, policy.id), text);
        const changed = await errand.policyVersions.setCurrent(
          policy.id,
          version.id,
          options.overrideReason && { override_reason: options.overrideReason },
        );
        const label = version.version_name || version.id;
        return { json: changed, text: done(`${label} is the current version of ${policy.name}.`) };
      }),
    );
  addGate(policies, 'policy', {
    find: findPolicy,
    findVersion: async (errand, { id }, text) => pickVersion(await versionsOf(errand, id), text).id,
    get: (errand, id, query) => errand.gates.ofPolicy(id, query),
  });
}

const versionsOf = (errand: Connection, policyId: string): Promise<PolicyVersion[]> =>
  Array.fromAsync(everyItem((page) => errand.policyVersions.list(policyId, { page, page_size: 100 })));

function pickVersion(versions: readonly PolicyVersion[], text: string): PolicyVersion {
  const found = versions.find(({ id }) => id === text) ?? versions.find(({ version_name }) => version_name === text);
  if (found === undefined)
    throw new MissingError(`The policy has no version ${text}. errand policies versions lists them.`);
  return found;
}
