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

const tag = 'Organizations';

export const budgets = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/budgets/',
    tag,
    summary: 'Budgets',
    description: 'What may be spent in a day or month by the organization, an agent or an API key, and what is.',
    responses: { 200: Type.Array(Budget) },
  },
  create: {
    method: 'POST',
    path: '/v1/budgets/',
    tag,
    summary: 'Set a budget',
    description: 'Alerts at 80 % and 100 %; with the action `stop` new jobs are refused once it is spent.',
    role: 'admin',
    body: BudgetBody,
    responses: { 201: Budget },
    errors: ['conflict'],
  },
  update: {
    method: 'PATCH',
    path: '/v1/budgets/:budget_id/',
    tag,
    summary: 'Change a budget',
    description: 'Its amount or its action, from now on.',
    role: 'admin',
    body: BudgetChange,
    responses: { 200: Budget },
  },
  delete: {
    method: 'DELETE',
    path: '/v1/budgets/:budget_id/',
    tag,
    summary: 'Delete a budget',
    description: 'Its alerts go with it.',
    role: 'admin',
    responses: { 204: null },
  },
});

export const alerts = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/alerts/',
    tag,
    summary: 'Alerts',
    description:
      'Budgets that are nearly or wholly spent, agents that fail more or take longer than usual. Newest first.',
    query: AlertQuery,
    responses: { 200: AlertPage },
  },
  settings: {
    method: 'GET',
    path: '/v1/alerts/settings/',
    tag,
    summary: 'Where alerts go',
    description: 'The webhook, the connection with its operation, and whether agents are watched.',
    responses: { 200: AlertSettings },
  },
  setSettings: {
    method: 'PUT',
    path: '/v1/alerts/settings/',
    tag,
    summary: 'Say where alerts go',
    description: 'To a webhook, by a connection, or both; and whether agents are watched.',
    role: 'admin',
    body: AlertSettingsBody,
    responses: { 200: AlertSettings },
  },
});
