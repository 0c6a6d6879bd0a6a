import {
  getConversaTicket,
  getEstatisticasTickets,
  getTicket,
  listTickets,
} from '@escuta/shared/contracts/accounts/suporte';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, type CallInput, type Data } from '../../lib/network/api.ts';
import { apiListQuery, apiQuery } from '../../lib/network/query.ts';

/** Lists and details count as fresh for this long (specification 1, §7), ms. */
export const FRESH_MS = 30_000;

export type Ticket = Data<typeof getTicket>;

/** Query for a page of tickets; a result counts as fresh for `FRESH_MS`. */
export function ticketListQuery(query: CallInput<typeof listTickets>['query']) {
  return { ...apiListQuery(listTickets, { query }), staleTime: FRESH_MS };
}

/** Query for a single ticket; the result counts as fresh for `FRESH_MS`. */
export function ticketQuery(id: string) {
  return { ...apiQuery(getTicket, { params: { id } }), staleTime: FRESH_MS };
}

/** Polling interval of an open ticket's messages and changes, ms. */
const OPEN_REFRESH_MS = 15_000;

/** Query for the ticket on screen; polled because two people may work on the ticket. */
export function openTicketQuery(id: string) {
  return { ...ticketQuery(id), refetchInterval: OPEN_REFRESH_MS, staleTime: 0 };
}

/** Query for the messages and changes of the ticket on screen, polled every `OPEN_REFRESH_MS`. */
export function conversationQuery(id: string) {
  return { ...apiQuery(getConversaTicket, { params: { id } }), refetchInterval: OPEN_REFRESH_MS };
}

/** Query for the numbers of tickets at the top of the support page. */
export function ticketStatsQuery(query: CallInput<typeof getEstatisticasTickets>['query']) {
  return { ...apiListQuery(getEstatisticasTickets, { query }), staleTime: FRESH_MS };
}

/** Prefetches a ticket when a pointer or the focus reaches its row. */
export function usePrefetchTicket(): (id: string) => void {
  const client = useQueryClient();
  return useCallback((id) => void client.prefetchQuery(ticketQuery(id)), [client]);
}

/** A failure in words: the server's message or, if there is none, 'Erro {status}: {statusText}', as specified. */
export function ticketError(error: Error, fallback = error.message): string {
  // A proxy's response has the message 'HTTP 502: Bad Gateway'; the specification wants 'Erro 502: Bad Gateway'.
  const message = error instanceof ApiError ? error.message : fallback;
  return message.replace(/^HTTP (?=\d{3}\b)/, 'Erro ');
}

/** Message that says why tickets could not be listed. */
export function ticketListError(error: Error): string {
  return `Erro ao carregar tickets: ${ticketError(error)}`;
}
