import { fileURLToPath } from 'node:url';

/** The repository's folder, whatever the working folder is. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Data of the private instances, logs and objects; never committed. */
export const DATA = fileURLToPath(new URL('../../.data', import.meta.url));
