import type { Webhook } from '@errand/sdk';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { IconButton } from '../../design/button.tsx';
import { CodeTabs } from '../../design/code-block.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { formatMoment } from '../../design/format.ts';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { readHeaders, writeHeaders } from './read-headers.ts';
import { verifySamples } from './verify-samples.ts';

export function WebhookSettings({ webhook, canWrite }: { webhook: Webhook; canWrite: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-8 xl:grid-cols-2">
      <div className="max-w-xl">
        <SaveForm
          key={webhook.updated_at}
          action="Save"
          isPrimary
          isLocked={!canWrite}
          hint="Changing this needs the role member."
          save={async (text) =>
            errand.webhooks.update(webhook.id, {
              name: text('name'),
              url: text('url'),
              headers: readHeaders(text('headers')),
            })
          }
          onSaved={(changed) => {
            queryClient.setQueryData(keys.webhook(webhook.id), changed);
            showToast('Saved');
          }}
        >
          <TextField label="Name" name="name" required maxLength={255} defaultValue={webhook.name} />
          <TextField label="URL" name="url" required type="url" maxLength={500} defaultValue={webhook.url} />
          <Field
            label="Headers"
            name="headers"
            optional
            description="Sent with each delivery, one per line: X-Tenant: blue"
          >
            <Textarea defaultValue={writeHeaders(webhook.headers)} className="font-mono text-code" />
          </Field>
        </SaveForm>
      </div>
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
