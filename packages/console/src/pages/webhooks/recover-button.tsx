import type { Webhook } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

const spans = {
  '1': 'The last hour',
  '24': 'The last 24 hours',
  '168': 'The last 7 days',
  '720': 'The last 30 days',
  own: 'Since…',
};
type Span = keyof typeof spans;

/** Sends failed and held deliveries since a time again. */
export function RecoverButton({ webhook }: { webhook: Webhook }) {
  const [isOpen, setIsOpen] = useState(false);
  const [span, setSpan] = useState<Span>('24');
  const [moment, setMoment] = useState('');
  const since = () =>
    (span === 'own' ? new Date(moment) : new Date(Date.now() - Number(span) * 3_600_000)).toISOString();
  const recover = useChange(
    () => errand.deliveries.recover(webhook.id, { since: since() }),
    async ({ queued }) => {
      setIsOpen(false);
      showToast(
        queued === 0
          ? 'Nothing failed since then'
          : queued === 1
            ? '1 delivery is sent again'
            : `${queued} deliveries are sent again`,
      );
      await reload(keys.webhook(webhook.id));
    },
  );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Recover failed…</Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Recover failed deliveries"
        description="Sends every delivery again that failed or is on hold since then, with the same body and webhook-id."
        actions={
          <>
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button
              variant="primary"
              busy={recover.isPending}
              disabled={(span === 'own' && Number.isNaN(Date.parse(moment))) || !webhook.is_active}
              onClick={() => recover.mutate()}
            >
              Recover
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <Field label="Since">
            <Select
              label="Since"
              value={span}
              options={Object.entries(spans).map(([value, label]) => ({ value: value as Span, label }))}
              onChange={(next: Span) => setSpan(next)}
            />
          </Field>
          {span === 'own' && (
            <Field label="Time">
              <Input type="datetime-local" value={moment} onChange={(event) => setMoment(event.target.value)} />
            </Field>
          )}
          {!webhook.is_active && (
            <p className="text-danger">Switch the webhook on first: nothing is sent while it is off.</p>
          )}
        </div>
      </Dialog>
    </>
  );
}
