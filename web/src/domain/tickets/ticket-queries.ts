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

/** Time for which lists and details count as current (specification 1, §7), ms. */
export const FRESH_MS = 30_000;

export type Ticket = Data<typeof getTicket>;

/** A page of tickets, for useQuery. */
export function ticketListQuery(query: CallInput<typeof listTickets>['query']) {
  return { ...apiListQuery(listTickets, { query }), staleTime: FRESH_MS };
}

/** One ticket, for useQuery. */
export function ticketQuery(id: string) {
  return { ...apiQuery(getTicket, { params: { id } }), staleTime: FRESH_MS };
}

/** Interval of asking for others' messages and changes in an open ticket, ms. */
const OPEN_REFRESH_MS = 15_000;

/** A ticket that is open on screen: two people may be at it. */
export function openTicketQuery(id: string) {
  return { ...ticketQuery(id), refetchInterval: OPEN_REFRESH_MS, staleTime: 0 };
}

/** Messages and changes of the ticket on screen. */
export function conversationQuery(id: string) {
  return { ...apiQuery(getConversaTicket, { params: { id } }), refetchInterval: OPEN_REFRESH_MS };
}

/** The support page's figures, for useQuery. */
export function ticketStatsQuery(query: CallInput<typeof getEstatisticasTickets>['query']) {
  return { ...apiListQuery(getEstatisticasTickets, { query }), staleTime: FRESH_MS };
}

/** Fetches a ticket before it is opened: for the moment a pointer or the focus reaches its row. */
export function usePrefetchTicket(): (id: string) => void {
  const client = useQueryClient();
  return useCallback((id) => void client.prefetchQuery(ticketQuery(id)), [client]);
}

/** A failure in the specification's words for tickets: the server's own, else 'Erro {status}: {statusText}'. */
export function ticketError(error: Error, fallback = error.message): string {
  // Here, by the specification, an answer that is not the API's is told as 'Erro 502: Bad Gateway'.
  const message = error instanceof ApiError ? error.message : fallback;
  return message.replace(/^HTTP (?=\d{3}\b)/, 'Erro ');
}

/** The reason why tickets could not be listed. */
export function ticketListError(error: Error): string {
  return `Erro ao carregar tickets: ${ticketError(error)}`;
}
