import type { VersionGate } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import type { Connection } from '../client/connect.ts';

type Found = { id: string; name: string };
type Reads = {
  find(errand: Connection, name: string): Promise<Found>;
  /** Returns the id of the version with this name. */
  findVersion(errand: Connection, found: Found, version: string): Promise<string>;
  get(errand: Connection, id: string, query: { version_id?: string }): Promise<VersionGate>;
};

/** Adds the command that shows a gate, and whether a version passes it. */
export function addGate(parent: Command, kind: 'agent' | 'policy', { find, findVersion, get }: Reads): void {
  parent
    .command('gate')
    .description(
      `what the gate of ${kind === 'agent' ? 'an agent' : 'a policy'} asks for, and whether a version passes`,
    )
    .argument(`<${kind}>`, 'id or name')
    .argument('[version]', 'id or name of a version that is to become current')
    .action((name, version, _, command) =>
      call(command, async ({ errand }) => {
        const found = await find(errand, name);
        const query = version === undefined ? {} : { version_id: await findVersion(errand, found, version) };
        const gate = await get(errand, found.id, query);
        return { json: gate, text: [rules(gate), ...verdict(gate, version)].join('\n') };
      }),
    );
}

function rules({ evaluation_set_id: set, min_accuracy: least, no_regressions: strict }: VersionGate): string {
  if (set === null) return 'There is no gate. Every version may become current.';
  const asked = [
    ...(least === null ? [] : [`accuracy of at least ${least * 100} %`]),
    ...(strict ? ['no case that the current version answers correctly may become wrong'] : []),
  ];
  return `Requires a run on the evaluation set ${set}${asked.length === 0 ? '' : `: ${asked.join(', ')}`}.`;
}

const verdict = ({ check }: VersionGate, version: string): string[] =>
  check === null ? [] : [check.open ? `${version} may become current.` : `${version} is held back. ${check.reason}`];
