import type { Job } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

type RetryDialogProps = { job: Job; open: boolean; onClose(): void };

/** The same inputs once more, with the same version or another one. */
export function RetryDialog({ job, open, onClose }: RetryDialogProps) {
  const navigate = useNavigate();
  const [versionId, setVersionId] = useState(job.agent_version_id);
  const versions = useQuery({
    queryKey: keys.versions(job.agent_id, { page_size: 100 }),
    queryFn: ({ signal }) => errand.versions.list(job.agent_id, { page_size: 100 }, { signal }),
    enabled: open,
  });
  const retry = useMutation({
    mutationFn: () => errand.jobs.retry(job.id, { agent_version_id: versionId }),
    onSuccess: (id) => {
      onClose();
      showToast('Started again as a new job');
      void navigate({ to: '/jobs/$id', params: { id } });
    },
  });
  const found = versions.data?.results ?? [];
  const currentId = found[0]?.base_agent.current_version_id;
  const label = (id: string, name: string) =>
    [name, id === currentId && 'current', id === job.agent_version_id && 'as before'].filter(Boolean).join(' · ');
  const options = found.map(({ id, version_name: name }) => ({ value: id, label: label(id, name) }));
  if (!options.some(({ value }) => value === job.agent_version_id))
    options.unshift({
      value: job.agent_version_id,
      label: `${job.agent_version_name ?? 'deleted version'} · as before`,
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Run this job again"
      description="A new job with the same inputs and metadata. It skips the cache and is charged as usual."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
            Run again
          </Button>
        </>
      }
    >
      <Field label="Version">
        <Select label="Version" value={versionId} options={options} onChange={setVersionId} />
      </Field>
      {versions.isError && (
        <p className="mt-2 text-danger">The versions could not be loaded: {versions.error.message}</p>
      )}
    </Dialog>
  );
}
