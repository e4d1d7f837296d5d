/** What was read of a file stands there no more: somebody wrote to it. It has to be opened anew. */
export class ChangedFileError extends Error {
  override readonly name = 'ChangedFileError';
}
