import type { ErrorRow } from './row.ts';

/** Errors about the resources of a request. */
export const resourceErrors = {
  insufficient_credits: {
    status: 403,
    code: 'errand.credits.insufficient',
    shape: 'detail',
    title: 'This organization has no credits left for new jobs.',
    remedy: 'Ask the operator to add credits (errand credits grant), then send the request again.',
  },
  not_found: {
    status: 404,
    code: 'errand.resources.not_found',
    shape: 'detail',
    title: 'Not found.',
    remedy:
      'Check the id, and check that your credential belongs to the organization that owns it. The matching list shows what exists.',
  },
  job_not_final: {
    status: 400,
    code: 'errand.jobs.not_final',
    shape: 'error',
    title: 'The job is not final yet.',
    remedy: 'Wait until the job has ended, or cancel it first.',
  },
  invalid_inputs: {
    status: 400,
    code: 'errand.inputs.invalid',
    shape: 'list',
    title: 'The inputs do not fit the agent.',
    remedy: 'Correct the inputs named in the messages. The agent lists its inputs in input_definitions.',
  },
  missing_inputs: {
    status: 400,
    code: 'errand.inputs.missing',
    shape: 'list',
    title: 'The agent needs inputs that were not supplied.',
    remedy: 'Supply every input named in the messages. The agent lists its inputs in input_definitions.',
  },
  job_failed: {
    status: 400,
    code: 'errand.jobs.failed',
    shape: 'error',
    title: 'The job failed.',
    remedy: 'Read the job whose id is in X-Agent-Job-Id. Its `error` field has the cause and the remedy.',
  },
  conflict: {
    status: 409,
    code: 'errand.resources.conflict',
    shape: 'error',
    title: 'The request conflicts with the current state.',
    remedy: 'Read the current state, resolve the conflict that the message names, and send the request again.',
  },
  range_not_satisfiable: {
    status: 416,
    code: 'errand.content.range_not_satisfiable',
    shape: 'error',
    title: 'The requested range is outside the content.',
    remedy: 'Request a range within the size given in Content-Range, or remove the Range header.',
  },
  content_lost: {
    status: 410,
    code: 'errand.content.lost',
    shape: 'error',
    title: 'The content is no longer in the storage.',
    remedy:
      'Ask the operator to run errand restore check: it recovers deleted content, or says which backup to copy from.',
  },
  storage_failed: {
    status: 500,
    code: 'errand.storage.failed',
    shape: 'error',
    title: 'The stored content cannot be reached.',
    remedy: 'Send the request again. If it still fails, ask the operator to run errand doctor.',
  },
  archive_damaged: {
    status: 500,
    code: 'errand.archive.damaged',
    shape: 'error',
    title: 'An archive file is missing or damaged, so archived jobs cannot be read.',
    remedy:
      'Ask the operator to run errand archive verify, which names the file, and then restore that file from a backup.',
  },
  storage_full: {
    status: 507,
    code: 'errand.storage.full',
    shape: 'error',
    title: 'The storage has no space left, so nothing was stored. Try again after the operator frees space.',
    remedy: 'Ask the operator to free space in the storage, then send the request again.',
  },
  storage_unavailable: {
    status: 503,
    code: 'errand.storage.unavailable',
    shape: 'error',
    title: 'The storage cannot be reached right now. Try again shortly.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  storage_timeout: {
    status: 504,
    code: 'errand.storage.timeout',
    shape: 'error',
    title: 'The storage did not respond in time. Try again shortly.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  invalid_table: {
    status: 400,
    code: 'errand.tables.invalid',
    shape: 'list',
    title: 'The table cannot be created, or its name is not valid.',
    remedy:
      'Correct what the message names. Use letters, digits and _ in names, and upload CSV in UTF-8 with unique column names.',
  },
  unknown_worksheet: {
    status: 404,
    code: 'errand.worksheets.not_found',
    shape: 'message',
    title: 'No worksheet with this id.',
    remedy: 'Check the worksheet id, or omit it.',
  },
  invalid_query: {
    status: 400,
    code: 'errand.queries.invalid',
    shape: 'message',
    title: 'The query cannot be run.',
    remedy:
      'Correct the SQL at the place that the message names. SHOW TABLES and DESCRIBE show the tables and columns.',
  },
  connection_name_taken: {
    status: 400,
    code: 'errand.connections.name_taken',
    shape: 'error',
    title: 'Another connection in this organization has this name.',
    remedy: 'Choose another name, or change the existing connection.',
  },
  connection_exists: {
    status: 409,
    code: 'errand.connections.exists',
    shape: 'error',
    title: 'A connection with the same type, configuration and credentials already exists.',
    remedy: 'Use the existing connection. The list of connections shows it.',
  },
  connection_in_use: {
    status: 409,
    code: 'errand.connections.in_use',
    shape: 'error',
    title: 'The connection is in use.',
    remedy: 'First remove everything that uses the connection. The response lists it.',
  },
  connection_test_failed: {
    status: 400,
    code: 'errand.connections.test_failed',
    shape: 'message',
    title: 'The connection could not be used.',
    remedy: 'Correct the address or the credentials as the message says, then test again.',
  },
  connection_unreadable: {
    status: 502,
    code: 'errand.connections.unreadable',
    shape: 'error',
    title: 'This server cannot decrypt the credentials of the connection. Ask the operator for the key.',
    remedy:
      'Ask the operator to set ERRAND_SECRET_KEY to the key that encrypted the credentials, or enter the credentials again.',
  },
  link_gone: {
    status: 410,
    code: 'errand.waits.link_gone',
    shape: 'detail',
    title: 'This link has been used, has expired or was withdrawn.',
    remedy: 'Ask for a new link, or sign in and answer there.',
  },
} as const satisfies Record<string, ErrorRow>;
