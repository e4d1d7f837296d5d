/** The clients' own text for a call that was not carried out because the user declined or stopped it. */
const REJECTION = /^(The user doesn't want to (proceed|take this action)|\[Request interrupted by user for tool use)/;

/** Whether a result marked as an error only means that the user declined: then nothing failed. */
export function isRejection(resultText: string): boolean {
  return REJECTION.test(resultText);
}
