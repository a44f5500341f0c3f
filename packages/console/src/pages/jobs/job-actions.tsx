import { isFinalStatus, type Job } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { CircleSlash, Ellipsis, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { copyItems } from '../../design/copy-as.ts';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { Menu } from '../../design/menu.tsx';
import { counted } from '../../design/plural.ts';
import { showToast } from '../../design/toast.ts';
import { saveText } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { CompareDialog } from './compare-dialog.tsx';

type JobActionsProps = { job: Job; canRun: boolean; onRetry(): void };

export function JobActions({ job, canRun, onRetry }: JobActionsProps) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const isFinal = isFinalStatus(job.status_code);
  const cancel = useChange(
    () => errand.jobs.cancel(job.id),
    () => {
      showToast('Cancelled');
      void reload(keys.job(job.id));
    },
  );
  const resend = useChange(
    () => errand.deliveries.resendOfJob(job.id),
    ({ queued }) => {
      if (queued > 0) showToast(`Sent again to ${counted(queued, 'webhook')}`);
      else showToast('No webhook to send to', { description: 'No active webhook is linked to this agent.' });
      void reload(keys.jobDeliveries(job.id));
    },
  );
  const download = () => saveText(JSON.stringify(job, null, 2), `job-${job.id}.json`);
  const reason = canRun ? undefined : 'This needs the role member.';
  return (
    <>
      {isFinal ? (
        <Button disabled={!canRun} title={reason} icon={<RotateCw size={14} aria-hidden />} onClick={onRetry}>
          Run again…
        </Button>
      ) : (
        <Button
          disabled={!canRun}
          title={reason}
          busy={cancel.isPending}
          icon={<CircleSlash size={14} aria-hidden />}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </Button>
      )}
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
        items={[
          { label: 'Resend webhook', disabled: !canRun || !isFinal, onSelect: () => resend.mutate() },
          { label: 'Compare with another job…', onSelect: () => setIsComparing(true) },
          { label: 'Download as JSON', onSelect: download },
          'separator',
          ...copyItems(() => ({
            method: 'GET',
            path: `/v1/agents/jobs/${job.id}/`,
            command: ['jobs', 'get', job.id],
          })),
          'separator',
          { label: 'Delete data…', danger: true, disabled: !canRun || !isFinal, onSelect: () => setIsDeleting(true) },
        ]}
      />
      {isComparing && (
        <CompareDialog
          job={job}
          onClose={() => setIsComparing(false)}
          onCompare={(other) => void navigate({ to: '/jobs/compare', search: { a: other, b: job.id } })}
        />
      )}
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        title="Delete the data of this job?"
        description="Inputs, outputs, steps, artifacts and saved pages are removed for good. The job stays in the list with its status, cost and metadata."
        action="Delete data"
        danger
        onConfirm={async () => {
          const answer = await errand.jobs.deleteData(job.id).catch((error: unknown) => {
            showToast('The data was not deleted', { description: (error as Error).message, tone: 'danger' });
            throw error;
          });
          showToast('Data deleted', {
            description: `${answer.artifacts_deleted_count} artifacts were deleted with it.`,
          });
          await reload(keys.job(job.id));
        }}
      />
    </>
  );
}
