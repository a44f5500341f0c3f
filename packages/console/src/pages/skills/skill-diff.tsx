import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';

/** Shows the files and lines that differ between two versions. */
export function SkillDiffView({ setId, from, to }: { setId: string; from: string; to: string }) {
  const diff = useRead(
    keys.skillDiff(setId, from, to),
    (options) => errand.skills.diff(setId, from, to, options),
    FOREVER,
  );
  return (
    <QueryView query={diff} rows={4}>
      {({ files }) =>
        files.length === 0 ? (
          <p className="text-muted">The files are the same.</p>
        ) : (
          <ul aria-label="Files that differ" className="flex flex-col gap-4">
            {files.map(({ path, status, added_lines: added, removed_lines: removed, patch }) => (
              <li key={path}>
                <div className="mb-1 flex flex-wrap items-center gap-2">
                  <code className="font-mono text-code font-medium break-all">{path}</code>
                  <Badge tone={status === 'removed' ? 'danger' : status === 'added' ? 'positive' : 'neutral'}>
                    {status}
                  </Badge>
                  <span className="text-muted">
                    +{added} −{removed}
                  </span>
                </div>
                <Patch text={patch} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

/** Shows a unified diff. Each line has a sign besides its colour, because some people cannot see colours. */
function Patch({ text }: { text: string }) {
  const lines = text.split('\n').slice(0, -1);
  return (
    <div
      dir="auto"
      className="overflow-x-auto rounded-sm border border-border bg-surface p-2.5 font-mono text-code whitespace-pre-wrap"
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={index} className={lookOf(line)}>
          {line}
        </div>
      ))}
    </div>
  );
}

function lookOf(line: string): string {
  if (line.startsWith('+')) return 'bg-success-soft text-success';
  if (line.startsWith('-')) return 'bg-failure-soft text-failure';
  return line.startsWith('@@') ? 'text-muted' : '';
}
