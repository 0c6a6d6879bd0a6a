/** Thrown if a file cannot be read. The message is for people, and reveals nothing of the file's content. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
