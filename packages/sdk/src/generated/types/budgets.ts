// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Alert = {
  id: string;
  kind: 'budget_warning' | 'budget_reached' | 'failures' | 'latency';
  budget_id: string | null;
  agent_id: string | null;
  message: string;
  detail: Record<string, unknown>;
  created_at: string;
  /** When the value returned to normal or the period ended. */
  ended_at: string | null;
  /** State of the delivery through the connection. */
  delivery: 'none' | 'pending' | 'done' | 'failed';
  delivery_error: string | null;
};

export type AlertPage = Page<Alert>;

export type AlertQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** If true, only alerts that are still active. */
  open?: boolean;
};

export type AlertSettings = {
  watches_agents: boolean;
  webhook_id: string | null;
  connection_id: string | null;
  operation: string | null;
  params: Record<string, string>;
};

export type AlertSettingsBody = {
  /**
   * Alert when the failure rate or the 95th percentile of the duration of an agent leaves its usual range.
   */
  watches_agents: boolean;
  /** The webhook that receives alerts as the event `alert`. */
  webhook_id?: string | null;
  /** The connection that performs an operation for each alert. */
  connection_id?: string | null;
  operation?: string | null;
  /** Parameters of the operation, with placeholders such as `${alert.message}`. */
  params?: Record<string, string>;
};

export type Budget = {
  id: string;
  scope: 'organization' | 'agent' | 'key';
  agent_id: string | null;
  key_id: string | null;
  /** Name of the agent, API key or organization. */
  name: string;
  period: 'day' | 'month';
  amount: number;
  action: 'warn' | 'stop';
  /** USD spent in this period, at most 30 seconds old. */
  spent: number;
  /** warning: 80 % or more is spent. */
  state: 'ok' | 'warning' | 'reached';
  period_starts_at: string;
  created_at: string;
};

export type BudgetBody = {
  scope: 'organization' | 'agent' | 'key';
  /** Required for the scope `agent`. */
  agent_id?: string;
  /** Required for the scope `key`: the id of an API key. */
  key_id?: string;
  /** Of UTC. */
  period: 'day' | 'month';
  /** USD. */
  amount: number;
  /** `warn`: alerts at 80 % and 100 %. `stop`: also refuses new jobs once the budget is spent. */
  action?: 'warn' | 'stop';
};

export type BudgetChange = {
  /** USD. */
  amount?: number;
  /** `warn`: alerts at 80 % and 100 %. `stop`: also refuses new jobs once the budget is spent. */
  action?: 'warn' | 'stop';
};
