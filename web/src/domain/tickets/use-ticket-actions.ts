import {
  answerTicket,
  createTicket,
  deleteTicket,
  getConversaTicket,
  getTicket,
  updateTicket,
} from '@escuta/shared/contracts/accounts/suporte';
import { useQueryClient } from '@tanstack/react-query';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, type Wire } from '../../lib/network/api.ts';
import { queryKey } from '../../lib/network/query.ts';
import { conversationQuery, ticketError, ticketQuery } from './ticket-queries.ts';

/** Creates a ticket. A failure shows no toast, because the form shows it. */
export function useCreateTicket() {
  const client = useQueryClient();
  return useApiMutation(createTicket, {
    done: 'Ticket de suporte criado com sucesso!',
    failed: null,
    onDone: (answer) =>
      client.setQueryData<Wire<typeof getTicket>>(ticketQuery(answer.data.id).queryKey, answer),
  });
}

/** Changes a ticket and updates the cache; the form shows failures. */
export function useUpdateTicket() {
  const client = useQueryClient();
  return useApiMutation(updateTicket, {
    done: 'Ticket atualizado com sucesso!',
    failed: null,
    onDone: (answer) =>
      client.setQueryData<Wire<typeof getTicket>>(ticketQuery(answer.data.id).queryKey, answer),
  });
}

/**
 * Deletes a ticket and shows the result in a toast. A ticket that no longer exists counts as deleted; any other failure
 * rejects. The ticket's queries are removed without a refetch, because the ticket closes.
 */
export function useDeleteTicket(): (id: string) => Promise<void> {
  const { run } = useApiMutation(deleteTicket, {
    failed: null,
    kept: ({ params }) => [
      queryKey(getTicket, { params }).slice(0, 2),
      queryKey(getConversaTicket, { params }).slice(0, 2),
    ],
  });
  return async (id) => {
    try {
      await run({ params: { id } });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) {
        toast.error(ticketError(error as Error, 'Erro ao excluir o ticket de suporte'));
        throw error;
      }
    }
    toast.success('Ticket excluído com sucesso!');
  };
}

/** Adds a message to a ticket, which may reopen it. A failure shows no toast, because the form shows it. */
export function useAnswerTicket(id: string) {
  const client = useQueryClient();
  return useApiMutation(answerTicket, {
    failed: null,
    onDone: (answer) =>
      client.setQueryData<Wire<typeof getConversaTicket>>(conversationQuery(id).queryKey, answer),
    kept: () => [conversationQuery(id).queryKey],
  });
}
