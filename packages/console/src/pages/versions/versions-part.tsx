import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../design/button.tsx';
import { VersionPair } from '../../design/version-pair.tsx';

/** What everything with versions has in common: agents, policies, skill sets. */
export type Versioned = { id: string; current_version_id: string | null };
export type Version = { id: string; version_name: string; created_at: string };

/** Whether a version is the current one, or was made before or after it. */
export type Standing = 'current' | 'older' | 'newer';

/** Compares versions with the current one, as far as it is known. */
export function standingIn(owner: Versioned, versions: readonly Version[]): (version: Version) => Standing {
  const current = versions.find(({ id }) => id === owner.current_version_id);
  return (version) => {
    if (version.id === owner.current_version_id) return 'current';
    return current !== undefined && version.created_at < current.created_at ? 'older' : 'newer';
  };
}

type PromoteButtonProps = {
  standing: Standing;
  onClick(): void;
  words?: { newer: string; older: string };
  label?: string;
  busy?: boolean;
};

const usualWords = { newer: 'Promote…', older: 'Roll back…' };

/** Makes a version current. Nothing for the one that is. */
export const PromoteButton = ({ standing, words = usualWords, label, ...props }: PromoteButtonProps) =>
  standing !== 'current' && (
    <Button
      size="sm"
      className="min-w-22"
      {...(label !== undefined && { 'aria-label': `${standing === 'older' ? 'Roll back to' : 'Promote'} ${label}` })}
      {...props}
    >
      {words[standing]}
    </Button>
  );

type CompareProps<V extends Version> = {
  owner: Versioned;
  versions: readonly V[];
  /** Compared unless the address names others. Default: the newest with the one before. */
  usual?: { from: string; to: string };
  /** Shows what differs. */
  children(from: string, to: string): ReactNode;
};

/** Compares two versions. The pair is in the address, so that a comparison can be shared. */
export function CompareVersions<V extends Version>({ owner, versions, usual, children }: CompareProps<V>) {
  const search = useSearch({ strict: false }) as { from?: string; to?: string };
  const navigate = useNavigate();
  const from = search.from ?? usual?.from ?? versions[1]?.id;
  const to = search.to ?? usual?.to ?? versions[0]?.id;
  if (from === undefined || to === undefined) return null;
  const isRepeated = (name: string) => versions.filter(({ version_name: other }) => other === name).length > 1;
  const options = versions.map(({ id, version_name: name }, index) => ({
    value: id,
    label: [
      isRepeated(name) ? `${name} (${versions.length - index})` : name,
      ...(id === owner.current_version_id ? ['current'] : []),
    ].join(' · '),
  }));
  for (const id of [from, to])
    if (!options.some(({ value }) => value === id)) options.push({ value: id, label: 'version on another page' });
  const change = (pair: object) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...pair })) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <section aria-label="Compare" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Compare</h2>
      <VersionPair from={from} to={to} options={options} onChange={change} />
      {children(from, to)}
    </section>
  );
}
