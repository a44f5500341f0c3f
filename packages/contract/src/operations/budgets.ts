import { Type } from 'typebox';
import {
  AlertPage,
  AlertQuery,
  AlertSettings,
  AlertSettingsBody,
  Budget,
  BudgetBody,
  BudgetChange,
} from '../budgets.ts';
import { defineOperations } from '../operation.ts';

export const budgets = defineOperations('Organizations', {
  list: {
    at: 'GET /v1/budgets/',
    summary: 'Budgets',
    description:
      'Lists the daily and monthly limits of the organization, its agents and API keys, with the amount spent.',
    responses: { 200: Type.Array(Budget) },
  },
  create: {
    at: 'POST /v1/budgets/',
    summary: 'Set a budget',
    description:
      'Sends alerts at 80 % and 100 %. With the action `stop`, new jobs are refused once the budget is spent.',
    role: 'admin',
    body: BudgetBody,
    responses: { 201: Budget },
    errors: ['conflict'],
  },
  update: {
    at: 'PATCH /v1/budgets/:budget_id/',
    summary: 'Change a budget',
    description: 'Changes the amount or the action, effective immediately.',
    role: 'admin',
    body: BudgetChange,
    responses: { 200: Budget },
  },
  delete: {
    at: 'DELETE /v1/budgets/:budget_id/',
    summary: 'Delete a budget',
    description: 'Also deletes its alerts.',
    role: 'admin',
    responses: { 204: null },
  },
});

export const alerts = defineOperations('Organizations', {
  list: {
    at: 'GET /v1/alerts/',
    summary: 'Alerts',
    description:
      'Lists alerts about budgets that are almost or fully spent, and about agents that fail more often or take longer than usual. Newest first.',
    query: AlertQuery,
    responses: { 200: AlertPage },
  },
  settings: {
    at: 'GET /v1/alerts/settings/',
    summary: 'Retrieve alert settings',
    description: 'Returns the webhook and the connection that receive alerts, and whether agents are monitored.',
    responses: { 200: AlertSettings },
  },
  setSettings: {
    at: 'PUT /v1/alerts/settings/',
    summary: 'Change alert settings',
    description: 'Sends alerts to a webhook, through a connection, or both, and sets whether agents are monitored.',
    role: 'admin',
    body: AlertSettingsBody,
    responses: { 200: AlertSettings },
  },
});
