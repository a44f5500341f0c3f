type FailureOptions = {
  /** The file is not the cause, so another attempt may work. */
  retry?: boolean;
  cause?: unknown;
};

/** The file could not be read. The message is for its owner. */
export class DocumentFailure extends Error {
  override readonly name = 'DocumentFailure';
  readonly retry: boolean;
  constructor(message: string, { retry = false, cause }: FailureOptions = {}) {
    super(message, { cause });
    this.retry = retry;
  }
}
