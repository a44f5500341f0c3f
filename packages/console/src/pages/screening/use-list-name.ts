import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';

/** The name of a screening list. */
export function useListName(id: string): string {
  const { data } = useRead(
    keys.screeningListChoices(),
    (options) => errand.screening.lists({ page_size: 100 }, options),
    { staleTime: 60_000 },
  );
  return data?.results.find((list) => list.id === id)?.name ?? shortId(id);
}
