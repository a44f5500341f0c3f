type PathTitleProps = { path: string; sort: string | undefined; onSort(path: string): void };

/** The title of a column from a path. A click sorts by it. */
export const PathTitle = ({ path, sort, onSort }: PathTitleProps) => (
  <button
    type="button"
    title={`Sort by ${path}: the newest 1,000 that match, and what is loaded beyond`}
    className="flex min-h-6 w-full items-center gap-1 truncate rounded-sm font-mono hover:underline"
    onClick={() => onSort(path)}
  >
    <span className="truncate">{path.slice(path.indexOf('.') + 1)}</span>
    {sort === path && <span aria-hidden>↑</span>}
    {sort === `-${path}` && <span aria-hidden>↓</span>}
  </button>
);
