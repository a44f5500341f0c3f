import type { AuditEntry, Policy, PolicyVersion } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const SHOWN_MAX = 10;

/** Shows who made which version current, when and why. Comes from the audit log, so only for those who may read it. */
export function PolicyHistory({ policy, versions }: { policy: Policy; versions: PolicyVersion[] }) {
  const { organization, can, role } = useAccess();
  const filter = { target_id: policy.id, action: 'policy.version_promoted', page_size: SHOWN_MAX };
  const log = useQuery({
    queryKey: keys.policyHistory(policy.id, policy.current_version_id),
    queryFn: ({ signal }) => errand.organizations.audit(organization!.id, filter, { signal }),
    enabled: organization !== undefined && role !== undefined && can('admin'),
  });
  const entries = log.data?.results ?? [];
  if (entries.length === 0) return null;
  const nameOf = (id: string | undefined) =>
    versions.find((version) => version.id === id)?.version_name ?? 'another version';
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">Promotions</h2>
      <Table label="Promotions">
        <thead>
          <tr>
            <Th>When</Th>
            <Th>Who</Th>
            <Th>From</Th>
            <Th>To</Th>
            <Th>Reason</Th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { from, to, reason } = detailOf(entry);
            return (
              <Tr key={entry.id}>
                <Td>
                  <RelativeTime at={entry.created_at} />
                </Td>
                <Td className="break-all">{entry.actor.email ?? 'the operator'}</Td>
                <Td>
                  <bdi>{nameOf(from)}</bdi>
                </Td>
                <Td className="font-medium">
                  <bdi>{nameOf(to)}</bdi>
                </Td>
                <Td dir="auto" className="max-w-md break-words whitespace-pre-wrap">
                  {reason}
                </Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}

const detailOf = ({ detail }: AuditEntry) => (detail ?? {}) as { from?: string; to?: string; reason?: string };
