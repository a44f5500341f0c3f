import type { Agent, Errand, Playbook, PlaybookVersion, Policy } from '@errand/sdk';
import { compareValues } from '../client/compare.ts';
import { type AgentDefinition, pathOf } from './definition.ts';
import type { Step } from './plan.ts';
import { listVersions } from './read-organization.ts';
import { withoutIds } from './references.ts';

// Applies new versions of agents, policies and playbooks. They wait until somebody promotes them, unless the caller promotes. That
// is refused if another version than the one that was read has become current. If there is a gate, a version waits until
// it passes. Applying again finds that version instead of creating another.

/** What apply may do besides creating. */
export type ApplyOptions = { promotes: boolean };

const REASON = 'errand apply --promote';

type Version = AgentDefinition['version'];

export const agentContent = (version: Version) => ({
  ...(version.name && { version_name: version.name }),
  ...(version.description && { description: version.description }),
  input_definitions: version.inputs,
  engine_config: version.config,
  ...(version.approval !== undefined && { approval: version.approval }),
});

/** Returns what to do if the version did not become current. */
export async function addAgentVersion(
  errand: Errand,
  step: Step,
  { id: agentId, current_version_id: current }: Pick<Agent, 'id' | 'current_version_id'>,
  wanted: Version,
  { promotes }: ApplyOptions,
): Promise<string | undefined> {
  const gate = await errand.gates.ofAgent(agentId);
  const isGated = gate.evaluation_set_id !== null || gate.four_eyes;
  const [newest] = await listVersions(errand, agentId);
  const waiting = newest && {
    name: newest.version_name,
    description: newest.description,
    inputs: newest.input_definitions,
    config: newest.engine_config,
    post_actions: newest.post_actions,
    approval: newest.approval,
  };
  const isThere = waiting !== undefined && compareValues(waiting, { ...waiting, ...wanted }).length === 0;
  const { id } = isThere
    ? newest!
    : await errand.versions.create(agentId, {
        ...agentContent(wanted),
        post_actions: wanted.post_actions ?? [],
        make_current: false,
      });
  if (isGated) return gateNote(step, `agents promote ${agentId} ${id}`, id);
  if (!promotes) return stagedNote(step, `agents promote ${agentId} ${id}`, id, current);
  await errand.versions.setCurrent(agentId, id, { reason: REASON, expected_current: current });
  return undefined;
}

export async function addPolicyVersion(
  errand: Errand,
  step: Step,
  { id: policyId, current_version_id: base }: Policy,
  { content, version_name }: { content: Record<string, unknown>; version_name: string },
  { promotes }: ApplyOptions,
): Promise<string | undefined> {
  const gate = await errand.gates.ofPolicy(policyId);
  const isGated = gate.evaluation_set_id !== null || gate.four_eyes;
  const [newest] = (await errand.policyVersions.list(policyId, { page_size: 1 })).results;
  const waiting = newest && (await errand.policyVersions.get(newest.id));
  const isThere =
    waiting !== undefined && isSame({ ...waiting, content: withoutIds(waiting.content) }, { content, version_name });
  const { id } = isThere
    ? waiting
    : await errand.policyVersions.create(policyId, waitingVersion({ content, version_name }, base));
  if (isGated) return gateNote(step, `policies promote ${policyId} ${id}`, id);
  if (!promotes) return stagedNote(step, `policies promote ${policyId} ${id}`, id, base);
  await errand.policyVersions.setCurrent(policyId, id, { reason: REASON, expected_current: base });
  return undefined;
}

export async function addPlaybookVersion(
  errand: Errand,
  step: Step,
  { id: playbookId, current_version_id: base }: Playbook,
  wanted: { content: PlaybookVersion['content']; version_name: string },
  { promotes }: ApplyOptions,
): Promise<string | undefined> {
  const isGated = (await errand.playbooks.gate(playbookId)).min_cases !== null;
  const [newest] = (await errand.playbooks.listVersions(playbookId, { page_size: 1 })).results;
  const { id } =
    newest !== undefined && isSame(newest, wanted)
      ? newest
      : await errand.playbooks.createVersion(playbookId, waitingVersion(wanted, base));
  const command = `playbooks set-current ${playbookId} ${id}`;
  if (isGated)
    return `${pathOf(step)}: version ${id} is held by its gate. Rehearse it (errand playbook-rehearsals create), then use errand ${command}.`;
  if (!promotes) return stagedNote(step, command, id, base, '--expected-current');
  await errand.playbooks.setCurrent(playbookId, id, { reason: REASON, expected_current: base });
  return undefined;
}

type Content = { content: object; version_name: string };

const isSame = (one: Content, other: Content): boolean =>
  one.version_name === other.version_name && compareValues(one.content, other.content).length === 0;

const waitingVersion = <T extends Content>({ content, version_name }: T, base: string | null) => ({
  content: content as T['content'],
  ...(version_name && { version_name }),
  ...(base && { base_version_id: base }),
  make_current: false,
});

/** The command has ids, because the name of a file is none that the server knows. */
const gateNote = (step: Step, command: string, versionId: string): string =>
  `${pathOf(step)}: version ${versionId} is held by its gate. Run it on the evaluation set, if the gate has one (errand evaluations run), then use errand ${command}.`;

const stagedNote = (
  step: Step,
  command: string,
  versionId: string,
  current: string | null,
  expect = '--expect',
): string =>
  `${pathOf(step)}: version ${versionId} waits. Make it current with errand ${command}${current ? ` ${expect} ${current}` : ''}, or apply with --promote.`;
