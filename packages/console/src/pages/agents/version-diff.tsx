import type { AgentVersion } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';
import { DiffView } from '../../design/diff-view.tsx';
import { type Change, compareVersions } from './compare-versions.ts';

/** Shows the changes between two versions, by inputs, output schema and configuration. */
export function VersionDiff({ from, to }: { from: AgentVersion; to: AgentVersion }) {
  const changes = compareVersions(from, to);
  if (changes.length === 0) return <p className="text-muted">Inputs and configuration are the same.</p>;
  return <ChangeList changes={changes} />;
}

export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const breaking = changes.filter((change) => change.breaking).length;
  const areas = Map.groupBy(changes, (change) => change.area);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        {changes.length} {changes.length === 1 ? 'change' : 'changes'}
        {breaking > 0 ? `, ${breaking} may break callers` : ', nothing that breaks callers'}
      </p>
      {[...areas].map(([area, list]) => (
        <section key={area} aria-label={area}>
          <h3 className="mb-2 font-semibold">{area}</h3>
          <ul className="flex flex-col gap-3">
            {list.map((change) => (
              <li key={change.path + change.kind}>
                <div className="mb-1 flex flex-wrap items-center gap-2">
                  <code className="font-mono text-code font-medium">{change.path}</code>
                  <span className="text-muted">{change.kind}</span>
                  {change.breaking && <Badge tone="danger">breaking</Badge>}
                </div>
                <DiffView before={change.before} after={change.after} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
