import type * as contracts from '@escuta/shared/contracts/accounts/leads';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type { MailContent } from '@escuta/shared/domain/accounts/mail-layout';
import { AppError } from '@escuta/shared/domain/errors';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Session } from '../../sign-in/session.ts';
import { addLead, deleteLead, type LeadRow, listLeads, lockLead, markLead } from './repo.ts';

type NewLead = BodyOf<typeof contracts.createLead>;

function noticeOf(lead: NewLead, url: string | null): MailContent {
  return {
    titulo: 'Novo pedido de demonstração',
    paragrafos: ['Alguém pediu uma demonstração pela página pública.'],
    fatos: [
      ['Nome', lead.nome],
      ['E-mail', lead.email],
      ['Telefone', lead.telefone],
      ...(lead.plano ? ([['Plano', lead.plano]] as [string, string][]) : []),
    ],
    ...(url === null ? {} : { acao: { texto: 'Ver os pedidos', url } }),
    rodape: 'Você recebe esta mensagem como contato do operador desta instalação (OPERADOR_EMAIL).',
  };
}

/** Stores a demonstration request and mails the operator. Repeating the request soon after does nothing. */
export async function requestDemo(deps: AppDeps, lead: NewLead): Promise<void> {
  const operator = deps.env.OPERADOR_EMAIL;
  await deps.db.transaction(async (tx) => {
    const isNew = await addLead(tx, lead);
    if (!isNew || operator === undefined || !mailIsConfigured(deps.env)) return;
    await enqueueMails(tx, deps, [
      {
        empresaId: null,
        para: operator,
        assunto: `Pedido de demonstração: ${lead.nome}`,
        conteudo: noticeOf(lead, publicLink(deps.env, '/admin/leads')),
      },
    ]);
  });
}

const presentLead = (row: LeadRow) => ({
  ...row,
  atendido_em: row.atendido_em?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/**
 * A page of the leads, newest first.
 * @throws AppError requisicao_invalida beyond the last allowed page
 */
export async function pageOfLeads(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listLeads>,
) {
  const { page, limit, q, situacao } = query;
  return presentPage(
    query,
    await listLeads(deps.db, session.scope, { q, situacao, page, limit }),
    presentLead,
  );
}

/**
 * Marks a lead as attended or as new; undefined changes nothing. The person who first attended the lead stays.
 * @throws AppError nao_encontrado
 */
export function changeLead(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  atendido: boolean | undefined,
) {
  return deps.db.transaction(async (tx) => {
    const locked = async () => {
      const row = await lockLead(tx, session.scope, id);
      if (!row) throw new AppError('nao_encontrado', 'Pedido de demonstração não encontrado.');
      return row;
    };
    const before = await locked();
    const change = diffOf({ atendido: before.atendido_em !== null }, { atendido });
    if (!change) return presentLead(before);
    await markLead(tx, session.scope, id, atendido ? { por: session.usuarioId } : null);
    await recordAction(tx, {
      ...actor,
      empresaId: null,
      acao: 'lead_alterado',
      recurso: 'lead',
      recursoId: id,
      detalhes: change,
    });
    return presentLead(await locked());
  });
}

/**
 * Deletes a lead; the log keeps none of its personal data.
 * @throws AppError nao_encontrado
 */
export async function removeLead(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const gone = await deleteLead(tx, session.scope, id);
    if (!gone) throw new AppError('nao_encontrado', 'Pedido de demonstração não encontrado.');
    await recordAction(tx, {
      ...actor,
      empresaId: null,
      acao: 'lead_excluido',
      recurso: 'lead',
      recursoId: id,
      detalhes: { pedido_em: gone.created_at.toISOString(), atendido: gone.atendido },
    });
  });
}
