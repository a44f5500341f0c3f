import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Ordering } from '../design/data-table.tsx';

/** The order of a list, which the address holds unless it is the usual one. */
export function useOrdering<Field extends string>(usual: Field): Ordering & { value: Field } {
  const search: { ordering?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    value: (search.ordering as Field | undefined) ?? usual,
    onChange: (next) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({
          ...before,
          page: undefined,
          ordering: next === usual ? undefined : next,
        })) as never,
        replace: true,
      }),
  };
}
