import type { HealthReport } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';

type Worker = NonNullable<HealthReport['workers']>[number];

const tones = { active: 'positive', draining: 'warning', drained: 'neutral', silent: 'danger' } as const;

/** Lists the processes of the installation. Operators drain them with npx errand workers drain. */
export function Workers({ workers }: { workers: Worker[] }) {
  return (
    <Card title="Processes">
      {workers.length === 0 ? (
        <p className="text-muted">No process has registered.</p>
      ) : (
        <ul className="flex flex-col" aria-label="Processes">
          {workers.map((worker) => (
            <li
              key={worker.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border py-2 last:border-b-0"
            >
              <Badge tone={tones[worker.state]}>{worker.state}</Badge>
              <span className="font-medium">
                {worker.host} <span className="font-normal text-muted">process {worker.pid}</span>
              </span>
              <span className="text-muted">
                {worker.role}, version {worker.version}
              </span>
              <span>
                {worker.running} of {worker.concurrency} jobs
              </span>
              <span className="text-muted">
                started <RelativeTime at={worker.started_at} />
              </span>
              <span className="ml-auto">
                <CopyId id={worker.id} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
