import { ErrandError, type Webhook } from '@errand/sdk';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { CodeTabs } from '../../design/code-block.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { formatMoment } from '../../design/format.ts';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { readHeaders, writeHeaders } from './read-headers.ts';
import { verifySamples } from './verify-samples.ts';

export function WebhookSettings({ webhook, canWrite }: { webhook: Webhook; canWrite: boolean }) {
  const save = useChange(
    (form: FormData) =>
      errand.webhooks.update(webhook.id, {
        name: String(form.get('name')).trim(),
        url: String(form.get('url')).trim(),
        headers: readHeaders(String(form.get('headers'))),
      }),
    (changed) => {
      queryClient.setQueryData(keys.webhook(webhook.id), changed);
      showToast('Saved');
    },
    'quiet',
  );
  const fields = save.error instanceof ErrandError ? save.error.fields : {};
  const other = save.error && Object.keys(fields).length === 0 ? save.error.message : undefined;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  }
  return (
    <div className="grid grid-cols-1 gap-8 xl:grid-cols-2">
      <form key={webhook.updated_at} onSubmit={submit} className="flex max-w-xl flex-col gap-4">
        <Field label="Name" name="name" error={fields.name?.join(' ')}>
          <Input required maxLength={255} defaultValue={webhook.name} disabled={!canWrite} />
        </Field>
        <Field label="URL" name="url" error={fields.url?.join(' ')}>
          <Input required type="url" maxLength={500} defaultValue={webhook.url} disabled={!canWrite} />
        </Field>
        <Field
          label="Headers"
          name="headers"
          optional
          error={fields.headers?.join(' ')}
          description="Sent with each delivery, one per line: X-Tenant: blue"
        >
          <Textarea defaultValue={writeHeaders(webhook.headers)} disabled={!canWrite} className="font-mono text-code" />
        </Field>
        {other && (
          <p role="alert" className="text-danger">
            {other}
          </p>
        )}
        {canWrite ? (
          <div>
            <Button type="submit" variant="primary" busy={save.isPending}>
              Save
            </Button>
          </div>
        ) : (
          <p className="text-muted">Changing this needs the role member.</p>
        )}
      </form>
      <div className="flex min-w-0 flex-col gap-4">
        <Secret webhook={webhook} />
        <h2 className="text-lg font-semibold">Verify deliveries</h2>
        <CodeTabs samples={verifySamples} />
      </div>
    </div>
  );
}

function Secret({ webhook }: { webhook: Webhook }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <section aria-label="Secret">
      <h2 className="mb-1 text-lg font-semibold">Signing secret</h2>
      <div className="flex items-center gap-1 rounded-md border border-border bg-surface px-3 py-1">
        <code className="min-w-0 flex-1 text-code break-all">
          {isShown ? webhook.secret : `${webhook.secret.slice(0, 6)}${'•'.repeat(20)}`}
        </code>
        <IconButton
          label={isShown ? 'Hide secret' : 'Show secret'}
          icon={isShown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
          onClick={() => setIsShown(!isShown)}
        />
        <CopyButton text={webhook.secret} label="Copy secret" />
      </div>
      {webhook.previous_secret_until !== null && (
        <p className="mt-1 text-warning">
          The old secret signs too until {formatMoment(webhook.previous_secret_until)}.
        </p>
      )}
    </section>
  );
}
