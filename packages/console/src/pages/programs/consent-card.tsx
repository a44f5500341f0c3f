import type { OAuthInteraction } from '@errand/sdk';
import { useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { Field } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

type Scope = OAuthInteraction['scopes'][number]['name'];

/** Names the program, the organization and what the program may do there. */
export function ConsentCard({ id, request }: { id: string; request: OAuthInteraction }) {
  const { organization: current } = useAccess();
  const [chosen, setChosen] = useState<string>();
  const [left, setLeft] = useState<Scope[]>([]);
  const { organizations } = request;
  const organization = organizations.find((one) => one.id === (chosen ?? current?.id)) ?? organizations[0];
  const granted = organization?.scopes.filter((scope) => !left.includes(scope)) ?? [];
  const decide = useChange(
    (approve: boolean) =>
      errand.oauth.decide(id, {
        approve,
        organization_id: organization!.id,
        ...(approve && { scopes: granted }),
      }),
    ({ redirect_to }) => location.assign(redirect_to),
    'quiet',
  );
  if (organization === undefined) return <p>You belong to no organization that this program could use.</p>;
  return (
    <Card className="max-w-xl" title={<bdi>{request.client_name}</bdi>}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            ['Program', <bdi key="id">{request.client_id}</bdi>],
            ...(request.client_uri ? [['Its page', request.client_uri] as [string, string]] : []),
            ['Returns to', request.redirect_host],
            ['Works at', request.resource],
          ]}
        />
        <p className="text-muted">The program gave these names itself. Nobody has checked them.</p>
        <Field label="Organization" description={`Your role there is ${organization.role}.`}>
          <Select
            label="Organization"
            value={organization.id}
            options={organizations.map(({ id: value, name }) => ({ value, label: name }))}
            onChange={setChosen}
          />
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium">The program may</legend>
          {request.scopes.map(({ name, description }) => {
            const isPossible = organization.scopes.includes(name);
            return (
              <Checkbox
                key={name}
                label={isPossible ? description : `${description} Your role does not allow this.`}
                disabled={!isPossible}
                checked={granted.includes(name)}
                onChange={(isOn: boolean) =>
                  setLeft((before) => (isOn ? before.filter((one) => one !== name) : [...before, name]))
                }
              />
            );
          })}
        </fieldset>
        {decide.isError && <ErrorCard error={decide.error} title="Your answer was not saved" />}
        <div className="flex gap-2">
          <Button
            variant="primary"
            busy={decide.isPending || decide.isSuccess}
            disabled={granted.length === 0}
            onClick={() => decide.mutate(true)}
          >
            Allow
          </Button>
          <Button busy={decide.isPending || decide.isSuccess} onClick={() => decide.mutate(false)}>
            Refuse
          </Button>
        </div>
      </div>
    </Card>
  );
}
