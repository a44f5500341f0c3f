import type { SkillSet } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

/** Starts a job that writes files for this set. */
export function GenerateDialog({ set, onClose }: { set: SkillSet; onClose(): void }) {
  const queryClient = useQueryClient();
  const [policy, setPolicy] = useState('');
  const [commits, setCommits] = useState(false);
  const policies = useQuery({
    queryKey: ['choices', 'policies'],
    queryFn: ({ signal }) => readAll((paging) => errand.policies.list(paging, { signal })),
  });
  const generate = useMutation({
    meta: { quiet: true },
    mutationFn: async (form: FormData) => {
      const files = form.getAll('attachments').filter((one): one is File => one instanceof File && one.size > 0);
      const uploaded = await Promise.all(files.map((file) => errand.files.upload(file, file.name)));
      const tables = String(form.get('table_names') ?? '');
      await errand.skills.generate(set.id, {
        use_case: String(form.get('use_case')),
        table_names: tables
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
        attachments: uploaded.map(({ id }) => id),
        base_version_id: set.current_version_id,
        auto_commit: commits,
        ...(policy !== '' && { policy_id: policy }),
      });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.skillGeneration(set.id) });
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Generate files"
      description="A job writes files from your tables, documents and policy. You review them before they are saved, unless you choose otherwise below."
      action="Generate"
      busy={generate.isPending}
      error={generate.error}
      onSubmit={(form) => generate.mutate(form)}
    >
      {(problemOf) => (
        <>
          <Field label="What the skills are for" name="use_case" error={problemOf('use_case')}>
            <Textarea required name="use_case" maxLength={20_000} />
          </Field>
          <Field
            label="Tables"
            name="table_names"
            optional
            description="Separate names with commas. Name at least one table or document."
            error={problemOf('table_names')}
          >
            <Input />
          </Field>
          <Field label="Documents" name="attachments" optional error={problemOf('attachments')}>
            <Input type="file" multiple />
          </Field>
          <Field label="Policy" name="policy_id" optional error={problemOf('policy_id')}>
            <Select
              value={policy}
              onChange={setPolicy}
              options={[
                { value: '', label: 'None' },
                ...(policies.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
          <Checkbox
            checked={commits}
            onChange={setCommits}
            label="Make the files the current version at once, unless another one became current in the meantime"
          />
        </>
      )}
    </FormDialog>
  );
}
