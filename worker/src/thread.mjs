// Starts a thread (thread.ts), with the TypeScript loader tsx if run from source: Node 20 passes no loader to threads.
import { workerData } from 'node:worker_threads';

if (workerData.endsWith('.ts')) (await import('tsx/esm/api')).register();
await import(workerData);
