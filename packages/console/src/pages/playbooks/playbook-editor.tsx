import type { Playbook, PlaybookContent } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Problems, TextField } from '../../design/field.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { AutoCloseEditor } from './auto-close-editor.tsx';
import { emptyStep, type PlaybookDraft, readPlaybook, type StepDraft, writePlaybook } from './playbook-draft.ts';
import { StepEditor } from './step-editor.tsx';

type EditorProps = { playbook?: Playbook; content?: PlaybookContent; baseId?: string };

/** Writes a playbook, or its next version, which is rehearsed and promoted later. */
export function PlaybookEditor({ playbook, content, baseId }: EditorProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<PlaybookDraft>(() =>
    content === undefined ? { steps: [emptyStep()], autoClose: null } : readPlaybook(content),
  );
  const { steps } = draft;
  const setSteps = (next: StepDraft[]) => setDraft({ ...draft, steps: next });
  async function save(text: (name: string) => string): Promise<{ id: string; waiting?: string }> {
    const body = {
      content: writePlaybook(draft),
      ...(text('version_name') !== '' && { version_name: text('version_name') }),
    };
    if (playbook === undefined) {
      const { id } = await errand.playbooks.create({
        name: text('name'),
        description: text('description'),
        ...body,
      });
      return { id };
    }
    if (text('name') !== playbook.name || text('description') !== playbook.description)
      await errand.playbooks.update(playbook.id, { name: text('name'), description: text('description') });
    const version = await errand.playbooks.createVersion(playbook.id, {
      ...body,
      base_version_id: baseId ?? null,
      // It is promoted later, in a dialog that shows what changes and asks for a reason.
      make_current: false,
    });
    return { id: playbook.id, waiting: version.id };
  }
  return (
    <div className="max-w-4xl">
      <SaveForm
        action={playbook === undefined ? 'Create playbook' : 'Save as a new version'}
        isPrimary
        save={save}
        onSaved={async ({ id, waiting }) => {
          showToast(
            waiting === undefined ? 'Playbook created' : 'New version saved',
            waiting === undefined ? {} : { description: 'It does not run until you promote it.' },
          );
          await reload(keys.playbooks());
          await navigate({
            to: '/playbooks/$id',
            params: { id },
            search:
              waiting === undefined || playbook === undefined
                ? {}
                : { tab: 'versions', from: playbook.current_version_id, to: waiting },
          });
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" name="name" required maxLength={255} defaultValue={playbook?.name ?? ''} />
          <TextField label="Name of the version" name="version_name" optional maxLength={255} />
          <div className="sm:col-span-2">
            <TextField
              label="Description"
              name="description"
              optional
              maxLength={2_000}
              defaultValue={playbook?.description ?? ''}
            />
          </div>
        </div>
        <h2 className="font-semibold text-lg">Steps</h2>
        {steps.map((step, index) => (
          <StepEditor
            key={step.key}
            step={step}
            number={index + 1}
            onChange={(next) => setSteps(steps.map((other) => (other.key === step.key ? next : other)))}
            {...(steps.length > 1 && { onRemove: () => setSteps(steps.filter(({ key }) => key !== step.key)) })}
            {...(index > 0 && { onUp: () => setSteps(steps.toSpliced(index, 1).toSpliced(index - 1, 0, step)) })}
          />
        ))}
        <div>
          <Button
            icon={<Plus size={14} aria-hidden />}
            disabled={steps.length >= 20}
            onClick={() => setSteps([...steps, emptyStep()])}
          >
            Add a step
          </Button>
        </div>
        <AutoCloseEditor value={draft.autoClose} onChange={(autoClose) => setDraft({ ...draft, autoClose })} />
        <Problems />
      </SaveForm>
    </div>
  );
}
