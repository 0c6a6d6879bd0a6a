import { ORIGEM_TICKET_LABEL } from '@escuta/shared/domain/accounts/tickets';
import { Link } from 'react-router-dom';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import type { Ticket } from './ticket-queries.ts';

/** An id, small: what support is asked for, not what people read first. */
function TicketId({ children }: { children: string }) {
  return <span className="block break-all font-mono text-micro text-muted-foreground">{children}</span>;
}

const linkClasses = 'focus-ring rounded-sm text-primary-text underline-offset-4 hover:underline';

/** All that a ticket says besides its title and badges. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { projetoId, auditoriaId, auditoriaItemId } = ticket;
  return (
    <>
      <section className="grid gap-1.5">
        <h3 className="font-medium text-sm">Descrição</h3>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere] rounded-md bg-muted/60 p-3 text-sm leading-relaxed">
          {ticket.descricao}
        </p>
      </section>
      <Facts className="grid-cols-1 gap-x-6 text-sm sm:grid-cols-2">
        <Fact label="Criado em">{formatDateTime(ticket.createdAt)}</Fact>
        <Fact label="Atualizado em">{formatDateTime(ticket.updatedAt)}</Fact>
        <Fact label="Criado por">
          {ticket.criadoPor === null ? (
            'Integração (chave de API)'
          ) : (
            <>
              {ticket.criadoPorNome ?? 'Pessoa sem conta'}
              <TicketId>{ticket.criadoPor}</TicketId>
            </>
          )}
        </Fact>
        {ticket.atribuidoPara ? (
          <Fact label="Atribuído para">
            {ticket.atribuidoParaNome ?? 'Pessoa sem conta'}
            <TicketId>{ticket.atribuidoPara}</TicketId>
          </Fact>
        ) : null}
        <Fact label="Empresa">
          {ticket.empresaNome}
          <TicketId>{ticket.empresaId}</TicketId>
        </Fact>
        <Fact label="Origem">{ORIGEM_TICKET_LABEL[ticket.origem]}</Fact>
        {projetoId ? (
          <Fact label="Projeto">
            {ticket.projetoNome === null ? (
              'Projeto excluído'
            ) : (
              <Link to={href(paths.projeto, { id: projetoId })} className={linkClasses}>
                {ticket.projetoNome}
              </Link>
            )}
            <TicketId>{projetoId}</TicketId>
          </Fact>
        ) : null}
        {auditoriaId ? (
          <Fact label="Auditoria">
            <TicketId>{auditoriaId}</TicketId>
          </Fact>
        ) : null}
        {auditoriaItemId ? (
          <Fact label="Item de auditoria">
            <Link to={href(paths.analiseLigacao, { itemId: auditoriaItemId })} className={linkClasses}>
              Abrir a análise
            </Link>
            <TicketId>{auditoriaItemId}</TicketId>
          </Fact>
        ) : null}
      </Facts>
    </>
  );
}
