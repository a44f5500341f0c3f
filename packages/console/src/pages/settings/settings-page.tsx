import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { useAccess } from '../../session/access.ts';
import { Connections } from '../connections/connections.tsx';
import { Programs } from '../programs/programs.tsx';
import { Account } from './account.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Archive } from './archive.tsx';
import { AuditLog } from './audit-log.tsx';
import { Certificates } from './certificates.tsx';
import { Holds } from './holds.tsx';
import { Members } from './members.tsx';
import { Models } from './models.tsx';
import { OrganizationSettings } from './organization-settings.tsx';
import { Retention } from './retention.tsx';
import { Secrets } from './secrets.tsx';
import type { SettingsTab } from './settings-search.ts';
import { SignOn } from './sign-on.tsx';

export function SettingsPage() {
  const { tab = 'keys' } = useSearch({ from: '/shell/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const { organization, role, can } = useAccess();
  const isAdmin = can('admin');
  const id = organization?.id;
  const forAdmins = (what: string, content: ReactNode) =>
    role === undefined ? (
      <Skeleton />
    ) : isAdmin ? (
      content
    ) : (
      <EmptyState title="This is for administrators">
        {what} needs the admin role, and yours is {role}. Ask an owner or admin of {organization?.name} to change it
        under Members.
      </EmptyState>
    );
  return (
    <>
      <PageHeader title="Settings" {...(organization && { description: <bdi>{organization.name}</bdi> })} />
      {id === undefined ? (
        <Skeleton />
      ) : (
        <Tabs
          label="Settings"
          value={tab}
          onChange={(next: SettingsTab) => void navigate({ search: { tab: next } })}
          tabs={[
            {
              value: 'keys',
              label: 'API keys',
              content: forAdmins('Managing keys', <ApiKeys organizationId={id} />),
            },
            { value: 'programs', label: 'Programs', content: <Programs organizationId={id} /> },
            { value: 'members', label: 'Members', content: <Members organizationId={id} /> },
            {
              value: 'sign-on',
              label: 'Single sign-on',
              content: forAdmins('Viewing single sign-on', <SignOn organizationId={id} />),
            },
            { value: 'secrets', label: 'Secrets', content: forAdmins('Managing secrets', <Secrets />) },
            { value: 'connections', label: 'Connections', content: <Connections /> },
            { value: 'models', label: 'Models', content: <Models organizationId={id} /> },
            {
              value: 'retention',
              label: 'Retention',
              content: forAdmins(
                'Setting how long data is kept',
                <div className="in-order flex flex-col gap-6">
                  <Retention organizationId={id} />
                  <Holds organizationId={id} />
                  <Certificates organizationId={id} />
                  <Archive organizationId={id} />
                </div>,
              ),
            },
            {
              value: 'audit',
              label: 'Audit log',
              content: forAdmins('Reading the audit log', <AuditLog organizationId={id} />),
            },
            { value: 'organization', label: 'Organization', content: <OrganizationSettings /> },
            { value: 'account', label: 'Account', content: <Account /> },
          ]}
        />
      )}
    </>
  );
}
