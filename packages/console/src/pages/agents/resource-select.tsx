import { useQuery } from '@tanstack/react-query';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

// Keys of a configuration that hold the id of something of the organization, chosen by its name.

type Choice = { id: string; name: string };
type Resource = { what: string; none: string; list(signal: AbortSignal): Promise<Choice[]> };

const PAGE = { page_size: 100 };

export const resources: Record<string, Resource> = {
  policy_version_id: {
    what: 'a policy',
    none: 'Create a policy first',
    list: async (signal) => (await errand.policies.list(PAGE, { signal })).results,
  },
  skill_set_id: {
    what: 'a skill set',
    none: 'There are no skill sets',
    list: async (signal) => (await errand.skills.list(PAGE, { signal })).results,
  },
  knowledge_base_id: {
    what: 'a knowledge base',
    none: 'There are no finished knowledge bases',
    list: async (signal) =>
      (await errand.knowledge.list(PAGE, { signal })).results
        .filter(({ atlas_lens_id: lens }) => lens !== null)
        .map(({ id, name, company }) => ({ id, name: name || company })),
  },
};

type ResourceSelectProps = { name: string; value: unknown; onChange(value: string | undefined): void };

export function ResourceSelect({ name, value, onChange }: ResourceSelectProps) {
  const { what, none, list } = resources[name]!;
  const found = useQuery({ queryKey: ['choices', name], queryFn: ({ signal }) => list(signal) });
  const given = value === undefined ? '' : String(value);
  const options = (found.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  return (
    <Select
      value={given}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      options={[
        { value: '', label: found.data?.length === 0 ? none : `Choose ${what}` },
        // A version of a policy, one beyond the first page, or one that is gone.
        ...(given === '' || options.some((one) => one.value === given) ? [] : [{ value: given, label: given }]),
        ...options,
      ]}
    />
  );
}
