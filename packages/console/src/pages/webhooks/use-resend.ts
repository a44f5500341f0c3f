import { useMutation } from '@tanstack/react-query';
import { reload } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

export function useResend(webhookId: string) {
  return useMutation({
    mutationFn: (deliveryId: string) => errand.deliveries.resend(webhookId, deliveryId),
    onSuccess: async () => {
      showToast('Queued to be sent again');
      await reload(keys.webhook(webhookId));
    },
  });
}
