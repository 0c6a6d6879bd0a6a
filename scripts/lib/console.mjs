// What the scripts say to people: short lines in Portuguese, colours only on a terminal.
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = (text) => paint(1, text);
export const say = (text) => console.log(text);
export const step = (text) => console.log(`${paint(36, '›')} ${text}`);
export const done = (text) => console.log(`${paint(32, '✓')} ${text}`);
export const warn = (text) => console.warn(`${paint(33, '!')} ${text}`);
export const fail = (text) => console.error(`${paint(31, '✗')} ${text}`);

/** An error whose message is meant for the person at the terminal: printed without a stack. */
export class UserError extends Error {}
