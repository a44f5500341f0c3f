import type { Case } from '@errand/sdk';
import { Download, Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { formatBytes } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { saveBlob } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

type CaseDocument = Case['documents'][number];

/** Files that people added. They are in the case file. */
export function CaseDocuments({ one }: { one: Case }) {
  const canWork = useAccess().can('analyst') && one.state !== 'closed';
  const chooser = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState<CaseDocument>();
  const add = useChange(
    async (files: readonly File[]) => {
      for (const file of files) {
        const form = new FormData();
        form.set('file', file);
        await errand.caseDocuments.add(one.id, form);
      }
    },
    () => reload(keys.cases()),
  );
  const open = useChange(
    ({ id }: CaseDocument) => errand.caseDocuments.content(one.id, id),
    (content, { name }) => saveBlob(content, name),
  );
  if (one.documents.length === 0 && !canWork) return null;
  return (
    <Card
      title={`Documents (${one.documents.length})`}
      actions={
        canWork && (
          <>
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              aria-label="Documents"
              onChange={({ currentTarget }) => {
                add.mutate([...(currentTarget.files ?? [])]);
                currentTarget.value = '';
              }}
            />
            <Button
              size="sm"
              icon={<Upload size={13} aria-hidden />}
              busy={add.isPending}
              onClick={() => chooser.current?.click()}
            >
              Add files…
            </Button>
          </>
        )
      }
    >
      {one.documents.length === 0 && <p className="text-muted">None yet. What is added here is in the case file.</p>}
      <ul className="flex flex-col gap-1.5">
        {one.documents.map((document) => (
          <li key={document.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <bdi className="break-words font-medium">{document.name}</bdi>{' '}
              <span className="text-muted">
                {formatBytes(document.size)} · <bdi>{document.added_by.name}</bdi>,{' '}
                <RelativeTime at={document.created_at} />
                {document.description !== '' && (
                  <>
                    {' '}
                    · <bdi>{document.description}</bdi>
                  </>
                )}
              </span>
            </span>
            <IconButton
              label={`Download ${document.name}`}
              icon={<Download size={14} aria-hidden />}
              onClick={() => open.mutate(document)}
            />
            {canWork && (
              <IconButton
                label={`Remove ${document.name}`}
                icon={<X size={14} aria-hidden />}
                onClick={() => setRemoved(document)}
              />
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Remove ${removed?.name}?`}
        description="The content is erased. That it was here stays in the history."
        action="Remove document"
        danger
        onConfirm={() => errand.caseDocuments.delete(one.id, removed!.id)}
        failed="The document was not removed"
        onDone={() => reload(keys.cases())}
      />
    </Card>
  );
}
