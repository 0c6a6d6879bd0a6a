/** Messages between pages and the shared worker of live events. */
import type { LiveEvent } from '@escuta/shared/queues/pipeline';

/** From a page: the token that it listens with (also after a new sign-in), or its end. */
export type PageMessage = { tipo: 'ouvir'; url: string; token: string } | { tipo: 'sair' };

/** From the worker. `mudou`: time of the company's last event, ms (Unix). `recusado`: the server refuses this token. */
export type WorkerMessage =
  | { tipo: 'evento'; evento: LiveEvent }
  | { tipo: 'lacuna' }
  | { tipo: 'mudou'; em: number }
  | { tipo: 'ligado'; ligado: boolean }
  | { tipo: 'recusado'; token: string };
