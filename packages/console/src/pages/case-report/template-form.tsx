import { Field, Problems, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { errand } from '../../session/client.ts';

type FormProps = { onClose(): void; onSaved(name: string): unknown };

/** The organization's own template of a report: a line for each section. */
export function TemplateForm({ onClose, onSaved }: FormProps) {
  return (
    <FormDialog
      onClose={onClose}
      title="New template"
      description="A template of this name is replaced. Reports that began with it stay as they are."
      action="Save"
      save={async (text) => {
        const name = text('name');
        await errand.caseTemplates.put(name, { sections: readSections(text('sections')) });
        return name;
      }}
      onSaved={onSaved}
    >
      <TextField label="Name" name="name" required maxLength={255} />
      <Field
        label="Sections"
        name="lines"
        description="A line for each: its title, and after a colon a hint for the writer. Keys such as subject, alerts and findings are filled from the case."
      >
        <Textarea
          name="sections"
          required
          className="min-h-36"
          placeholder={'Subject: who it is about\nAlerts: what was alerted\nFindings\nConclusion'}
        />
      </Field>
      <Problems />
    </FormDialog>
  );
}

/** The key of a section is its title in plain letters. */
export function readSections(text: string): { key: string; title: string; hint?: string }[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const used = new Set<string>();
  return lines.map((line, index) => {
    const [title = '', ...hint] = line.split(':');
    const plain = title
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 50);
    const key = plain === '' || used.has(plain) ? `section_${index + 1}` : plain;
    used.add(key);
    return {
      key,
      title: title.trim() || `Section ${index + 1}`,
      ...(hint.length > 0 && { hint: hint.join(':').trim() }),
    };
  });
}
