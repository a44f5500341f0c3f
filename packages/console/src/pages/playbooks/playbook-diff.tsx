import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';

type Props = { playbookId: string; from: string; to: string };

/** What differs between two versions: steps by their name, and what may close. */
export function PlaybookDiffView({ playbookId, from, to }: Props) {
  const diff = useRead(
    keys.playbookDiff(playbookId, from, to),
    (options) => errand.playbooks.diff(playbookId, from, to, options),
    FOREVER,
  );
  return (
    <QueryView query={diff} rows={3}>
      {({ changed }) =>
        changed.length === 0 ? (
          <p className="text-muted">No difference.</p>
        ) : (
          <ul className="flex flex-col gap-4">
            {changed.map(({ path, before, after }) => (
              <li key={path}>
                <h3 className="mb-1 font-medium">
                  <bdi>{path}</bdi>{' '}
                  <span className="font-normal text-muted">
                    {before === null ? 'is new' : after === null ? 'is gone' : 'differs'}
                  </span>
                </h3>
                <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
                  {before !== null && <Side label="Before" value={before} />}
                  {after !== null && <Side label="After" value={after} />}
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

const Side = ({ label, value }: { label: string; value: unknown }) => (
  <figure className="m-0 min-w-0">
    <figcaption className="mb-1 text-muted text-xs">{label}</figcaption>
    <pre className="whitespace-pre-wrap break-words rounded-sm border border-border bg-surface p-2 font-mono text-code">
      {JSON.stringify(value, null, 2)}
    </pre>
  </figure>
);
