import {
  answerTicket,
  createTicket,
  deleteTicket,
  getConversaTicket,
  getTicket,
  updateTicket,
} from '@escuta/shared/contracts/suporte';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type CallInput, call, type Wire } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { conversationQuery, refreshTicketLists, ticketError, ticketQuery } from './ticket-queries.ts';

/** Opens a ticket, tells how it went, and refreshes every list. */
export function useCreateTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof createTicket>['body']) => call(createTicket, { body }),
    onSuccess(answer) {
      client.setQueryData<Wire<typeof getTicket>>(ticketQuery(answer.data.id).queryKey, answer);
      toast.success('Ticket de suporte criado com sucesso!');
      void refreshTicketLists(client);
    },
    onError: (error) => toast.error(ticketError(error, 'Erro ao criar ticket de suporte')),
  });
}

export type TicketChanges = CallInput<typeof updateTicket>['body'];

/** Changes a ticket, tells how it went, replaces what is known of it and refreshes every list. */
export function useUpdateTicket(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TicketChanges) => call(updateTicket, { params: { id }, body }),
    onSuccess(answer) {
      client.setQueryData<Wire<typeof getTicket>>(ticketQuery(id).queryKey, answer);
      toast.success('Ticket atualizado com sucesso!');
      void client.invalidateQueries({ queryKey: queryKey(getConversaTicket, { params: { id } }) });
      void refreshTicketLists(client);
    },
    onError(error) {
      toast.error(ticketError(error, 'Erro ao atualizar ticket de suporte'));
      if (error instanceof ApiError && error.status === 409) {
        void client.invalidateQueries({ queryKey: queryKey(getTicket, { params: { id } }) });
        void client.invalidateQueries({ queryKey: queryKey(getConversaTicket, { params: { id } }) });
        void refreshTicketLists(client);
      }
    },
  });
}

/** Deletes a ticket, tells how it went, and refreshes every list. One that is already gone counts as deleted. */
export function useDeleteTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(deleteTicket, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess(_answer, id) {
      // Not asked for again while it is still on screen: it closes now.
      void client.invalidateQueries({
        queryKey: queryKey(getTicket, { params: { id } }),
        refetchType: 'none',
      });
      toast.success('Ticket excluído com sucesso!');
      void refreshTicketLists(client);
    },
    onError: (error) => toast.error(ticketError(error, 'Erro ao excluir ticket de suporte')),
  });
}

/** Answers in a ticket, and refreshes what is known of it: an answer may have reopened it. */
export function useAnswerTicket(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (texto: string) => call(answerTicket, { params: { id }, body: { texto } }),
    onSuccess(answer) {
      client.setQueryData<Wire<typeof getConversaTicket>>(conversationQuery(id).queryKey, answer);
      void client.invalidateQueries({ queryKey: queryKey(getTicket, { params: { id } }) });
      void refreshTicketLists(client);
    },
  });
}
