import type { Processes } from '@escuta/shared/platform/process/processes';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { Places } from '@escuta/shared/platform/redis/places';
import type { WatchedStore } from '@escuta/shared/platform/storage/watched-store';
import type { Accesses } from './access/accesses.ts';
import type { Deps } from './base-deps.ts';
import type { Metrics } from './plugins/metrics.ts';
import type { Sessions } from './plugins/session/sessions.ts';
import type { Tokens } from './plugins/session/tokens.ts';
import type { Subscriptions } from './plugins/subscriptions.ts';

/** `Deps` and the services that live as long as one app: buildApp makes and closes them. */
export type AppDeps = Omit<Deps, 'store'> & {
  store: WatchedStore;
  tokens: Tokens;
  sessions: Sessions;
  subscriptions: Subscriptions;
  metrics: Metrics;
  /** The log of accesses, written before a byte leaves. */
  accesses: Accesses;
  /** Tells open pages of what is committed. */
  publish: LivePublisher;
  /** The installation's processes. */
  processes: Processes;
  /** What all API processes together have so many of. */
  places: Places;
  /** True once the process is on its way out: readiness answers red. */
  isStopping: () => boolean;
  /** Runs when the app becomes ready. */
  onStart: (run: () => Promise<void> | void) => void;
  /** Runs before the app closes: what would keep connections open ends here. */
  onStop: (run: () => Promise<void> | void) => void;
};
