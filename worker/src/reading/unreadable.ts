/** A file cannot be read. The message is for people; nothing of the file is used. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
