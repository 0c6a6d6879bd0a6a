import type { Processes } from '@escuta/shared/platform/process/processes';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { SharedSemaphore } from '@escuta/shared/platform/redis/shared-semaphore';
import type { WatchedStore } from '@escuta/shared/platform/storage/watched-store';
import type { Accesses } from './access/accesses.ts';
import type { Deps } from './base-deps.ts';
import type { Metrics } from './plugins/metrics.ts';
import type { Sessions } from './plugins/session/sessions.ts';
import type { Tokens } from './plugins/session/tokens.ts';
import type { Subscriptions } from './plugins/subscriptions.ts';

/** `Deps` and the services that buildApp creates and closes. */
export type AppDeps = Omit<Deps, 'store'> & {
  store: WatchedStore;
  tokens: Tokens;
  sessions: Sessions;
  subscriptions: Subscriptions;
  metrics: Metrics;
  accesses: Accesses;
  /** Tells open pages about committed changes. */
  publish: LivePublisher;
  processes: Processes;
  semaphore: SharedSemaphore;
  /** True once the process shuts down; readiness then fails. */
  isStopping: () => boolean;
  onStart: (run: () => Promise<void> | void) => void;
  /** Registers a function that runs before the app closes, to end what would keep connections open. */
  onStop: (run: () => Promise<void> | void) => void;
};
