import type { ConnectorText } from '../model/driver.ts';
import { choice, object, secret, text, url } from '../model/schema.ts';
import { withoutDriver } from './without-driver.ts';

// Payment, identity and fraud connectors that this server describes but has no driver for.

const environment = choice('Environment', ['sandbox', 'production'], { default: 'sandbox' });

export const payments: ConnectorText[] = [
  withoutDriver('checkout_com', 'Checkout.com', 'Payments', 'credit-card', 'Payments, disputes and payouts.', {
    config: object({ environment, processing_channel_id: text('Processing channel') }, ['environment']),
    auth: object({ secret_key: secret('Secret key') }, ['secret_key']),
  }),
  withoutDriver('lexis_nexis', 'LexisNexis', 'Identity and fraud', 'scale', 'Identity, sanctions and court records.', {
    config: object({ base_url: url('Base address'), account: text('Account'), workflow: text('Workflow') }, [
      'base_url',
      'account',
    ]),
    auth: object({ username: text('User name'), password: secret('Password') }, ['username', 'password']),
  }),
  withoutDriver('plaid', 'Plaid', 'Payments', 'landmark', 'Bank accounts, balances and transactions.', {
    config: object({ environment, client_name: text('Client name') }, ['environment']),
    auth: object({ client_id: text('Client id'), secret: secret('Secret'), access_token: secret('Access token') }, [
      'client_id',
      'secret',
    ]),
  }),
  withoutDriver('sardine', 'Sardine', 'Identity and fraud', 'fish', 'Risk of customers, devices and payments.', {
    config: object({ environment, base_url: url('Base address') }, ['environment']),
    auth: object({ client_id: text('Client id'), secret_key: secret('Secret key') }, ['client_id', 'secret_key']),
  }),
  withoutDriver('shield', 'SHIELD', 'Identity and fraud', 'shield', 'Device intelligence, read in its dashboard.', {
    config: object({ dashboard_url: url('Address of the dashboard') }, ['dashboard_url']),
    auth: object({ username: text('User name'), password: secret('Password') }, ['username', 'password']),
    session: { field: 'browser_session', required_config: { dashboard_url: true } },
  }),
  withoutDriver('shield_api', 'SHIELD API', 'Identity and fraud', 'shield-check', 'Device intelligence by its API.', {
    config: object({ base_url: url('Base address'), site_id: text('Site id') }, ['base_url', 'site_id']),
    auth: object({ secret_key: secret('Secret key') }, ['secret_key']),
  }),
  withoutDriver('sift', 'Sift', 'Identity and fraud', 'filter', 'Scores and cases, read in its console.', {
    config: object({ console_url: url('Address of the console') }, ['console_url']),
    auth: object({ username: text('User name'), password: secret('Password') }, ['username', 'password']),
    session: { field: 'browser_session', required_config: { console_url: true } },
  }),
  withoutDriver('sift_api', 'Sift API', 'Identity and fraud', 'filter', 'Scores, decisions and events by its API.', {
    config: object({ account_id: text('Account id') }, ['account_id']),
    auth: object({ api_key: secret('API key') }, ['api_key']),
  }),
  withoutDriver('socure', 'Socure', 'Identity and fraud', 'user-check', 'Verification of identities and documents.', {
    config: object({ environment, modules: { type: 'array', title: 'Modules', items: { type: 'string' } } }, [
      'environment',
    ]),
    auth: object({ api_key: secret('API key') }, ['api_key']),
  }),
  withoutDriver('stripe', 'Stripe', 'Payments', 'credit-card', 'Customers, charges, disputes and payouts.', {
    config: object({ api_version: text('API version'), account: text('Connected account') }),
    auth: object({ api_key: secret('Restricted or secret key') }, ['api_key']),
  }),
];
