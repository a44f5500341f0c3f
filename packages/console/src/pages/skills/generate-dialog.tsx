import type { SkillSet } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

/** Starts a job that writes files for this set. */
export function GenerateDialog({ set, onClose }: { set: SkillSet; onClose(): void }) {
  const [policy, setPolicy] = useState('');
  const [commits, setCommits] = useState(false);
  const policies = useRead(['choices', 'policies'], (options) =>
    readAll((paging) => errand.policies.list(paging, options)),
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Generate files"
      description="A job writes files from your tables, documents and policy. You review them before they are saved, unless you choose otherwise below."
      action="Generate"
      save={async (text, form) => {
        const files = form.getAll('attachments').filter((one): one is File => one instanceof File && one.size > 0);
        const uploaded = await Promise.all(files.map((file) => errand.files.upload(file, file.name)));
        const tables = text('table_names');
        await errand.skills.generate(set.id, {
          use_case: text('use_case'),
          table_names: tables
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean),
          attachments: uploaded.map(({ id }) => id),
          base_version_id: set.current_version_id,
          auto_commit: commits,
          ...(policy !== '' && { policy_id: policy }),
        });
      }}
      onSaved={async () => {
        await reload(keys.skillGeneration(set.id));
        onClose();
      }}
    >
      <Field label="What the skills are for" name="use_case">
        <Textarea required name="use_case" maxLength={20_000} />
      </Field>
      <Field
        label="Tables"
        name="table_names"
        optional
        description="Separate names with commas. Name at least one table or document."
      >
        <Input />
      </Field>
      <TextField label="Documents" name="attachments" optional type="file" multiple />
      <Field label="Policy" name="policy_id" optional>
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
    </FormDialog>
  );
}
