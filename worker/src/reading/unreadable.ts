/** A file that cannot be read, and why: the message is for people, and what was read is nothing. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
