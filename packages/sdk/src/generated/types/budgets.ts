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
  /** Back to usual, or the period is over. */
  ended_at: string | null;
  /** By the connection. */
  delivery: 'none' | 'pending' | 'done' | 'failed';
  delivery_error: string | null;
};

export type AlertPage = Page<Alert>;

export type AlertQuery = {
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
  /** true: only those that go on. */
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
  /** Alerts when failures or the 95th percentile of times of an agent leave their usual band. */
  watches_agents: boolean;
  /** Gets alerts as the event `alert`. */
  webhook_id?: string | null;
  /** Carries an operation out for each alert. */
  connection_id?: string | null;
  operation?: string | null;
  /** Of the operation, with placeholders such as `${alert.message}`. */
  params?: Record<string, string>;
};

export type Budget = {
  id: string;
  scope: 'organization' | 'agent' | 'key';
  agent_id: string | null;
  key_id: string | null;
  /** Of the agent or key; the name of the organization otherwise. */
  name: string;
  period: 'day' | 'month';
  amount: number;
  action: 'warn' | 'stop';
  /** USD in this period; at most half a minute old. */
  spent: number;
  /** warning: 80 % or more is spent. */
  state: 'ok' | 'warning' | 'reached';
  period_starts_at: string;
  created_at: string;
};

export type BudgetBody = {
  scope: 'organization' | 'agent' | 'key';
  /** For the scope agent. */
  agent_id?: string;
  /** For the scope key: the id of an API key. */
  key_id?: string;
  /** Of UTC. */
  period: 'day' | 'month';
  /** USD. */
  amount: number;
  /** warn: alerts at 80 % and at 100 %. stop: also refuses new jobs once it is spent. */
  action?: 'warn' | 'stop';
};

export type BudgetChange = {
  /** USD. */
  amount?: number;
  /** warn: alerts at 80 % and at 100 %. stop: also refuses new jobs once it is spent. */
  action?: 'warn' | 'stop';
};
