// Begins a thread (thread.ts). Node 20 gives the first file of a thread no loader of its process's: this one needs none.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData);
