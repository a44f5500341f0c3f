import type { KnowledgeBase, KnowledgeDraft } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

export function FeedbackDialog({ base, onClose }: { base: KnowledgeBase; onClose(): void }) {
  return (
    <FormDialog
      onClose={onClose}
      title="Ask for another proposal"
      description="The selection stays until you accept the proposal."
      action="Ask"
      save={(text) => errand.knowledge.regenerate(base.id, { feedback: text('feedback') || null })}
      onSaved={(draft) => {
        queryClient.setQueryData(keys.knowledgeDraft(base.id), draft);
        onClose();
      }}
    >
      <Field label="Feedback" name="feedback" optional>
        <Textarea name="feedback" maxLength={5_000} />
      </Field>
    </FormDialog>
  );
}

type FinalizeDialogProps = { base: KnowledgeBase; draft: KnowledgeDraft; onClose(): void };

export function FinalizeDialog({ base, draft, onClose }: FinalizeDialogProps) {
  const [mcp, setMcp] = useState(base.lens_snapshot?.mcpEnabled ?? true);
  return (
    <FormDialog
      onClose={onClose}
      title="Finish the selection"
      description="It becomes the lens of this knowledge base. You can change the selection and finish it again."
      action="Finish"
      save={(text) => errand.knowledge.finalize(base.id, { name: text('name'), mcp_enabled: mcp })}
      onSaved={async ({ name }) => {
        showToast(`${name} is active`);
        await reload(keys.knowledge());
        onClose();
      }}
    >
      <Field label="Name" name="name">
        <Input required maxLength={255} defaultValue={base.name || draft.suggestedName || base.company} />
      </Field>
      <Checkbox checked={mcp} onChange={setMcp} label="Serve it at the MCP address" />
    </FormDialog>
  );
}
