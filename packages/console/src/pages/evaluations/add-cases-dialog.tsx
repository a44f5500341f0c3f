import type { EvaluationCasesBody, EvaluationSet } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input, Problems, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { counted } from '../../design/plural.ts';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { ReviewedJobs } from './reviewed-jobs.tsx';

type Source = 'csv' | 'json_lines' | 'job_ids';

const sources = [
  { value: 'csv', label: 'CSV' },
  { value: 'json_lines', label: 'JSON lines' },
  { value: 'job_ids', label: 'Reviewed jobs' },
] as const;

const hints = {
  csv: 'One column per input, one expected.NAME column per expected value, and an optional weight column.',
  json_lines: 'One case per line: {"inputs": {…}, "expected": {…}, "weight": 1}.',
};

/** Adds all cases or none. Problems name the line or the job. */
export function AddCasesDialog({ set, onClose }: { set: EvaluationSet; onClose(): void }) {
  const navigate = useNavigate({ from: '/evaluations/$id' });
  const [source, setSource] = useState<Source>('csv');
  const [jobIds, setJobIds] = useState<readonly string[]>([]);
  return (
    <FormDialog
      onClose={onClose}
      title="Add cases"
      description="If one case is invalid, none is added."
      action="Add cases"
      save={async (_text, form) => errand.evaluationSets.addCases(set.id, await readBody(form, source, jobIds))}
      onSaved={async ({ added }) => {
        showToast(`${counted(added, 'case')} added`);
        await reload(keys.evaluationSets());
        onClose();
        await navigate({ search: { tab: 'cases' } });
      }}
    >
      <Field label="From">
        <Select label="From" value={source} options={sources} onChange={setSource} />
      </Field>
      {source === 'job_ids' ? (
        <ReviewedJobs agentId={set.agent_id} chosen={jobIds} onChange={setJobIds} />
      ) : (
        <>
          <Field label="File" name="file" optional>
            <Input type="file" accept={source === 'csv' ? '.csv,text/csv' : '.jsonl,.ndjson'} />
          </Field>
          <Field label="Or paste text" name="text" optional description={hints[source]}>
            <Textarea name="text" className="font-mono text-code" />
          </Field>
        </>
      )}
      <Problems />
    </FormDialog>
  );
}

async function readBody(form: FormData, source: Source, jobIds: readonly string[]): Promise<EvaluationCasesBody> {
  if (source === 'job_ids') return { job_ids: [...jobIds] };
  const file = form.get('file');
  const text = file instanceof File && file.size > 0 ? await file.text() : String(form.get('text') ?? '');
  return source === 'csv' ? { csv: text } : { json_lines: text };
}
