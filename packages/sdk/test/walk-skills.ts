import type { Errand } from '../src/index.ts';

const files = [{ relative_path: 'SKILL.md', content: 'Made by the SDK.' }];

/** The operations of skill sets, for walk.ts. */
export const keepSkills = (
  errand: Errand,
  {
    skill_set_id: id = '',
    skill_version_id: versionId = '',
    other_skill_version_id: other = '',
    skill_run_id: runId = '',
    table_name: table = '',
  }: Record<string, string>,
) => ({
  'skills.list': () => errand.skills.list({ search: 'set', ordering: '-name' }),
  'skills.create': () => errand.skills.create({ name: 'Made by the SDK' }),
  'skills.get': () => errand.skills.get(id),
  'skills.update': () => errand.skills.update(id, { description: 'Updated' }),
  'skills.dependents': () => errand.skills.dependents(id),
  'skills.listVersions': () => errand.skills.listVersions(id),
  'skills.createVersion': () => errand.skills.createVersion(id, { files, version_name: 'third' }),
  'skills.getVersion': () => errand.skills.getVersion(versionId),
  'skills.diff': () => errand.skills.diff(id, versionId, other),
  'skills.cancelGeneration': () => errand.skills.cancelGeneration(id, runId),
  'skills.generate': () => errand.skills.generate(id, { use_case: 'Walk.', table_names: [table] }),
  'skills.generation': () => errand.skills.generation(id),
  'skills.setCurrent': () => errand.skills.setCurrent(id, versionId, {}),
});

export const deleteSkills = (errand: Errand, { skill_set_id: id = '' }: Record<string, string>) => ({
  'skills.delete': () => errand.skills.delete(id),
});
