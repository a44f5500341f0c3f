type ErrorRow = {
  status: number;
  /** `errand.area.cause`, for programs: in the header X-Error-Code, and in bodies that have a place for it. */
  code: `errand.${string}.${string}`;
  shape: 'detail' | 'list' | 'fields' | 'error' | 'message';
  title: string;
};

/** Every error the API can answer: its status, its code and which of the five body shapes carries it. */
export const errorTable = {
  not_authenticated: {
    status: 401,
    code: 'errand.credentials.invalid',
    shape: 'detail',
    title: 'Credential is missing or not valid.',
  },
  forbidden: { status: 403, code: 'errand.access.denied', shape: 'detail', title: 'You have no permission for this.' },
  feature_disabled: {
    status: 403,
    code: 'errand.access.feature_disabled',
    shape: 'detail',
    title: 'This organization does not have the Agents feature.',
  },
  organization_paused: {
    status: 403,
    code: 'errand.access.organization_paused',
    shape: 'detail',
    title: 'The operator has paused this organization: no job starts, and those that wait stay.',
  },
  insufficient_credits: {
    status: 403,
    code: 'errand.credits.insufficient',
    shape: 'detail',
    title: 'This organization has no credits left for new jobs.',
  },
  not_found: { status: 404, code: 'errand.resources.not_found', shape: 'detail', title: 'Not found.' },
  method_not_allowed: {
    status: 405,
    code: 'errand.requests.method_not_allowed',
    shape: 'detail',
    title: 'This path does not take that method.',
  },
  request_timeout: {
    status: 408,
    code: 'errand.requests.timeout',
    shape: 'detail',
    title: 'The request was not received in time.',
  },
  idempotency_conflict: {
    status: 409,
    code: 'errand.requests.idempotency_conflict',
    shape: 'detail',
    title: 'This Idempotency-Key was already used with another request body.',
  },
  payload_too_large: {
    status: 413,
    code: 'errand.requests.too_large',
    shape: 'detail',
    title: 'The request body is too large.',
  },
  unsupported_media_type: {
    status: 415,
    code: 'errand.requests.unsupported_media_type',
    shape: 'detail',
    title: 'This content type is not accepted here.',
  },
  expectation_failed: {
    status: 417,
    code: 'errand.requests.expectation_failed',
    shape: 'detail',
    title: 'The only expectation that can be met is 100-continue.',
  },
  rate_limited: { status: 429, code: 'errand.requests.rate_limited', shape: 'detail', title: 'Too many requests.' },
  bad_request: {
    status: 400,
    code: 'errand.requests.unreadable',
    shape: 'detail',
    title: 'The request could not be read.',
  },
  invalid_inputs: {
    status: 400,
    code: 'errand.inputs.invalid',
    shape: 'list',
    title: 'The inputs do not fit the agent.',
  },
  missing_inputs: {
    status: 400,
    code: 'errand.inputs.missing',
    shape: 'list',
    title: 'The agent needs inputs that were not supplied.',
  },
  unknown_parameter: {
    status: 400,
    code: 'errand.fields.unknown_parameter',
    shape: 'fields',
    title: 'A query parameter is not known here.',
  },
  invalid_fields: { status: 400, code: 'errand.fields.invalid', shape: 'fields', title: 'Some fields are not valid.' },
  invalid_request: {
    status: 400,
    code: 'errand.requests.not_possible',
    shape: 'error',
    title: 'The request cannot be carried out.',
  },
  job_failed: { status: 400, code: 'errand.jobs.failed', shape: 'error', title: 'The job failed.' },
  conflict: {
    status: 409,
    code: 'errand.resources.conflict',
    shape: 'error',
    title: 'The request conflicts with the current state.',
  },
  range_not_satisfiable: {
    status: 416,
    code: 'errand.content.range_not_satisfiable',
    shape: 'error',
    title: 'The requested range is outside the content.',
  },
  storage_failed: {
    status: 500,
    code: 'errand.storage.failed',
    shape: 'error',
    title: 'The stored content cannot be reached.',
  },
  storage_full: {
    status: 507,
    code: 'errand.storage.full',
    shape: 'error',
    title: 'The storage has no space left, so nothing was stored. Try again when the operator has made room.',
  },
  storage_unavailable: {
    status: 503,
    code: 'errand.storage.unavailable',
    shape: 'error',
    title: 'The storage cannot be reached right now. Try again shortly.',
  },
  storage_timeout: {
    status: 504,
    code: 'errand.storage.timeout',
    shape: 'error',
    title: 'The storage did not respond in time. Try again shortly.',
  },
  invalid_table: {
    status: 400,
    code: 'errand.tables.invalid',
    shape: 'list',
    title: 'The table cannot be made or named so.',
  },
  unknown_worksheet: {
    status: 404,
    code: 'errand.worksheets.not_found',
    shape: 'message',
    title: 'No worksheet with this id.',
  },
  invalid_query: { status: 400, code: 'errand.queries.invalid', shape: 'message', title: 'The query cannot be run.' },
  connection_name_taken: {
    status: 400,
    code: 'errand.connections.name_taken',
    shape: 'error',
    title: 'Another connection of this organization has this name.',
  },
  connection_exists: {
    status: 409,
    code: 'errand.connections.exists',
    shape: 'error',
    title: 'There is a connection with the same type, configuration and credentials.',
  },
  connection_in_use: {
    status: 409,
    code: 'errand.connections.in_use',
    shape: 'error',
    title: 'The connection is in use.',
  },
  connection_test_failed: {
    status: 400,
    code: 'errand.connections.test_failed',
    shape: 'message',
    title: 'The connection could not be used.',
  },
  connection_unreadable: {
    status: 502,
    code: 'errand.connections.unreadable',
    shape: 'error',
    title: 'The credentials of the connection cannot be decrypted here. Ask the operator for the key.',
  },
  unavailable: {
    status: 503,
    code: 'errand.service.unavailable',
    shape: 'detail',
    title: 'The service is not available right now. Try again shortly.',
  },
  out_of_space: {
    status: 507,
    code: 'errand.database.full',
    shape: 'detail',
    title: 'The database has no space left, so nothing was changed. Try again when the operator has made room.',
  },
  internal: {
    status: 500,
    code: 'errand.service.internal',
    shape: 'detail',
    title: 'Something went wrong on our side.',
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;
export type FieldErrors = Record<string, string[] | string>;
