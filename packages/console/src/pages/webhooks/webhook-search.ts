import type { Delivery } from '@errand/sdk';

export const webhookTabs = ['deliveries', 'agents', 'settings', 'signature'] as const;
export type WebhookTab = (typeof webhookTabs)[number];

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;

export type WebhookSearch = {
  tab?: WebhookTab | undefined;
  status?: Delivery['status'] | undefined;
  page?: number | undefined;
  delivery?: string | undefined;
};

export function readWebhookSearch(raw: Record<string, unknown>): WebhookSearch {
  const page = Number(raw.page);
  return {
    tab: webhookTabs.find((tab) => tab === raw.tab),
    status: deliveryStatuses.find((status) => status === raw.status),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    delivery: typeof raw.delivery === 'string' ? raw.delivery : undefined,
  };
}
