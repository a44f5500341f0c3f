import type { Errand } from '../src/index.ts';

type Ids = Record<string, string>;

/** The operations of playbooks, for walk.ts. */
export function keepPlaybooks(
  errand: Errand,
  { agent_id: agentId = '', playbook_id: id = '', playbook_version_id: version = '', ...ids }: Ids,
) {
  const content = { steps: [{ name: 'look', agent_id: agentId, inputs: { text: '${alert.rule}' } }], auto_close: null };
  return {
    'playbooks.list': () => errand.playbooks.list({ search: 'a' }),
    'playbooks.create': () => errand.playbooks.create({ name: 'Made by the SDK', content }),
    'playbooks.get': () => errand.playbooks.get(id),
    'playbooks.update': () => errand.playbooks.update(id, { description: 'A plan' }),
    'playbooks.listVersions': () => errand.playbooks.listVersions(id),
    'playbooks.getVersion': () => errand.playbooks.getVersion(id, version),
    'playbooks.diff': () => errand.playbooks.diff(id, version, ids.other_playbook_version_id!),
    'playbooks.gate': () => errand.playbooks.gate(id),
    'playbooks.setGate': () => errand.playbooks.setGate(id, { min_cases: 1, max_wrong_share: 0.1 }),
    'playbooks.deleteGate': () => errand.playbooks.deleteGate(id),
    'playbooks.runs': () => errand.playbooks.runs(id, { state: 'done' }),
    'playbooks.createVersion': () => errand.playbooks.createVersion(id, { content, make_current: false }),
    'playbooks.setCurrent': () => errand.playbooks.setCurrent(id, version, {}),
    'playbookRehearsals.list': () => errand.playbookRehearsals.list(id),
    'playbookRehearsals.create': () => errand.playbookRehearsals.create(id, { version_id: version }),
    'playbookRehearsals.get': () => errand.playbookRehearsals.get(id, ids.playbook_rehearsal_id!),
    'playbookRehearsals.cancel': () => errand.playbookRehearsals.cancel(id, ids.playbook_rehearsal_id!),
  };
}

export const deletePlaybooks = (errand: Errand, { playbook_id: id = '' }: Ids) => ({
  'playbooks.delete': () => errand.playbooks.delete(id),
});
