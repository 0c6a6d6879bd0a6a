// Begins a thread (thread.ts). Node 20 gives the first file of a thread no loader of its process's: from sources this one brings it.
import { workerData } from 'node:worker_threads';

if (workerData.endsWith('.ts')) (await import('tsx/esm/api')).register();
await import(workerData);
