import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { errand } from '../../session/client.ts';

/** Shows the readiness that load balancers see. */
export function Readiness() {
  const ready = useRead(keys.readiness(), (options) => errand.service.ready(options), { refetchInterval: 5_000 });
  if (ready.isError) {
    return (
      <p role="alert" className="rounded-md border border-danger bg-danger-soft p-3">
        The server does not respond. Check that it is running (npm start) and that this machine can reach it.
      </p>
    );
  }
  const { database, storage, queue, problems } = ready.data ?? { problems: [] };
  const parts = Object.entries({ database, storage, queue }).filter(([, outcome]) => outcome !== undefined);
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Readiness" className="flex flex-wrap gap-3">
        {parts.map(([name, outcome]) => (
          <li key={name} className="flex items-center gap-2 rounded-md border border-border px-3 py-1.5">
            <span className="font-medium capitalize">{name}</span>
            <Badge tone={outcome === 'ok' ? 'positive' : 'danger'}>{outcome!.replaceAll('_', ' ')}</Badge>
          </li>
        ))}
      </ul>
      {problems.map((problem) => (
        <p key={problem} role="status" className="text-danger">
          {problem}
        </p>
      ))}
    </div>
  );
}
