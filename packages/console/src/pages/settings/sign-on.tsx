import type { SignOn as SignOnView } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { errand } from '../../session/client.ts';

/** Shows how people sign in: identity provider, group mapping and directory. Operators configure it. */
export function SignOn({ organizationId }: { organizationId: string }) {
  const found = useRead(keys.signOn(), (options) => errand.sso.status(organizationId, options));
  return (
    <QueryView query={found}>
      {(view) => (
        <div className="flex flex-col gap-5">
          <Provider sso={view.sso} />
          <Roles roles={view.roles} />
          <Directory scim={view.scim} />
        </div>
      )}
    </QueryView>
  );
}

function Provider({ sso }: Pick<SignOnView, 'sso'>) {
  if (sso === null)
    return (
      <Card title="Identity provider">
        <p className="text-muted">
          Not configured. An operator sets ERRAND_OIDC_ISSUER and ERRAND_OIDC_CLIENT_ID.{' '}
          <a href="/docs/single-sign-on/" className="text-accent hover:underline">
            How to set up single sign-on
          </a>
        </p>
      </Card>
    );
  return (
    <Card title="Identity provider" actions={<Reachable problem={sso.problem} />}>
      {sso.problem !== null && (
        <p role="alert" className="mb-3 text-danger">
          {sso.problem}
        </p>
      )}
      <Facts
        facts={[
          ['Name', sso.name],
          ['Issuer', sso.issuer],
          ['Redirect address', <Address key="redirect" text={sso.redirect_url} />],
          ['Back-channel logout', <Address key="logout" text={sso.backchannel_logout_url} />],
          ['Passwords', sso.password_sign_in ? 'also accepted' : 'not accepted'],
          [
            'New people',
            sso.creates_users ? 'become users when they sign in' : 'are added by an admin or the directory',
          ],
          ['Groups claim', <code key="claim">{sso.groups_claim}</code>],
        ]}
      />
    </Card>
  );
}

const Reachable = ({ problem }: { problem: string | null }) =>
  problem === null ? <Badge tone="positive">reachable</Badge> : <Badge tone="danger">not reachable</Badge>;

const Address = ({ text }: { text: string }) => (
  <span className="-my-1 inline-flex items-center gap-1">
    <code className="text-code break-all">{text}</code>
    <CopyButton text={text} />
  </span>
);

function Roles({ roles }: Pick<SignOnView, 'roles'>) {
  return (
    <Card title="Groups and roles">
      {roles.length === 0 ? (
        <p className="text-muted">
          No group grants a role yet. An operator maps groups to roles with ERRAND_OIDC_ROLES.
        </p>
      ) : (
        <Facts facts={roles.map(({ group, role }) => [group, <Badge key={group}>{role}</Badge>])} />
      )}
    </Card>
  );
}

function Directory({ scim }: Pick<SignOnView, 'scim'>) {
  return (
    <Card title="Directory (SCIM)">
      <Facts
        facts={[
          ['Address', <Address key="address" text={scim.url} />],
          ['Provisioned people', String(scim.users)],
          ['Provisioned groups', String(scim.groups)],
          ['Last change', scim.last_sync_at === null ? 'none yet' : <RelativeTime key="sync" at={scim.last_sync_at} />],
        ]}
      />
      {scim.tokens.length === 0 ? (
        <p className="mt-3 text-muted">No tokens yet. An operator creates one with errand scim token create.</p>
      ) : (
        <DataTable
          label="SCIM tokens"
          className="mt-3 overflow-x-auto"
          rows={scim.tokens}
          columns={[
            {
              header: 'Token',
              cell: (token) => (
                <>
                  <span className="font-mono">{token.prefix}…</span> <bdi>{token.name}</bdi>
                </>
              ),
            },
            {
              header: 'Last used',
              cell: (token) => (token.last_used_at === null ? 'never' : <RelativeTime at={token.last_used_at} />),
            },
            {
              header: 'Expires',
              cell: (token) => (token.expires_at === null ? 'never' : <RelativeTime at={token.expires_at} />),
            },
            {
              header: 'Last problem',
              cell: (token) =>
                token.last_problem === null ? (
                  'none'
                ) : (
                  <>
                    {token.last_problem} <RelativeTime at={token.last_problem_at!} />
                  </>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
