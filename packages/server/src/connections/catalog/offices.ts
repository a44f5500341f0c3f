import type { ConnectorText } from '../model/driver.ts';
import { object, secret, text, url } from '../model/schema.ts';
import { withoutDriver } from './without-driver.ts';

// Document, data and support connectors that this server describes but has no driver for.

const googleAuth = object({ service_account_json: secret('Key of the service account', 'The JSON file, as text.') }, [
  'service_account_json',
]);
const oauthClient = object(
  { tenant_id: text('Tenant id'), client_id: text('Client id'), client_secret: secret('Client secret') },
  ['tenant_id', 'client_id', 'client_secret'],
);

export const offices: ConnectorText[] = [
  withoutDriver('google_docs', 'Google Docs', 'Documents', 'file-text', 'Documents, read and written.', {
    config: object({ folder_id: text('Folder'), impersonate: text('User to act as') }),
    auth: googleAuth,
  }),
  withoutDriver('google_drive', 'Google Drive', 'Documents', 'hard-drive', 'Files of a drive or folder.', {
    config: object({ drive_id: text('Shared drive'), folder_id: text('Folder'), impersonate: text('User to act as') }),
    auth: googleAuth,
  }),
  withoutDriver('google_sheets', 'Google Sheets', 'Documents', 'table', 'Rows of spreadsheets.', {
    config: object({ spreadsheet_id: text('Spreadsheet'), impersonate: text('User to act as') }, ['spreadsheet_id']),
    auth: googleAuth,
  }),
  withoutDriver('intercom', 'Intercom', 'Support', 'message-circle', 'Conversations and contacts.', {
    config: object({ region: { type: 'string', title: 'Region', enum: ['us', 'eu', 'au'], default: 'us' } }),
    auth: object({ access_token: secret('Access token') }, ['access_token']),
  }),
  withoutDriver('metabase', 'Metabase', 'Data', 'bar-chart', 'Questions and dashboards.', {
    config: object({ base_url: url('Base address') }, ['base_url']),
    auth: object({ api_key: secret('API key') }, ['api_key']),
  }),
  withoutDriver('salesforce', 'Salesforce', 'Support', 'cloud', 'Records of accounts, contacts and cases.', {
    config: object({ instance_url: url('Address of the instance'), api_version: text('API version') }, [
      'instance_url',
    ]),
    auth: object({ client_id: text('Consumer key'), client_secret: secret('Consumer secret') }, [
      'client_id',
      'client_secret',
    ]),
  }),
  withoutDriver('sharepoint', 'SharePoint', 'Documents', 'folder', 'Files and lists of a site.', {
    config: object({ site_url: url('Address of the site'), library: text('Library') }, ['site_url']),
    auth: oauthClient,
  }),
  withoutDriver('snowflake', 'Snowflake', 'Data', 'snowflake', 'Tables of a warehouse.', {
    config: object(
      {
        account: text('Account'),
        warehouse: text('Warehouse'),
        database: text('Database'),
        schema: text('Schema'),
        role: text('Role'),
      },
      ['account', 'warehouse', 'database'],
    ),
    auth: object(
      { username: text('User name'), private_key: secret('Private key'), private_key_passphrase: secret('Passphrase') },
      ['username', 'private_key'],
    ),
  }),
  withoutDriver('web_application', 'Web application', 'Own systems', 'app-window', 'A site behind a sign-in page.', {
    config: object({ login_url: url('Address of the sign-in page'), success_text: text('Text after the sign-in') }, [
      'login_url',
    ]),
    auth: object(
      { username: text('User name'), password: secret('Password'), totp_secret: secret('Secret of one-time codes') },
      ['username', 'password'],
    ),
    session: { field: 'browser_session', required_config: { login_url: true } },
  }),
  withoutDriver('zendesk', 'Zendesk', 'Support', 'life-buoy', 'Tickets, users and articles.', {
    config: object({ subdomain: text('Subdomain') }, ['subdomain']),
    auth: object({ email: text('E-mail'), api_token: secret('API token') }, ['email', 'api_token']),
  }),
];
