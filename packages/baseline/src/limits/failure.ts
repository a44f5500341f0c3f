/** The built-in model cannot do what was asked, in words for whoever asked. */
export class BaselineFailure extends Error {
  override readonly name = 'BaselineFailure';
}
