// SQL: a request is made under its company's lock and decided under its own lock, in the ledger's transaction.

import type { Database, Db } from '@escuta/prisma/db';
import { MAX_PEDIDOS_PENDENTES, type SituacaoPedido } from '@escuta/shared/domain/runs/credits';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { all, inScope, sql, when } from '@escuta/shared/platform/database/sql';
import { type Page, pageOf } from '../../reads/page-repo.ts';

export type PedidoRow = {
  id: string;
  empresa_id: string;
  pacote_id: string;
  pacote: string;
  quantidade: number;
  valor_centavos: number | null;
  usuario_id: string | null;
  status: SituacaoPedido;
  motivo: string | null;
  decidido_em: Date | null;
  created_at: Date;
};
export type PedidoAdminRow = PedidoRow & {
  empresa_nome: string;
  empresa_cnpj: string;
  usuario_nome: string | null;
  usuario_email: string | null;
};

const COLUMNS = sql`p.id, p.empresa_id, p.pacote_id, p.pacote, p.quantidade, p.valor_centavos, p.usuario_id,
  p.status::text as status,
  p.motivo, p.decidido_em, p.created_at`;

/** The request that a locked company made with an idempotency key; null if there is none. */
export async function findPedidoByKey(db: Db, empresaId: string, chave: string): Promise<PedidoRow | null> {
  const { rows } = await db.sql<PedidoRow>(
    sql`select ${COLUMNS} from credito_pedidos p
      where p.empresa_id = ${empresaId} and p.chave_idempotente = ${chave}`,
  );
  return rows[0] ?? null;
}

/** True if a locked company has reached its limit of pending requests. */
export async function hasManyPending(db: Db, empresaId: string): Promise<boolean> {
  const where = { empresaId, status: 'pendente' } as const;
  const pending = await db.within(companyScope(empresaId)).creditoPedido.count({ where });
  return pending >= MAX_PEDIDOS_PENDENTES;
}

/** Inserts a request of a locked company. */
export async function insertPedido(
  db: Db,
  pedido: Pick<
    PedidoRow,
    'empresa_id' | 'pacote_id' | 'pacote' | 'quantidade' | 'valor_centavos' | 'usuario_id'
  > & {
    chave: string;
  },
): Promise<PedidoRow> {
  const { empresa_id, pacote_id, pacote, quantidade, valor_centavos, usuario_id, chave } = pedido;
  const { rows } = await db.sql<PedidoRow>(
    sql`insert into credito_pedidos as p
        (id, empresa_id, pacote_id, pacote, quantidade, valor_centavos, usuario_id, chave_idempotente)
      values (${newId()}::uuid, ${empresa_id}::uuid, ${pacote_id}::uuid, ${pacote}, ${quantidade}, ${valor_centavos},
        ${usuario_id}::uuid, ${chave})
      returning ${COLUMNS}`,
  );
  return rows[0] as PedidoRow;
}

/** Locks a request until the transaction ends; null if the scope has no such request. */
export async function lockPedido(db: Db, scope: Scope, id: string): Promise<PedidoRow | null> {
  const { rows } = await db.sql<PedidoRow>(
    sql`select ${COLUMNS} from credito_pedidos p
      where p.id = ${id}::uuid and ${inScope(scope, sql`p.empresa_id`)} for no key update`,
  );
  return rows[0] ?? null;
}

export async function decidePedido(
  db: Db,
  scope: Scope,
  id: string,
  decision: { status: Exclude<SituacaoPedido, 'pendente'>; motivo: string | null; usuarioId: string | null },
): Promise<PedidoRow> {
  const { status, motivo, usuarioId } = decision;
  const { rows } = await db.sql<PedidoRow>(
    sql`update credito_pedidos p set status = ${status}::status_pedido_credito, motivo = ${motivo},
        decidido_por = ${usuarioId}::uuid, decidido_em = now()
      where p.id = ${id}::uuid and ${inScope(scope, sql`p.empresa_id`)} returning ${COLUMNS}`,
  );
  return rows[0] as PedidoRow;
}

/** A page of the requests in the scope, newest first. */
export function listPedidos(
  db: Database,
  scope: Scope,
  filter: {
    empresaId: string | undefined;
    situacao: SituacaoPedido | undefined;
    page: number;
    limit: number;
  },
): Promise<Page<PedidoAdminRow>> {
  const where = all([
    inScope(scope, sql`p.empresa_id`),
    when(filter.empresaId, (id) => sql`p.empresa_id = ${id}::uuid`),
    when(filter.situacao, (situacao) => sql`p.status = ${situacao}::status_pedido_credito`),
  ]);
  const found = sql`credito_pedidos p where ${where}`;
  return pageOf<PedidoAdminRow>(
    db,
    filter,
    (window) =>
      sql`select ${COLUMNS}, e.nome as empresa_nome, e.cnpj as empresa_cnpj, u.nome as usuario_nome,
        u.email as usuario_email
      from (select * from ${found} order by p.created_at desc, p.id desc ${window}) p
      join empresas e on e.id = p.empresa_id left join usuarios u on u.id = p.usuario_id
      order by p.created_at desc, p.id desc`,
    found,
  );
}
