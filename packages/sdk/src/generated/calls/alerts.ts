// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { AlertPage, AlertQuery, AlertSettings, AlertSettingsBody } from '../types/budgets.ts';

export interface AlertsCalls {
  /**
   * Alerts. Lists alerts about budgets that are almost or fully spent, and about agents that fail more often or
   * take longer than usual. Newest first.
   */
  list: PagedCall<(query?: QueryOf<AlertQuery>, options?: CallOptions) => Promise<AlertPage>>;
  /**
   * Retrieve alert settings. Returns the webhook and the connection that receive alerts, and whether agents are
   * monitored.
   */
  settings(options?: CallOptions): Promise<AlertSettings>;
  /**
   * Change alert settings. Sends alerts to a webhook, through a connection, or both, and sets whether agents are
   * monitored.
   */
  setSettings(body: AlertSettingsBody, options?: CallOptions): Promise<AlertSettings>;
}
