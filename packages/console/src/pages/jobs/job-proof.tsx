import { isFinalStatus, type Job } from '@errand/sdk';
import { FileCheck2, Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { ErrorText } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { saveBlob } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

/** Offers the case file of a finished job, and shows whether its data may be deleted. */
export function JobProof({ job }: { job: Job }) {
  const { can } = useAccess();
  const [isHolding, setIsHolding] = useState(false);
  const isAdmin = can('admin');
  const download = useChange(
    () => errand.cases.file(job.id),
    (content) => saveBlob(content, `case-${job.id}.zip`),
  );
  const release = useChange(
    () => errand.cases.releaseHold(job.id),
    async () => {
      showToast('The hold is released');
      await reload(keys.job(job.id));
    },
  );
  const reason = isAdmin ? undefined : 'This needs the role admin.';
  return (
    <Card title="Case file">
      <div className="flex flex-col gap-3">
        {job.hold !== null && (
          <p>
            <Badge tone="warning">legal hold</Badge> Held by {job.hold.placed_by ?? 'an operator'}{' '}
            <RelativeTime at={job.hold.placed_at} />: <bdi>{job.hold.reason}</bdi>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<FileCheck2 size={14} aria-hidden />}
            disabled={!isFinalStatus(job.status_code)}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
          {job.hold === null ? (
            <Button
              icon={<Lock size={14} aria-hidden />}
              disabled={!isAdmin}
              title={reason}
              onClick={() => setIsHolding(true)}
            >
              Hold…
            </Button>
          ) : (
            <Button
              icon={<LockOpen size={14} aria-hidden />}
              disabled={!isAdmin}
              title={reason}
              busy={release.isPending}
              onClick={() => release.mutate()}
            >
              Release
            </Button>
          )}
        </div>
        <p className="text-muted">A signed record that anyone can check without this server:</p>
        <CodeBlock code={`errand case verify case-${job.id}.zip`} label="Command that checks the case file" wrap />
        <ErrorText>{download.error?.message}</ErrorText>
      </div>
      <FormDialog
        open={isHolding}
        onClose={() => setIsHolding(false)}
        title="Hold the data of this job"
        description="Until the hold is released, nobody can delete the data, and retention skips it."
        action="Hold"
        save={(text) => errand.cases.hold(job.id, { reason: text('reason') })}
        onSaved={async () => {
          setIsHolding(false);
          showToast('The data is held');
          await reload(keys.job(job.id));
        }}
      >
        <Field label="Reason" name="reason">
          <Textarea name="reason" rows={3} required maxLength={2000} />
        </Field>
      </FormDialog>
    </Card>
  );
}
