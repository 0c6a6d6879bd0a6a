import type { Severidade, StatusTicket } from '@escuta/shared/domain/tickets';
import type { Person } from './person-picker.tsx';
import type { Ticket } from './ticket-queries.ts';
import type { TicketChanges } from './use-ticket-actions.ts';

/** What the edit form holds. */
export type TicketEdit = { status: StatusTicket; severidade: Severidade; atribuidoPara: Person | null };

/** The fields that differ from the ticket; nobody is sent as null. Null when none differs: nothing is to be sent. */
export function changesOf(
  ticket: Pick<Ticket, 'status' | 'severidade' | 'atribuidoPara'>,
  edit: TicketEdit,
): TicketChanges | null {
  const holder = edit.atribuidoPara?.id ?? null;
  const changes: TicketChanges = {
    ...(edit.status === ticket.status ? {} : { status: edit.status }),
    ...(edit.severidade === ticket.severidade ? {} : { severidade: edit.severidade }),
    ...(holder === ticket.atribuidoPara ? {} : { atribuidoPara: holder }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
