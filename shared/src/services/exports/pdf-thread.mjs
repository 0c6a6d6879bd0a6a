// Starts a report's thread. Plain JavaScript, because Node 20 does not pass the process's loader to a thread's first
// file.
import { register } from 'tsx/esm/api';

register();
await import('./pdf-thread.ts');
