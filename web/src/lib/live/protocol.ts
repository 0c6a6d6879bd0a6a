/** Messages between pages and the shared worker of live events. */
import type { LiveEvent } from '@escuta/shared/queues/pipeline';

/** Message from a page: 'ouvir' gives its token (again after a new sign-in), 'sair' says that the page closes. */
export type PageMessage = { tipo: 'ouvir'; url: string; token: string } | { tipo: 'sair' };

/**
 * Message from the worker. `mudou`: time of the company's last event, ms since 1970. `recusado`: the server refuses the
 * token.
 */
export type WorkerMessage =
  | { tipo: 'evento'; evento: LiveEvent }
  | { tipo: 'lacuna' }
  | { tipo: 'mudou'; em: number }
  | { tipo: 'ligado'; ligado: boolean }
  | { tipo: 'recusado'; token: string };
