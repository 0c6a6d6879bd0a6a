import type {
  LancamentoWire,
  PacoteAdminWire,
  PacoteWire,
  PedidoAdminWire,
  PedidoWire,
} from '@escuta/shared/contracts/accounts/creditos';
import type { PacoteRow } from './packages-repo.ts';
import type { PedidoAdminRow, PedidoRow } from './requests-repo.ts';
import type { LancamentoRow } from './statement-repo.ts';

export function presentPacote(row: PacoteRow): PacoteWire {
  return {
    id: row.id,
    nome: row.nome,
    descricao: row.descricao,
    quantidadeCreditos: row.quantidadeCreditos,
    precoCentavos: row.precoCentavos,
  };
}

export function presentPacoteAdmin(row: PacoteRow): PacoteAdminWire {
  return {
    ...presentPacote(row),
    ativo: row.ativo,
    ordem: row.ordem,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

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

export function presentPedido(row: PedidoRow): PedidoWire {
  return {
    id: row.id,
    pacote: row.pacote,
    quantidade: row.quantidade,
    valor_centavos: row.valor_centavos,
    situacao: row.status,
    motivo: row.motivo,
    decidido_em: row.decidido_em?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function presentPedidoAdmin(row: PedidoAdminRow): PedidoAdminWire {
  return {
    ...presentPedido(row),
    empresa: { id: row.empresa_id, nome: row.empresa_nome, cnpj: row.empresa_cnpj },
    usuario: row.usuario_email === null ? null : { nome: row.usuario_nome, email: row.usuario_email },
  };
}
