/** A file is unreadable. The message is for people and reveals nothing of the file. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
