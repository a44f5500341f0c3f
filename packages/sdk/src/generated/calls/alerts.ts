// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { AlertPage, AlertQuery, AlertSettings, AlertSettingsBody } from '../types/budgets.ts';

export interface AlertsCalls {
  /**
   * Alerts. Budgets that are nearly or wholly spent, agents that fail more or take longer than usual. Newest
   * first.
   */
  list: PagedCall<(query?: QueryOf<AlertQuery>, options?: CallOptions) => Promise<AlertPage>>;
  /** Where alerts go. The webhook, the connection with its operation, and whether agents are watched. */
  settings(options?: CallOptions): Promise<AlertSettings>;
  /** Say where alerts go. To a webhook, by a connection, or both; and whether agents are watched. */
  setSettings(body: AlertSettingsBody, options?: CallOptions): Promise<AlertSettings>;
}
