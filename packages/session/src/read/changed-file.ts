/** Thrown when a file changed after it was opened. Open it again. */
export class ChangedFileError extends Error {
  override readonly name = 'ChangedFileError';
}
