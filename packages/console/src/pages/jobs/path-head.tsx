import { Th } from '../../design/table.tsx';

type PathHeadProps = { path: string; sort: string | undefined; onSort(path: string): void };

/** The header of a column from a path. A click sorts by it. */
export function PathHead({ path, sort, onSort }: PathHeadProps) {
  const order = sort === path ? 'ascending' : sort === `-${path}` ? 'descending' : 'none';
  return (
    <Th aria-sort={order} className="font-mono">
      <button
        type="button"
        title={`Sort by ${path}: the newest 1,000 that match, and what is loaded beyond`}
        className="flex min-h-6 w-full items-center gap-1 truncate rounded-sm hover:underline"
        onClick={() => onSort(path)}
      >
        <span className="truncate">{path.slice(path.indexOf('.') + 1)}</span>
        {order !== 'none' && <span aria-hidden>{order === 'ascending' ? '↑' : '↓'}</span>}
      </button>
    </Th>
  );
}
