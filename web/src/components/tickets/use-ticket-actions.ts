import {
  answerTicket,
  createTicket,
  deleteTicket,
  type getConversaTicket,
  getTicket,
  updateTicket,
} from '@escuta/shared/contracts/suporte';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApiMutation } from '../../kit/mutation.ts';
import { ApiError, call, type Wire } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { conversationQuery, refreshTicketLists, ticketError, ticketQuery } from './ticket-queries.ts';

/** Opens a ticket; the form tells what failed. */
export function useCreateTicket() {
  const client = useQueryClient();
  return useApiMutation(createTicket, {
    done: 'Ticket de suporte criado com sucesso!',
    failed: null,
    onDone: (answer) =>
      client.setQueryData<Wire<typeof getTicket>>(ticketQuery(answer.data.id).queryKey, answer),
  });
}

/** Changes a ticket and replaces what is known of it; the form tells what failed. */
export function useUpdateTicket() {
  const client = useQueryClient();
  return useApiMutation(updateTicket, {
    done: 'Ticket atualizado com sucesso!',
    failed: null,
    onDone: (answer) =>
      client.setQueryData<Wire<typeof getTicket>>(ticketQuery(answer.data.id).queryKey, answer),
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
