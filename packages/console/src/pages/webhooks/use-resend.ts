import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../design/toast.tsx';
import { keys } from '../../query-keys.ts';
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
