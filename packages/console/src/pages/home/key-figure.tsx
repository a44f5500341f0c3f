import { Link } from '@tanstack/react-router';

type KeyFigureProps = { label: string; value: string; note?: string /** The list behind the figure. */; to?: string };

export function KeyFigure({ label, value, note, to }: KeyFigureProps) {
  const content = (
    <>
      <span className="text-muted">{label}</span>
      <span className="text-2xl font-semibold tabular-nums">{value}</span>
      <span className="min-h-5 text-muted">{note ?? ''}</span>
    </>
  );
  const look = 'flex flex-col rounded-md border border-border bg-raised px-4 py-3';
  if (to === undefined) return <div className={look}>{content}</div>;
  const [path, query] = to.split('?');
  return (
    <Link
      to={path}
      search={Object.fromEntries(new URLSearchParams(query ?? '')) as never}
      className={`${look} hover:bg-hover`}
    >
      {content}
    </Link>
  );
}
