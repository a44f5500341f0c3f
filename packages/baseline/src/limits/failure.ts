/** The built-in model cannot do what was requested. The message is for the caller. */
export class BaselineFailure extends Error {
  override readonly name = 'BaselineFailure';
}
