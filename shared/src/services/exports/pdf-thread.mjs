// Begins the thread of a report. Node 20 gives the first file of a thread no loader of its process's: this one needs
// none.
import { register } from 'tsx/esm/api';

register();
await import('./pdf-thread.ts');
