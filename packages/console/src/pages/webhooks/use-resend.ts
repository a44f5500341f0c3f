import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

export function useResend(webhookId: string) {
  return useChange(
    (deliveryId: string) => errand.deliveries.resend(webhookId, deliveryId),
    async () => {
      showToast('Queued to be sent again');
      await reload(keys.webhook(webhookId));
    },
  );
}
