import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/suporte';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { empresaIdOf } from '@escuta/shared/domain/scope';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, type Mail, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { findCompany } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { insertChanges } from './conversation-repo.ts';
import { changedFacts, changedMails, createdMails } from './mails.ts';
import {
  type Addressee,
  findAssignable,
  findPersonName,
  listAddressees,
  listAssignable,
} from './people-repo.ts';
import { presentEstatisticas, presentTicket } from './present.ts';
import {
  countTickets,
  deleteTicket,
  findMissingReference,
  findTicket,
  insertTicket,
  listTickets,
  lockTicket,
  type MissingReference,
  type NovoTicket,
  type TicketRow,
  writeTicket,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Ticket não encontrado');

const MISSING: Record<MissingReference, string> = {
  empresa: 'Empresa não encontrada.',
  projeto: 'Projeto não encontrado nesta empresa.',
  auditoria: 'Auditoria não encontrada nesta empresa.',
  item: 'Item de auditoria não encontrado nesta empresa.',
};

type CompanyChoice = { empresaId?: string | undefined; todas?: boolean };

/**
 * The company of a list or figure: the requested company, all of the scope (null), or the session's.
 * @throws AppError nao_encontrado if the caller may not see the requested company
 */
async function companyOf(deps: AppDeps, session: Session, choice: CompanyChoice): Promise<string | null> {
  const { empresaId } = choice;
  if (empresaId === undefined) return choice.todas ? empresaIdOf(session.scope) : session.empresaId;
  if (empresaId !== session.empresaId && !(await findCompany(deps.db, session.scope, empresaId))) {
    throw new AppError('nao_encontrado', MISSING.empresa);
  }
  return empresaId;
}

/**
 * A page of tickets, newest first.
 * @throws AppError nao_encontrado for a company outside the scope
 */
export async function pageOfTickets(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listTickets>,
) {
  const found = await listTickets(deps.db, session.scope, {
    ...query,
    empresaId: await companyOf(deps, session, query),
  });
  const { data: tickets, pagination } = presentPage(query, found, presentTicket);
  return { tickets, pagination };
}

/**
 * A ticket, as the API answers it.
 * @throws AppError nao_encontrado
 */
export async function readTicket(deps: AppDeps, session: Session, id: string) {
  const row = await findTicket(deps.db, session.scope, id);
  if (!row) throw notFound();
  return presentTicket(row);
}

/** Queues e-mails for managers and assignee in the caller's transaction, if e-mail is configured. */
async function tell(
  deps: AppDeps,
  client: Db,
  session: Session,
  ticket: TicketRow,
  write: (
    occasion: { ticket: TicketRow; quem: string | null; url: string | null },
    to: Addressee[],
  ) => Mail[],
): Promise<void> {
  if (!mailIsConfigured(deps.env)) return;
  const autorId = session.usuarioId;
  const addressees = await listAddressees(client, session.scope, {
    empresaId: ticket.empresa_id,
    atribuidoPara: ticket.atribuido_para,
    autorId,
  });
  if (addressees.length === 0) return;
  const quem = autorId === null ? null : ((await findPersonName(client, session.scope, autorId)) ?? 'Alguém');
  const url = publicLink(deps.env, `/dashboard/suporte?ticket=${ticket.id}`);
  await enqueueMails(client, deps, write({ ticket, quem, url }, addressees));
}

/**
 * Opens a ticket and mails the company's managers.
 * @throws AppError nao_encontrado if the company is outside the scope, or the project, audit or item is not the
 * company's
 */
export async function openTicket(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createTicket>,
) {
  const novo: NovoTicket = {
    empresaId: body.empresaId ?? session.empresaId,
    titulo: body.titulo,
    descricao: body.descricao,
    tipo: body.tipo,
    severidade: body.severidade,
    origem: body.origem ?? (session.via === 'chave' ? 'chrome' : 'web'),
    projetoId: body.projetoId,
    auditoriaId: body.auditoriaId,
    auditoriaItemId: body.auditoriaItemId,
    criadoPor: session.usuarioId,
  };
  return deps.db.transaction(async (tx) => {
    const missing = await findMissingReference(tx, session.scope, novo);
    if (missing) throw new AppError('nao_encontrado', MISSING[missing]);
    const id = await insertTicket(tx, session.scope, novo);
    const row = await findTicket(tx, session.scope, id);
    if (!row) throw notFound();
    const { tipo, severidade, origem } = novo;
    await recordAction(tx, {
      ...{ ...actor, empresaId: novo.empresaId, recurso: 'ticket', recursoId: id },
      acao: 'ticket_aberto',
      detalhes: { tipo, severidade, origem },
    });
    await tell(deps, tx, session, row, createdMails);
    return presentTicket(row);
  });
}

/**
 * Refuses an edit based on outdated values.
 * @throws AppError conflito
 */
function assertSeen(before: TicketRow, seen: BodyOf<typeof contracts.updateTicket>['visto']): void {
  if (!seen) return;
  const same =
    seen.status === before.status &&
    seen.severidade === before.severidade &&
    seen.atribuidoPara === before.atribuido_para;
  if (same) return;
  throw new AppError(
    'conflito',
    'Este ticket foi alterado por outra pessoa enquanto você o editava. Confira como ele está e salve de novo.',
    { dados: presentTicket(before) },
  );
}

/**
 * Changes a ticket's status, priority or assignee, and mails managers and assignee.
 * @throws AppError nao_encontrado for the ticket, or for a person who may not be assigned
 */
export async function changeTicket(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateTicket>,
) {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    if (!(await lockTicket(tx, scope, id))) throw notFound();
    const before = await findTicket(tx, scope, id);
    if (!before) throw notFound();
    assertSeen(before, body.visto);
    const values = {
      status: body.status ?? before.status,
      severidade: body.severidade ?? before.severidade,
      atribuido_para: body.atribuidoPara === undefined ? before.atribuido_para : body.atribuidoPara,
    };
    let holder = before.atribuido_para_nome;
    if (values.atribuido_para !== before.atribuido_para) {
      holder =
        values.atribuido_para === null
          ? null
          : await findAssignable(tx, scope, before.empresa_id, values.atribuido_para);
      if (values.atribuido_para !== null && holder === null) {
        throw new AppError(
          'nao_encontrado',
          'Responsável não encontrado: selecione uma pessoa com conta ativa nesta empresa.',
        );
      }
    }
    if (changedFacts(before, { ...before, ...values, atribuido_para_nome: holder }).length === 0) {
      return presentTicket(before);
    }
    await writeTicket(tx, scope, id, values);
    await insertChanges(tx, scope, id, session.usuarioId, [
      ...(values.status === before.status
        ? []
        : [{ campo: 'status' as const, de: before.status, para: values.status }]),
      ...(values.severidade === before.severidade
        ? []
        : [{ campo: 'severidade' as const, de: before.severidade, para: values.severidade }]),
      ...(values.atribuido_para === before.atribuido_para
        ? []
        : [{ campo: 'responsavel' as const, de: before.atribuido_para_nome, para: holder }]),
    ]);
    await recordAction(tx, {
      ...{ ...actor, empresaId: before.empresa_id, recurso: 'ticket', recursoId: id },
      acao: 'ticket_alterado',
      detalhes: { ...diffOf(before, values) },
    });
    const after = await findTicket(tx, scope, id);
    if (!after) throw notFound();
    await tell(deps, tx, session, after, (occasion, to) => changedMails(occasion, before, to));
    return presentTicket(after);
  });
}

/**
 * Deletes a ticket; the audit log keeps its data.
 * @throws AppError nao_encontrado
 */
export async function removeTicket(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await deleteTicket(tx, session.scope, id);
    if (!row) throw notFound();
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'ticket_excluido',
      recurso: 'ticket',
      recursoId: id,
      detalhes: { titulo: row.titulo, status: row.status },
    });
  });
}

/**
 * The support page's figures.
 * @throws AppError nao_encontrado for a company outside the scope
 */
export async function estatisticasOf(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.getEstatisticasTickets>,
) {
  const empresaId = await companyOf(deps, session, query);
  return presentEstatisticas(await countTickets(deps.db, session.scope, empresaId));
}

/**
 * People who may be assigned a company's tickets.
 * @throws AppError nao_encontrado for a company outside the scope
 */
export async function responsaveisOf(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listResponsaveis>,
) {
  const empresaId = (await companyOf(deps, session, query)) ?? session.empresaId;
  return listAssignable(deps.db, session.scope, { empresaId, q: query.q });
}
