import type { Delivery } from '@errand/sdk';
import { readOneOf, readPage, readText } from '../../data/search.ts';

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
  return {
    tab: readOneOf(raw.tab, webhookTabs),
    status: readOneOf(raw.status, deliveryStatuses),
    page: readPage(raw.page),
    delivery: readText(raw.delivery),
  };
}
