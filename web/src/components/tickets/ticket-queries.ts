import { getEstatisticasTickets, getTicket, listTickets } from '@escuta/shared/contracts/suporte';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type CallInput, type Data, errorMessage } from '../../lib/api.ts';
import { apiListQuery, apiQuery, queryKey } from '../../lib/query.ts';

/** How long lists and details count as current (specification 1, §7), ms. */
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

/** The support page's figures, for useQuery. */
export function ticketStatsQuery(query: CallInput<typeof getEstatisticasTickets>['query']) {
  return { ...apiListQuery(getEstatisticasTickets, { query }), staleTime: FRESH_MS };
}

/** Fetches a ticket before it is opened: for the moment a pointer or the focus reaches its row. */
export function usePrefetchTicket(): (id: string) => void {
  const client = useQueryClient();
  return useCallback((id) => void client.prefetchQuery(ticketQuery(id)), [client]);
}

/** Asks again for every list of tickets and for the figures. */
export function refreshTicketLists(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: queryKey(listTickets) }),
    client.invalidateQueries({ queryKey: queryKey(getEstatisticasTickets) }),
  ]);
}

/** A failure in the specification's words for tickets: the server's own, else 'Erro {status}: {statusText}'. */
export function ticketError(error: Error, fallback = error.message): string {
  return errorMessage(error, fallback).replace(/^HTTP (?=\d{3}\b)/, 'Erro ');
}

/** Why tickets could not be listed. */
export function ticketListError(error: Error): string {
  return `Erro ao carregar tickets: ${ticketError(error)}`;
}
