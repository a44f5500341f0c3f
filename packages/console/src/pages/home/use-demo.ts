import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

export const useDemo = () =>
  useQuery({ queryKey: keys.demo(), queryFn: ({ signal }) => errand.demo.get({ signal }), staleTime: 60_000 });
