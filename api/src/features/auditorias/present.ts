import type { AuditoriaWire } from '@escuta/shared/contracts/surveys/auditorias';
import type { AuditoriaRow } from './repo.ts';

export function presentAuditoria(row: AuditoriaRow): AuditoriaWire {
  const { pendentes, processando, concluidos, erros } = row;
  return {
    id: row.id,
    nome: row.nome,
    status: row.status,
    itens: {
      total: pendentes + processando + concluidos + erros,
      pendentes,
      processando,
      concluidos,
      erros,
    },
    projeto_id: row.projeto_id,
    projeto: { nome: row.projeto_nome, empresa: { nome: row.empresa_nome } },
    observacoes: row.observacoes,
    created_at: row.created_at.toISOString(),
  };
}
