// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { Budget, BudgetBody, BudgetChange } from '../types/budgets.ts';

export interface BudgetsCalls {
  /**
   * Budgets. What may be spent in a day or month by the organization, an agent or an API key, and what is.
   */
  list(options?: CallOptions): Promise<Budget[]>;
  /**
   * Set a budget. Alerts at 80 % and 100 %; with the action `stop` new jobs are refused once it is spent.
   */
  create(body: BudgetBody, options?: CallOptions): Promise<Budget>;
  /** Change a budget. Its amount or its action, from now on. */
  update(budgetId: string, body?: BudgetChange, options?: CallOptions): Promise<Budget>;
  /** Delete a budget. Its alerts go with it. */
  delete(budgetId: string, options?: CallOptions): Promise<void>;
}
