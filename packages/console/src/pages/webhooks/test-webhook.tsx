import { Send } from 'lucide-react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

/** Sends an example event of a linked agent at once. */
export function TestWebhook({ webhookId }: { webhookId: string }) {
  const linked = useRead(keys.webhookAgents(webhookId), (options) => errand.webhooks.agents(webhookId, options));
  const agent = linked.data?.[0];
  const test = useChange(
    () => errand.webhooks.test(agent!.id, webhookId),
    async ({ success, message }) => {
      showToast(success ? 'The test arrived' : 'The test did not arrive', {
        description: message,
        tone: success ? 'neutral' : 'danger',
      });
      await reload(keys.webhook(webhookId));
    },
  );
  return (
    <Button
      icon={<Send size={14} aria-hidden />}
      disabled={agent === undefined}
      title={agent === undefined ? 'Link an agent first: a test is sent in its name.' : undefined}
      busy={test.isPending}
      onClick={() => test.mutate()}
    >
      Send test
    </Button>
  );
}
