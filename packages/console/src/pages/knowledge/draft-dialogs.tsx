import type { KnowledgeBase, KnowledgeDraft } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

export function FeedbackDialog({ base, onClose }: { base: KnowledgeBase; onClose(): void }) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) =>
      errand.knowledge.regenerate(base.id, { feedback: String(form.get('feedback') ?? '').trim() || null }),
    onSuccess: (draft) => {
      queryClient.setQueryData(keys.knowledgeDraft(base.id), draft);
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Ask for another proposal"
      description="The selection stays until you accept the proposal."
      action="Ask"
      busy={ask.isPending}
      error={ask.error}
      onSubmit={(form) => ask.mutate(form)}
    >
      {(problemOf) => (
        <Field label="Feedback" name="feedback" optional error={problemOf('feedback')}>
          <Textarea name="feedback" maxLength={5_000} />
        </Field>
      )}
    </FormDialog>
  );
}

type FinalizeDialogProps = { base: KnowledgeBase; draft: KnowledgeDraft; onClose(): void };

export function FinalizeDialog({ base, draft, onClose }: FinalizeDialogProps) {
  const queryClient = useQueryClient();
  const [mcp, setMcp] = useState(base.lens_snapshot?.mcpEnabled ?? true);
  const finalize = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) =>
      errand.knowledge.finalize(base.id, { name: String(form.get('name')).trim(), mcp_enabled: mcp }),
    onSuccess: async ({ name }) => {
      showToast(`${name} is active`);
      await queryClient.invalidateQueries({ queryKey: keys.knowledge() });
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Finish the selection"
      description="It becomes the lens of this knowledge base. You can change the selection and finish it again."
      action="Finish"
      busy={finalize.isPending}
      error={finalize.error}
      onSubmit={(form) => finalize.mutate(form)}
    >
      {(problemOf) => (
        <>
          <Field label="Name" name="name" error={problemOf('name')}>
            <Input required maxLength={255} defaultValue={base.name || draft.suggestedName || base.company} />
          </Field>
          <Checkbox checked={mcp} onChange={setMcp} label="Serve it at the MCP address" />
        </>
      )}
    </FormDialog>
  );
}
