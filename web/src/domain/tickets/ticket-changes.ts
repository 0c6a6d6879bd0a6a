import type { updateTicket } from '@escuta/shared/contracts/accounts/suporte';
import { SEVERIDADES, STATUS_TICKET } from '@escuta/shared/domain/accounts/tickets';
import { z } from 'zod';
import type { CallInput } from '../../lib/network/api.ts';
import type { Ticket } from './ticket-queries.ts';

/** Schema of the fields that the edit form of a ticket can change. */
export const ticketEdit = z.object({
  status: z.enum(STATUS_TICKET),
  severidade: z.enum(SEVERIDADES),
  /** The person to whom the ticket is assigned; null for nobody. */
  atribuidoPara: z.object({ id: z.string(), nome: z.string() }).nullable(),
});
export type TicketEdit = z.infer<typeof ticketEdit>;

export function editOf(
  ticket: Pick<Ticket, 'status' | 'severidade' | 'atribuidoPara' | 'atribuidoParaNome'>,
): TicketEdit {
  const { status, severidade, atribuidoPara: id, atribuidoParaNome } = ticket;
  return {
    status,
    severidade,
    atribuidoPara: id ? { id, nome: atribuidoParaNome ?? 'Pessoa sem conta' } : null,
  };
}

/** The changed fields. The request leaves out unchanged fields, so that other people's changes to them stay. */
export function changesOf(
  { status, severidade, atribuidoPara }: TicketEdit,
  changed: ReadonlySet<keyof TicketEdit>,
): CallInput<typeof updateTicket>['body'] {
  return {
    ...(changed.has('status') ? { status } : {}),
    ...(changed.has('severidade') ? { severidade } : {}),
    ...(changed.has('atribuidoPara') ? { atribuidoPara: atribuidoPara?.id ?? null } : {}),
  };
}
