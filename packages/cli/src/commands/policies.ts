import type { Policy } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { findNamed } from '../operations/find.ts';

export function addPolicyCommands(program: Command): void {
  const policies = program.command('policies').description('manage policies and their versions');

  policies
    .command('get')
    .description('show a policy with the content of its current version')
    .argument('<policy>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const policy = await findNamed<Policy>(errand, 'policies.list', name);
        const version = policy.current_version_id === null ? null : await errand.policyVersions.get(policy.id);
        const warnings = (version?.content_warnings ?? []).map((warning) => `! ${warning}`);
        return {
          json: { ...policy, current_version: version },
          text: [policy.name, JSON.stringify(version?.content ?? {}, null, 2), ...warnings].join('\n'),
        };
      }),
    );
}
