/** Text of people as part of a LIKE pattern: characters that it would read as wildcards stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
