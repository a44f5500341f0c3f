import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

export const useDemo = () => useRead(keys.demo(), (options) => errand.demo.get(options), { staleTime: 60_000 });
