import type { LancamentoWire, PacoteAdminWire, PacoteWire } from '@escuta/shared/contracts/creditos';
import type { PacoteRow } from './packages-repo.ts';
import type { LancamentoRow } from './statement-repo.ts';

/** A package as everybody sees it. */
export function presentPacote(row: PacoteRow): PacoteWire {
  return {
    id: row.id,
    nome: row.nome,
    descricao: row.descricao,
    quantidadeCreditos: row.quantidadeCreditos,
    precoCentavos: row.precoCentavos,
  };
}

/** A package as administrators see it. */
export function presentPacoteAdmin(row: PacoteRow): PacoteAdminWire {
  return {
    ...presentPacote(row),
    ativo: row.ativo,
    ordem: row.ordem,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A line of the statement. */
export function presentLancamento(row: LancamentoRow): LancamentoWire {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    tipo: row.tipo,
    descricao: row.descricao,
    quantidade: row.quantidade,
    saldo_apos: row.saldo_apos,
    valor_centavos: row.valor_centavos,
    situacao: row.situacao,
    item: row.item_id === null ? null : { id: row.item_id, nome: row.item_nome },
    usuario: row.tem_usuario ? { nome: row.usuario_nome, email: row.usuario_email } : null,
  };
}
