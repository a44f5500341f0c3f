/** An error that the API can answer. */
export type ErrorRow = {
  status: number;
  /** `errand.area.cause`, for programs: in the header X-Error-Code, and in bodies that have a place for it. */
  code: `errand.${string}.${string}`;
  shape: 'detail' | 'list' | 'fields' | 'error' | 'message';
  /** The cause in one sentence, unless the place where it arises has a better one. */
  title: string;
  /** What to do about it. */
  remedy: string;
};
