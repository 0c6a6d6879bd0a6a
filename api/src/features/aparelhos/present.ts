import type { AparelhoWire } from '@escuta/shared/contracts/surveys/campo';
import type { AparelhoRow } from './repo.ts';

/** The state of a device; if several states apply, the most final. */
export function situacaoOf(row: AparelhoRow): AparelhoWire['situacao'] {
  if (row.apagado_em) return 'apagado';
  if (row.apagar_em) return 'a_apagar';
  if (row.revogado_em) return 'revogado';
  return row.vencido ? 'vencido' : 'ativo';
}

export function presentAparelho(row: AparelhoRow): AparelhoWire {
  return {
    id: row.id,
    nome: row.nome,
    usuario: { id: row.usuario_id, nome: row.usuario_nome ?? 'Conta excluída' },
    autorizado_ate: row.autorizado_ate.toISOString(),
    situacao: situacaoOf(row),
    ultimo_contato_em: row.ultimo_contato_em.toISOString(),
    pendentes: row.pendentes,
    created_at: row.created_at.toISOString(),
  };
}
