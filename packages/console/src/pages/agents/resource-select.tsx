import { useRead } from '../../data/queries.ts';
import { readAll } from '../../data/read-all.ts';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

// Configuration keys that contain the id of an object of the organization, which is chosen by name.

type Choice = { id: string; name: string };
type Resource = { what: string; none: string; list(signal: AbortSignal): Promise<Choice[]> };

export const resources: Record<string, Resource> = {
  policy_version_id: {
    what: 'a policy',
    none: 'Create a policy first',
    list: (signal) => readAll((paging) => errand.policies.list(paging, { signal })),
  },
  skill_set_id: {
    what: 'a skill set',
    none: 'There are no skill sets',
    list: (signal) => readAll((paging) => errand.skills.list(paging, { signal })),
  },
  knowledge_base_id: {
    what: 'a knowledge base',
    none: 'There are no finished knowledge bases',
    list: async (signal) =>
      (await readAll((paging) => errand.knowledge.list(paging, { signal })))
        .filter(({ atlas_lens_id: lens }) => lens !== null)
        .map(({ id, name, company }) => ({ id, name: name || company })),
  },
};

type ResourceSelectProps = { name: string; value: unknown; onChange(value: string | undefined): void };

export function ResourceSelect({ name, value, onChange }: ResourceSelectProps) {
  const { what, none, list } = resources[name]!;
  const found = useRead(['choices', name], ({ signal }) => list(signal));
  const given = value === undefined ? '' : String(value);
  const options = (found.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  return (
    <Select
      value={given}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      options={[
        { value: '', label: found.data?.length === 0 ? none : `Choose ${what}` },
        // The value may be a policy version, or an object that was deleted.
        ...(given === '' || options.some((one) => one.value === given) ? [] : [{ value: given, label: given }]),
        ...options,
      ]}
    />
  );
}
