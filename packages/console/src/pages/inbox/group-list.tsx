import { Link } from '@tanstack/react-router';
import { type GroupName, groupNames, type InboxItem, isIn } from './inbox-items.ts';

export const groupWords: Record<GroupName, string> = {
  all: 'Everything',
  overdue: 'Overdue',
  approvals: 'Approvals',
  questions: 'Questions',
  reviews: 'Reviews',
  second: 'Second reviews',
  disagreements: 'Disagreements',
  reserved: 'With others',
};

type GroupListProps = { items: InboxItem[]; now: number; current: string | undefined };

/** The groups with their counts, then the agents. Groups without items stay, so that nothing moves. */
export function GroupList({ items, now, current = 'all' }: GroupListProps) {
  const count = (group: string): number => items.filter((item) => isIn(group, item, now)).length;
  const agents = new Map(items.map(({ agentId, agentName }) => [agentId, agentName]));
  const byName = [...agents].sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <nav aria-label="Groups" className="max-xl:mb-3 max-xl:flex max-xl:gap-4 max-xl:overflow-x-auto max-xl:p-0.5">
      <ul className="flex gap-0.5 xl:flex-col">
        {groupNames.map((name) => (
          <Group key={name} id={name} label={groupWords[name]} count={count(name)} isCurrent={current === name} />
        ))}
      </ul>
      {byName.length > 0 && (
        <>
          <h2 className="mt-4 mb-1 px-2 text-xs font-medium text-muted max-xl:hidden">Agents</h2>
          <ul className="flex gap-0.5 xl:flex-col">
            {byName.map(([id, name]) => (
              <Group key={id} id={id} label={name} count={count(id)} isCurrent={current === id} />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

type GroupProps = { id: string; label: string; count: number; isCurrent: boolean };

function Group({ id, label, count, isCurrent }: GroupProps) {
  return (
    <li className="min-w-0">
      <Link
        to="/inbox"
        search={id === 'all' ? {} : { group: id }}
        // The router marks the link of the address as it is, in its own word.
        activeOptions={{ exact: true }}
        aria-current={isCurrent ? 'true' : undefined}
        className="flex min-h-7 items-center justify-between gap-2 rounded-sm px-2 whitespace-nowrap text-muted hover:bg-hover hover:text-text aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-text"
      >
        <bdi className="truncate">{label}</bdi>
        <span className="min-w-5 text-right text-xs tabular-nums">{count}</span>
      </Link>
    </li>
  );
}
