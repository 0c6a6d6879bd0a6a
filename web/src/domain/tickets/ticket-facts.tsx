import { ORIGEM_TICKET_LABEL } from '@escuta/shared/domain/accounts/tickets';
import { Link } from 'react-router-dom';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import type { Ticket } from './ticket-queries.ts';

const linkClasses = 'focus-ring rounded-sm text-primary-text underline-offset-4 hover:underline';

/** All facts of a ticket besides its title and badges. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { projetoId, auditoriaItemId } = ticket;
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
          {ticket.criadoPor === null
            ? 'Integração (chave de API)'
            : (ticket.criadoPorNome ?? 'Pessoa sem conta')}
        </Fact>
        {ticket.atribuidoPara ? (
          <Fact label="Atribuído para">{ticket.atribuidoParaNome ?? 'Pessoa sem conta'}</Fact>
        ) : null}
        <Fact label="Empresa">{ticket.empresaNome}</Fact>
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
          </Fact>
        ) : null}
        {auditoriaItemId ? (
          <Fact label="Item de auditoria">
            <Link to={href(paths.analiseLigacao, { itemId: auditoriaItemId })} className={linkClasses}>
              Abrir a análise
            </Link>
          </Fact>
        ) : null}
      </Facts>
      <details className="text-muted-foreground text-sm">
        <summary className="focus-ring w-fit cursor-pointer rounded-sm text-xs">
          Códigos para o suporte
        </summary>
        <dl className="mt-2 grid gap-1 text-xs">
          {codesOf(ticket).map(([label, id]) => (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt>{label}</dt>
              <dd className="break-all font-mono">{id}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

/** Ids of the ticket and of what it is about, for when support staff ask for them. */
function codesOf(ticket: Ticket): [label: string, id: string][] {
  const codes: [string, string | null][] = [
    ['Ticket', ticket.id],
    ['Empresa', ticket.empresaId],
    ['Projeto', ticket.projetoId],
    ['Auditoria', ticket.auditoriaId],
    ['Item de auditoria', ticket.auditoriaItemId],
    ['Criado por', ticket.criadoPor],
    ['Atribuído para', ticket.atribuidoPara],
  ];
  return codes.filter((code): code is [string, string] => code[1] !== null);
}
