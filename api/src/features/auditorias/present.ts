import type { AuditoriaWire } from '@escuta/shared/contracts/auditorias';
import type { AuditoriaRow } from './repo.ts';

/** An audit as the contracts show it. */
export function presentAuditoria(row: AuditoriaRow): AuditoriaWire {
  return {
    id: row.id,
    nome: row.nome,
    status: row.status,
    projeto_id: row.projeto_id,
    projeto: { nome: row.projeto_nome, empresa: { nome: row.empresa_nome } },
    observacoes: row.observacoes,
    created_at: row.created_at.toISOString(),
  };
}
