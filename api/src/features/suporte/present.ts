import type { TicketWire } from '@escuta/shared/contracts/accounts/suporte';
import { isTicketOpen, STATUS_TICKET, type StatusTicket } from '@escuta/shared/domain/accounts/tickets';
import type { TicketCounts, TicketRow } from './repo.ts';

export function presentTicket(row: TicketRow): TicketWire {
  return {
    id: row.id,
    titulo: row.titulo,
    descricao: row.descricao,
    tipo: row.tipo,
    severidade: row.severidade,
    status: row.status,
    origem: row.origem,
    empresaId: row.empresa_id,
    projetoId: row.projeto_id,
    auditoriaId: row.auditoria_id,
    auditoriaItemId: row.auditoria_item_id,
    criadoPor: row.criado_por,
    atribuidoPara: row.atribuido_para,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    criadoPorNome: row.criado_por_nome,
    atribuidoParaNome: row.atribuido_para_nome,
    empresaNome: row.empresa_nome,
    projetoNome: row.projeto_nome,
  };
}

/** The support page's figures. */
export function presentEstatisticas(counts: TicketCounts) {
  const porStatus = Object.fromEntries(STATUS_TICKET.map((status) => [status, 0])) as Record<
    StatusTicket,
    number
  >;
  let emAberto = 0;
  let resolvidos = 0;
  let criticos = 0;
  for (const count of counts) {
    porStatus[count.status] = count.n;
    if (isTicketOpen(count.status)) {
      emAberto += count.n;
      criticos += count.criticos;
    } else {
      resolvidos += count.n;
    }
  }
  return { total: emAberto + resolvidos, emAberto, resolvidos, criticos, porStatus };
}
