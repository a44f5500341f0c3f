import type { SkillSet, SkillVersion } from '@errand/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showToast } from '../../design/toast.tsx';
import { VersionPair } from '../../design/version-pair.tsx';
import { errand } from '../../session/client.ts';
import { SkillDiffView } from './skill-diff.tsx';

/** Small, because each version comes with its files. */
const PAGE_SIZE = 10;

export function SkillVersions({ set, canWrite }: { set: SkillSet; canWrite: boolean }) {
  const { page = 1, from, to } = useSearch({ from: '/shell/skills/$id' });
  const navigate = useNavigate({ from: '/skills/$id' });
  const versions = useQuery({
    queryKey: keys.skillVersions(set.id, page),
    queryFn: ({ signal }) => errand.skills.listVersions(set.id, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={versions}>
      {({ results, count }) => {
        const pair = { from: from ?? results[1]?.id, to: to ?? results[0]?.id };
        const options = results.map(({ id, version_name: name }) => ({
          value: id,
          label: id === set.current_version_id ? `${name} · current` : name,
        }));
        for (const id of [pair.from, pair.to])
          if (id !== undefined && !options.some(({ value }) => value === id))
            options.push({ value: id, label: 'version on another page' });
        return (
          <div className="flex flex-col gap-5">
            <div>
              <VersionTable set={set} versions={results} canWrite={canWrite} />
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
              />
            </div>
            {pair.from !== undefined && pair.to !== undefined && (
              <section aria-label="Compare versions" className="flex flex-col gap-3">
                <h2 className="text-lg font-semibold">Compare</h2>
                <VersionPair
                  from={pair.from}
                  to={pair.to}
                  options={options}
                  onChange={(next) =>
                    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
                  }
                />
                <SkillDiffView setId={set.id} from={pair.from} to={pair.to} />
              </section>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

type VersionTableProps = { set: SkillSet; versions: SkillVersion[]; canWrite: boolean };

function VersionTable({ set, versions, canWrite }: VersionTableProps) {
  const queryClient = useQueryClient();
  const promote = useMutation({
    mutationFn: (versionId: string) =>
      errand.skills.setCurrent(set.id, versionId, { expected_current: set.current_version_id }),
    onSuccess: async () => {
      showToast('The version is current', { description: 'New jobs will read it.' });
      await queryClient.invalidateQueries({ queryKey: keys.skillSets() });
    },
  });
  const current = versions.find(({ id }) => id === set.current_version_id);
  const isOlder = (version: SkillVersion): boolean => current !== undefined && version.created_at < current.created_at;
  return (
    <Table label="Versions">
      <thead>
        <tr>
          <Th>Version</Th>
          <Th>Summary</Th>
          <Th numeric>Files</Th>
          <Th>Created</Th>
          <Th>By</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <Tr key={version.id}>
            <Td>
              <Link
                from="/skills/$id"
                to="/skills/$id"
                search={{ version: version.id }}
                className="font-medium text-accent hover:underline"
              >
                <bdi>{version.version_name}</bdi>
              </Link>
              {version.id === set.current_version_id && (
                <span className="ml-2">
                  <Badge tone="positive">current</Badge>
                </span>
              )}
            </Td>
            <Td className="max-w-md truncate text-muted">
              <bdi>{version.summary}</bdi>
            </Td>
            <Td numeric>{version.files.length}</Td>
            <Td>
              <RelativeTime at={version.created_at} />
            </Td>
            <Td>{version.created_by?.display_name ?? '–'}</Td>
            <Td className="text-right">
              {canWrite && version.id !== set.current_version_id && (
                <Button
                  size="sm"
                  busy={promote.isPending && promote.variables === version.id}
                  className="min-w-20"
                  aria-label={`${isOlder(version) ? 'Roll back to' : 'Promote'} ${version.version_name}`}
                  onClick={() => promote.mutate(version.id)}
                >
                  {isOlder(version) ? 'Roll back' : 'Promote'}
                </Button>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
