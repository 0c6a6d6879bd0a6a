/** A file is unreadable. The message is for people and shows nothing of the file. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
