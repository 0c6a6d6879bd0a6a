import type { FalhaWire } from '@escuta/shared/contracts/operation/operacao';
import type { FalhaRow } from './repo.ts';

export function presentFalha(row: FalhaRow): FalhaWire {
  return {
    id: row.id,
    status: row.status,
    etapa: row.etapa,
    codigo: row.codigo,
    motivo: row.motivo,
    tentativas: row.tentativas,
    empresa: { id: row.empresa_id, nome: row.empresa_nome },
    projeto: { id: row.projeto_id, nome: row.projeto_nome },
    item: {
      id: row.item_id,
      status: row.item_status,
      numeroDestino: row.numero_destino,
      arquivoNome: row.arquivo_nome,
    },
    criadaEm: row.created_at.toISOString(),
    tratadaEm: row.tratada_em?.toISOString() ?? null,
    tratadaPor: row.tratada_por === null ? null : { id: row.tratada_por, nome: row.tratada_por_nome },
    motivoDescarte: row.motivo_descarte,
  };
}
