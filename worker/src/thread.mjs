// Starts a thread, from source with the loader tsx, which Node 20 does not pass to threads.
import { workerData } from 'node:worker_threads';

if (workerData.endsWith('.ts')) (await import('tsx/esm/api')).register();
await import(workerData);
