/** Messages between pages and the shared worker of live events. */
import type { LiveEvent } from '@escuta/shared/queues/pipeline';

/** Of a page: which token it listens with (also after a new sign-in), or that it goes away. */
export type PageMessage = { tipo: 'ouvir'; url: string; token: string } | { tipo: 'sair' };

/**
 * Of the worker. `mudou`: when the company's last event was, ms (Unix). `recusado`: the server does not take this
 * token.
 */
export type WorkerMessage =
  | { tipo: 'evento'; evento: LiveEvent }
  | { tipo: 'lacuna' }
  | { tipo: 'mudou'; em: number }
  | { tipo: 'ligado'; ligado: boolean }
  | { tipo: 'recusado'; token: string };
