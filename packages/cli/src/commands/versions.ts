import type { AgentVersion, Errand, PolicyVersion, SkillVersion } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { compareValues, showChanges } from '../client/compare.ts';
import { callOf, findItem, type Item, readList } from '../operations/find.ts';
import { showList } from '../operations/show.ts';
import { getRow } from '../operations/table.ts';
import type { Answer } from '../terminal/operate.ts';
import { done, moment } from '../terminal/text.ts';

// Versions of agents, policies and skill sets: list, compare, promote. The contract says where they are.

type Versioned<Version> = {
  /** The operation that makes a version current. Its path names the owner and the version. */
  promote: string;
  noun: string;
  /** What two versions are compared by, or the server's comparison. */
  compare(
    versions: [older: Version, newer: Version],
    ofOwner: { errand: Errand; id: string },
  ): Promise<Answer> | Answer;
  hasGate: boolean;
};

type Shown = { id: string; version_name: string; created_at: string; files?: unknown[] };

const agents: Versioned<AgentVersion> = {
  promote: 'versions.setCurrent',
  noun: 'agent',
  compare: (versions) =>
    showDifference(versions, ({ engine_config, input_definitions, post_actions, approval }) => ({
      engine_config,
      input_definitions,
      post_actions,
      approval,
    })),
  hasGate: true,
};

const policies: Versioned<PolicyVersion> = {
  promote: 'policyVersions.setCurrent',
  noun: 'policy',
  compare: (versions) => showDifference(versions, ({ content }) => content),
  hasGate: true,
};

const skills: Versioned<SkillVersion> = {
  promote: 'skills.setCurrent',
  noun: 'skill set',
  compare: async ([older, newer], { errand, id }) => {
    const diff = await errand.skills.diff(id, older.id, newer.id);
    const text = diff.files.map(({ path, status, patch }) => `${status} ${path}\n${patch}`).join('\n');
    return { json: diff, text: text || 'Nothing differs.' };
  },
  hasGate: false,
};

export function addVersionCommands(program: Command): void {
  add(program, 'agents', agents);
  add(program, 'policies', policies);
  add(program, 'skills', skills);
}

function add<Version extends { id: string }>(program: Command, name: string, kind: Versioned<Version>): void {
  const group = program.commands.find((one) => one.name() === name)!;
  const [owner, version] = getRow(kind.promote).params as [Found, Found];
  const argument = kind.noun.split(' ').at(-1)!;
  const find = async (errand: Errand, text: string) =>
    (await findItem(errand, owner, text)) as { id: string; name: string; current_version_id: string | null };
  const findVersion = (errand: Errand, id: string, text: string) =>
    findItem(errand, { ...version, name: `version of the ${kind.noun}` }, text, { [owner.name]: id });

  group
    .command('versions')
    .description(`list the versions, newest first`)
    .argument(`<${argument}>`, 'id or name')
    .action((text, _, command) =>
      call(command, async ({ errand }) => {
        const { id, current_version_id: current } = await find(errand, text);
        const versions = (await readList(errand, version.list, [id])) as (Item & Shown)[];
        const text_ = showList(versions, [
          ['ID', (one: Shown) => one.id],
          ['NAME', (one: Shown) => one.version_name || 'unnamed'],
          ['', (one: Shown) => (one.id === current ? 'current' : '')],
          ...(name === 'skills' ? [['FILES', (one: Shown) => one.files?.length] as const] : []),
          ['CREATED', (one: Shown) => moment(new Date(one.created_at))],
          ['BY', authorOf],
        ]);
        return { json: { versions }, text: text_ };
      }),
    );

  group
    .command('diff')
    .description('compare two versions')
    .argument(`<${argument}>`, 'id or name')
    .argument('<from>', 'id or name of a version')
    .argument('[to]', 'id or name of a version (default: the current version)')
    .action((text, from, to, _, command) =>
      call(command, async ({ errand }) => {
        const { id, current_version_id: current } = await find(errand, text);
        const older = await findVersion(errand, id, from);
        const newer = await findVersion(errand, id, to ?? current ?? '');
        return kind.compare([older, newer] as unknown as [Version, Version], { errand, id });
      }),
    );

  const promote = group
    .command('promote')
    .description('make a version current; choose an older version to roll back')
    .argument(`<${argument}>`, 'id or name')
    .argument('<version>', 'id or name of the version')
    .option('--reason <text>', 'why, for the audit log')
    .option('--expect <version>', 'fail if another version than this one is current, by id or name');
  if (kind.hasGate) promote.option('--override-reason <text>', 'reason for overriding the gate (admins only)');
  promote.action((text, to, { overrideReason, reason, expect }, command) =>
    call(command, async ({ errand }) => {
      const found = await find(errand, text);
      const chosen = await findVersion(errand, found.id, to);
      const body = {
        ...(reason && { reason }),
        ...(expect && { expected_current: (await findVersion(errand, found.id, expect)).id }),
        ...(overrideReason && { override_reason: overrideReason }),
      };
      const promote = callOf(errand, kind.promote) as (...args: unknown[]) => Promise<{ current_version_id: string }>;
      const changed = await promote(found.id, chosen.id, body);
      const label = chosen.version_name || chosen.id;
      if (changed.current_version_id !== chosen.id) {
        const text = done(`${label} is proposed for ${found.name}. Somebody else approves it: errand promotions list.`);
        return { json: changed, text };
      }
      return { json: changed, text: done(`${label} is the current version of ${found.name}.`) };
    }),
  );
}

type Found = { name: string; list: string };

function showDifference<V extends { id: string }>([older, newer]: [V, V], contentOf: (version: V) => unknown): Answer {
  const changes = compareValues(contentOf(older), contentOf(newer));
  return { json: { from: older.id, to: newer.id, changes }, text: showChanges(changes) };
}

const authorOf = ({ creator, created_by: by }: { creator?: Author; created_by?: Author }): string =>
  creator?.email ?? by?.email ?? '–';
type Author = { email: string } | null;
