// The scripts' messages to people: short lines in Portuguese, colours only on a terminal.
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

/** Destination of ordinary lines. */
let write = (text) => console.log(text);
/** Sends all further lines to stderr, because stdout belongs to a command's answer. */
export function sayToStderr() {
  write = (text) => console.error(text);
}

export const bold = (text) => paint(1, text);
export const say = (text) => write(text);
export const step = (text) => write(`${paint(36, '›')} ${text}`);
export const done = (text) => write(`${paint(32, '✓')} ${text}`);
export const warn = (text) => console.warn(`${paint(33, '!')} ${text}`);
export const fail = (text) => console.error(`${paint(31, '✗')} ${text}`);

/** An error with a message for the person at the terminal: printed without a stack. */
export class UserError extends Error {}
