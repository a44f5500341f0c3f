/** Whether a query of this status has ended. */
export const isFinalQuery = (status: string | null): boolean =>
  status === 'SUCCESS' || status === 'FAILURE' || status === 'REVOKED';
