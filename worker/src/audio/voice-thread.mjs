// Begins the thread that hears voices. Node 20 gives the first file of a thread no loader of its process's: this one needs none.
import { register } from 'tsx/esm/api';

register();
await import('./voice-thread.ts');
