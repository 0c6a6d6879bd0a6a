import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { leaveBy } from '../../lib/page/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, type Confirmed } from '../../ui/overlays/alert-dialog.tsx';
import { Dialog, DialogContent, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { Sheet, SheetContent, SheetTitle } from '../../ui/overlays/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TicketSeveridadeBadge, TicketStatusBadge, TicketTipoBadge } from './ticket-badges.tsx';
import { TicketConversation } from './ticket-conversation.tsx';
import { TicketEditForm } from './ticket-edit-form.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { openTicketQuery, type Ticket, ticketError } from './ticket-queries.ts';
import { useDeleteTicket } from './use-ticket-actions.ts';

interface TicketDetailProps {
  /** Id of the shown ticket; null closes the sheet or dialog. */
  id: string | null;
  onClose: () => void;
  /** Place of the ticket: a side sheet (default) or a dialog. */
  mode?: 'sheet' | 'dialog';
  /** True if people with the permission may change the ticket in this view. */
  canEdit?: boolean;
}

const TITLE = 'Detalhes do Ticket';

/** A ticket in full, in a side sheet or a dialog. */
export function TicketDetail({ id, onClose, mode = 'sheet', canEdit = false }: TicketDetailProps) {
  // Remembers the last ticket, which stays visible while the sheet closes.
  const last = useRef(id);
  if (id !== null) last.current = id;
  const body = last.current ? (
    <TicketBody key={last.current} id={last.current} canEdit={canEdit} onClose={onClose} />
  ) : null;
  const open = id !== null;
  // Asks before closing if an edit of the ticket is unsaved.
  const onOpenChange = (next: boolean): void => (next ? undefined : leaveBy(onClose));
  return mode === 'dialog' ? (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent aria-describedby={undefined} className="max-w-xl">
        <DialogTitle className="pr-6">{TITLE}</DialogTitle>
        {body}
      </DialogContent>
    </Dialog>
  ) : (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent aria-describedby={undefined} className="gap-5 p-5 sm:p-6">
        <SheetTitle className="pr-6">{TITLE}</SheetTitle>
        {body}
      </SheetContent>
    </Sheet>
  );
}

function TicketBody({ id, canEdit, onClose }: { id: string; canEdit: boolean; onClose: () => void }) {
  const query = useQuery({ ...openTicketQuery(id), select: (answer) => answer.data });
  const { data, error } = query;
  // Status 400 means that the id in the address is not valid.
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (data && !gone) return <TicketContent ticket={data} canEdit={canEdit} onClose={onClose} />;
  if (!error) return <TicketSkeleton />;
  return (
    <ErrorState
      title={gone ? 'Ticket não encontrado' : `Erro ao carregar detalhes do ticket: ${ticketError(error)}`}
      onRetry={gone ? undefined : () => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

function TicketSkeleton(): ReactNode {
  return (
    <div aria-busy="true" className="grid gap-5">
      <span className="sr-only">Carregando…</span>
      <Skeleton className="h-6 w-3/4" />
      <div className="flex gap-2">
        <Skeleton className="h-5 w-20 rounded-full" />
        <Skeleton className="h-5 w-16 rounded-full" />
        <Skeleton className="h-5 w-16 rounded-full" />
      </div>
      <Skeleton className="h-28" />
      <div className="grid grid-cols-2 gap-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-9" />
        ))}
      </div>
    </div>
  );
}

function TicketContent({
  ticket,
  canEdit,
  onClose,
}: {
  ticket: Ticket;
  canEdit: boolean;
  onClose: () => void;
}) {
  const can = useCan();
  const remove = useDeleteTicket();
  const [editing, setEditing] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const mayEdit = canEdit && can('ticket', 'update');
  const mayDelete = canEdit && can('ticket', 'delete');
  return (
    <>
      <div className="grid gap-3">
        <h3 className="break-words font-semibold [overflow-wrap:anywhere] text-base leading-snug">
          {ticket.titulo}
        </h3>
        <div className="flex flex-wrap gap-1.5">
          <TicketStatusBadge status={ticket.status} />
          <TicketTipoBadge tipo={ticket.tipo} />
          <TicketSeveridadeBadge severidade={ticket.severidade} />
        </div>
        {(mayEdit || mayDelete) && !editing ? (
          <div className="flex flex-wrap gap-2">
            {mayEdit ? (
              <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Editar
              </Button>
            ) : null}
            {mayDelete ? (
              <Button variant="outline" size="sm" onClick={() => setConfirming(true)}>
                <Trash2 aria-hidden="true" />
                Excluir
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {editing ? <TicketEditForm ticket={ticket} onDone={() => setEditing(false)} /> : null}
      <TicketFacts ticket={ticket} />
      <TicketConversation ticket={ticket} />
      <DeleteTicketDialog
        ticket={confirming ? ticket : null}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await remove(ticket.id);
          onClose();
        }}
      />
    </>
  );
}

/** Dialog that asks for a confirmation before a ticket is deleted. */
export function DeleteTicketDialog({
  ticket,
  onClose,
  onConfirm,
}: {
  /** The ticket to delete; null closes the dialog. */
  ticket: Pick<Ticket, 'titulo'> | null;
  onClose: () => void;
  onConfirm: () => Confirmed;
}) {
  return (
    <ConfirmDialog
      open={ticket !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Excluir ticket"
      description={`O ticket “${ticket?.titulo ?? ''}” será excluído. Esta ação não pode ser desfeita.`}
      confirmLabel="Excluir"
      destructive
      onConfirm={onConfirm}
    />
  );
}
