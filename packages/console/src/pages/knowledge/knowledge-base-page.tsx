import type { KnowledgeBase } from '@errand/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { MoreMenu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage, QueryView } from '../../design/query-view.tsx';
import { ErrorText } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { BaseStatus } from './base-status.tsx';
import { DraftView } from './draft-view.tsx';

const LOOK_MS = 2_000;
const crumbs = [{ label: 'Knowledge', to: '/knowledge' }];

export function KnowledgeBasePage() {
  const { id } = useParams({ from: '/shell/knowledge/$id' });
  const base = useRead(keys.knowledgeBase(id), (options) => errand.knowledge.get(id, options));
  return (
    <QueryPage query={base} title="Knowledge base" id={id} crumbs={crumbs}>
      {(found) => <BaseView key={id} base={found} />}
    </QueryPage>
  );
}

function BaseView({ base }: { base: KnowledgeBase }) {
  const canWrite = useAccess().can('member');
  const [ending, setEnding] = useState<Ending>();
  const sync = useChange(
    () => errand.knowledge.sync(base.id),
    (next) => {
      queryClient.setQueryData(keys.knowledgeBase(base.id), next);
      if (next.sync_error === null) showToast('Refreshed from lens and catalog');
    },
  );
  const draft = useRead(keys.knowledgeDraft(base.id), (options) => errand.knowledge.draft(base.id, options), {
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? LOOK_MS : false),
  });
  return (
    <>
      <PageHeader
        title={base.name || base.company}
        id={base.id}
        crumbs={crumbs}
        badge={<BaseStatus base={base} />}
        {...(base.name && base.name !== base.company && { description: <bdi>{base.company}</bdi> })}
        actions={
          canWrite && (
            <MoreMenu
              items={[
                ...(base.atlas_lens_id === null
                  ? []
                  : [
                      { label: 'Refresh from the catalog', onSelect: () => sync.mutate() },
                      { label: 'Unlink…', onSelect: () => setEnding('unlink') },
                    ]),
                { label: 'Delete knowledge base…', danger: true, onSelect: () => setEnding('delete') },
              ]}
            />
          )
        }
      />
      <div className="flex flex-col gap-4">
        <ErrorText>{base.sync_error}</ErrorText>
        <McpAddress base={base} />
        <QueryView query={draft}>{(data) => <DraftView base={base} draft={data} canWrite={canWrite} />}</QueryView>
      </div>
      <EndDialog open={ending !== undefined} base={base} ending={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function McpAddress({ base: { lens_snapshot: lens, mcp_url: url } }: { base: KnowledgeBase }) {
  return (
    <Card title="MCP address">
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-code break-all">{url}</code>
        <CopyButton text={url} label="Copy the MCP address" />
      </div>
      <p className="mt-1 text-muted">
        {lens === null
          ? 'It serves the knowledge base, read-only, as soon as the selection is finished.'
          : lens.mcpEnabled
            ? 'It serves the finished selection, read-only, to clients with a key of the organization.'
            : 'It is switched off. Finish the selection again to switch it on.'}
      </p>
    </Card>
  );
}

type Ending = 'delete' | 'unlink';
const texts = {
  delete: {
    verb: 'Delete',
    past: 'deleted',
    description: 'Its draft and its lens are deleted, and its MCP address ends.',
  },
  unlink: {
    verb: 'Unlink',
    past: 'unlinked',
    description:
      'The knowledge base goes and its MCP address ends. Its lens stays, and can be imported again by its id.',
  },
};

type EndDialogProps = { open: boolean; base: KnowledgeBase; ending: Ending | undefined; onClose(): void };

function EndDialog({ open, base, ending = 'delete', onClose }: EndDialogProps) {
  const navigate = useNavigate();
  const { verb, past, description } = texts[ending];
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`${verb} ${base.name || base.company}?`}
      description={ending === 'unlink' ? `${description} The id is ${base.atlas_lens_id}.` : description}
      action={`${verb} knowledge base`}
      danger
      onConfirm={() => errand.knowledge[ending](base.id)}
      done={`Knowledge base ${past}`}
      failed={`The knowledge base was not ${past}`}
      onDone={async () => {
        await navigate({ to: '/knowledge' });
        await reload(keys.knowledge());
      }}
    />
  );
}
