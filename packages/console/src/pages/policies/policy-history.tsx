import type { AuditEntry, Policy, PolicyVersion } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { DataTable } from '../../design/data-table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const SHOWN_MAX = 10;

/** Shows who made which version current, when and why. Comes from the audit log, so only for those who may read it. */
export function PolicyHistory({ policy, versions }: { policy: Policy; versions: PolicyVersion[] }) {
  const { organization, can, role } = useAccess();
  const filter = { target_id: policy.id, action: 'policy.version_promoted', page_size: SHOWN_MAX };
  const log = useRead(
    keys.policyHistory(policy.id, policy.current_version_id),
    (options) => errand.organizations.audit(organization!.id, filter, options),
    { enabled: organization !== undefined && role !== undefined && can('admin') },
  );
  const entries = log.data?.results ?? [];
  if (entries.length === 0) return null;
  const nameOf = (id: string | undefined) =>
    versions.find((version) => version.id === id)?.version_name ?? 'another version';
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">Promotions</h2>
      <DataTable
        label="Promotions"
        rows={entries}
        columns={[
          { header: 'When', at: ({ created_at: at }) => at },
          { header: 'Who', className: 'break-all', cell: ({ actor }) => actor.email ?? 'the operator' },
          { header: 'From', cell: (entry) => <bdi>{nameOf(detailOf(entry).from)}</bdi> },
          { header: 'To', className: 'font-medium', cell: (entry) => <bdi>{nameOf(detailOf(entry).to)}</bdi> },
          {
            header: 'Reason',
            className: 'max-w-md break-words whitespace-pre-wrap',
            dir: 'auto',
            cell: (entry) => detailOf(entry).reason,
          },
        ]}
      />
    </section>
  );
}

const detailOf = ({ detail }: AuditEntry) => (detail ?? {}) as { from?: string; to?: string; reason?: string };
