import { type ApiKey, type CurrentLogin, keyRoles } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { Field } from '../../design/field.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { roleWords } from '../settings/roles.ts';

const lives = { '1': '1 day', '30': '30 days', '90': '90 days', '365': '1 year', '': 'Until it is revoked' };

/** Shows which program asks, from where, and what its key may do. */
export function LoginCard({ login }: { login: CurrentLogin }) {
  const { organization, can } = useAccess();
  const possible = keyRoles.toReversed().filter((role) => can(role));
  const [chosen, setChosen] = useState<ApiKey['role']>();
  const [life, setLife] = useState('90');
  const role = chosen ?? possible.at(-1) ?? 'viewer';
  const decide = useChange(
    (approve: boolean) =>
      errand.logins.decide({
        user_code: login.user_code,
        approve,
        ...(approve && { role, valid_days: life === '' ? null : Number(life) }),
      }),
    () => reload(['api-keys']),
    'quiet',
  );
  if (decide.data) {
    const text =
      decide.data.status === 'approved'
        ? 'The terminal is signed in within seconds. You can close this page. The new key is in the list of API keys, where you can revoke it.'
        : 'The program gets no key. You can close this page.';
    return (
      <Card className="max-w-xl" title={decide.data.status === 'approved' ? 'Confirmed' : 'Refused'}>
        <p role="status">{text}</p>
      </Card>
    );
  }
  return (
    <Card className="max-w-xl" title={<bdi>{login.client_name}</bdi>}>
      <div className="flex flex-col gap-4">
        <p className="text-md">
          Does your terminal show <strong className="font-mono">{login.user_code}</strong>? If it does not, refuse.
        </p>
        <Facts
          facts={[
            ['Address', login.address],
            ['Requested', <RelativeTime key="asked" at={login.created_at} />],
            ['Organization', organization?.name ?? '…'],
          ]}
        />
        <Field label="Role" description={`${roleWords[role]} You cannot grant more than your own role.`}>
          <Select
            label="Role"
            value={role}
            options={possible.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        </Field>
        <Field label="Valid for">
          <Select
            label="Valid for"
            value={life}
            options={Object.entries(lives).map(([value, label]) => ({ value, label }))}
            onChange={setLife}
          />
        </Field>
        {decide.isError && <ErrorCard error={decide.error} title="Your answer was not saved" />}
        <div className="flex gap-2">
          <Button variant="primary" busy={decide.isPending} onClick={() => decide.mutate(true)}>
            Confirm
          </Button>
          <Button busy={decide.isPending} onClick={() => decide.mutate(false)}>
            Refuse
          </Button>
        </div>
      </div>
    </Card>
  );
}
