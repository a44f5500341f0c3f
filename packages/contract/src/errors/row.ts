/** An error of the API. */
export type ErrorRow = {
  status: number;
  /**
   * `errand.area.cause`, for programs. Sent in the header X-Error-Code, and in bodies whose shape has a place for it.
   */
  code: `errand.${string}.${string}`;
  shape: 'detail' | 'list' | 'fields' | 'error' | 'message';
  /** The cause in one sentence. Used unless the code that throws the error has a more specific one. */
  title: string;
  /** What to do about it. */
  remedy: string;
};
