// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { Budget, BudgetBody, BudgetChange } from '../types/budgets.ts';

export interface BudgetsCalls {
  /**
   * Budgets. Lists the daily and monthly limits of the organization, its agents and API keys, with the amount
   * spent.
   */
  list(options?: CallOptions): Promise<Budget[]>;
  /**
   * Set a budget. Sends alerts at 80 % and 100 %. With the action `stop`, new jobs are refused once the budget is
   * spent.
   */
  create(body: BudgetBody, options?: KeyedOptions): Promise<Budget>;
  /** Change a budget. Changes the amount or the action, effective immediately. */
  update(budgetId: string, body?: BudgetChange, options?: CallOptions): Promise<Budget>;
  /** Delete a budget. Also deletes its alerts. */
  delete(budgetId: string, options?: CallOptions): Promise<void>;
}
