// Starts a thread (thread.ts). Node 20 passes no loader to threads, so this file registers tsx for sources.
import { workerData } from 'node:worker_threads';

if (workerData.endsWith('.ts')) (await import('tsx/esm/api')).register();
await import(workerData);
