// Starts the thread of a report. Node 20 does not pass the process's loader to a thread's first file, so this file
// needs none.
import { register } from 'tsx/esm/api';

register();
await import('./pdf-thread.ts');
