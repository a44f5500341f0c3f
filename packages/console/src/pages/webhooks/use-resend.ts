import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

export function useResend(webhookId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => errand.deliveries.resend(webhookId, deliveryId),
    onSuccess: async () => {
      showToast('Queued to be sent again');
      await queryClient.invalidateQueries({ queryKey: keys.webhook(webhookId) });
    },
  });
}
