/** Every error the API can answer: its status and which of the five body shapes carries it. */
export const errorTable = {
  not_authenticated: { status: 401, shape: 'detail', title: 'Credential is missing or not valid.' },
  forbidden: { status: 403, shape: 'detail', title: 'You have no permission for this.' },
  feature_disabled: { status: 403, shape: 'detail', title: 'This organization does not have the Agents feature.' },
  insufficient_credits: {
    status: 403,
    shape: 'detail',
    title: 'This organization has no credits left for new jobs.',
  },
  not_found: { status: 404, shape: 'detail', title: 'Not found.' },
  method_not_allowed: { status: 405, shape: 'detail', title: 'This path does not take that method.' },
  request_timeout: { status: 408, shape: 'detail', title: 'The request was not received in time.' },
  idempotency_conflict: {
    status: 409,
    shape: 'detail',
    title: 'This Idempotency-Key was already used with another request body.',
  },
  payload_too_large: { status: 413, shape: 'detail', title: 'The request body is too large.' },
  unsupported_media_type: { status: 415, shape: 'detail', title: 'This content type is not accepted here.' },
  rate_limited: { status: 429, shape: 'detail', title: 'Too many requests.' },
  bad_request: { status: 400, shape: 'detail', title: 'The request could not be read.' },
  invalid_inputs: { status: 400, shape: 'list', title: 'The inputs do not fit the agent.' },
  invalid_fields: { status: 400, shape: 'fields', title: 'Some fields are not valid.' },
  invalid_request: { status: 400, shape: 'error', title: 'The request cannot be carried out.' },
  job_failed: { status: 400, shape: 'error', title: 'The job failed.' },
  conflict: { status: 409, shape: 'error', title: 'The request conflicts with the current state.' },
  range_not_satisfiable: { status: 416, shape: 'error', title: 'The requested range is outside the content.' },
  storage_failed: { status: 500, shape: 'error', title: 'The stored content cannot be reached.' },
  storage_full: {
    status: 507,
    shape: 'error',
    title: 'The storage has no space left, so nothing was stored. Try again when the operator has made room.',
  },
  invalid_table: { status: 400, shape: 'list', title: 'The table cannot be made or named so.' },
  unknown_worksheet: { status: 404, shape: 'message', title: 'No worksheet with this id.' },
  invalid_query: { status: 400, shape: 'message', title: 'The query cannot be run.' },
  unavailable: { status: 503, shape: 'detail', title: 'The service is not available right now. Try again shortly.' },
  out_of_space: {
    status: 507,
    shape: 'detail',
    title: 'The database has no space left, so nothing was changed. Try again when the operator has made room.',
  },
  internal: { status: 500, shape: 'detail', title: 'Something went wrong on our side.' },
} as const;

export type ErrorCode = keyof typeof errorTable;
export type FieldErrors = Record<string, string[] | string>;
