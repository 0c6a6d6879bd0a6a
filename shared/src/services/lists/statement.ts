import type { AlvoExportacao } from '../../domain/exports/export-request.ts';
import { fromExport, type Pedidos } from '../../domain/filters/filtro-valor.ts';
import { FILTROS_EXTRATO } from '../../domain/filters/lists/statement.ts';
import type { Scope } from '../../domain/scope.ts';
import { isOperator } from '../../platform/database/conditions/actor.ts';
import { askedConditions, type ListConditions } from '../../platform/database/conditions/list-filter.ts';
import { all, byDays, inScope, type Sql, sql } from '../../platform/database/sql.ts';
import type { Fonte } from './source.ts';

type Juncao = 'usuario' | 'operador' | 'item';

const ENTRIES: ListConditions<typeof FILTROS_EXTRATO> = {
  tipo: (tipo) => sql`l.tipo = ${tipo}::tipo_lancamento`,
  ...byDays(sql`l.created_at`),
};

/** Conditions on ledger entries `l`. Without a filter by kind, omits `captura`, which the reservation's line shows. */
export const entryConditions = (asked: Pedidos<typeof FILTROS_EXTRATO>): Sql[] => [
  ...(asked.tipo ? [] : [sql`l.tipo <> 'captura'`]),
  ...askedConditions(ENTRIES, asked),
];

/** A company's entries, oldest first. Hides operator staff's names from companies. */
export function statementSource(
  scope: Scope,
  { alvo, filtros = {} }: Pick<AlvoExportacao, 'alvo' | 'filtros'>,
): Fonte<Juncao> {
  return {
    base: sql`credito_lancamentos l`,
    juncoes: {
      usuario: { sql: sql`left join usuarios u on u.id = l.usuario_id` },
      operador: {
        precisa: ['usuario'],
        sql: sql`cross join lateral (select ${isOperator(scope, sql`u.id`, sql`l.empresa_id`)} as sim) operador`,
      },
      item: {
        sql: sql`left join execucoes x on x.id = l.execucao_id left join auditoria_itens i on i.id = x.item_id`,
      },
    },
    colunas: {
      data: sql`l.created_at`,
      tipo: sql`l.tipo::text`,
      descricao: sql`l.descricao`,
      item: {
        valor: sql`coalesce(nullif(i.nome_entrevistado, ''), nullif(i.numero_destino, ''))`,
        de: 'item',
      },
      // A reservation is final once the run has a `captura`.
      situacao: sql`case when l.tipo <> 'reserva' then null
        when exists (select from credito_lancamentos c where c.execucao_id = l.execucao_id
          and c.tipo = 'captura') then 'confirmado'
        when exists (select from credito_lancamentos c where c.execucao_id = l.execucao_id
          and c.tipo = 'estorno') then 'estornado'
        else 'em_andamento' end`,
      creditos: sql`l.quantidade`,
      saldo_apos: sql`l.saldo_apos`,
      valor: sql`(l.valor_centavos / 100.0)::float8`,
      responsavel: {
        valor: sql`case when l.usuario_id is null then ${'Sistema'}
          when operador.sim then ${'Administração da plataforma' as string}
          else coalesce(u.email, u.nome, ${'Conta excluída' as string}) end`,
        de: 'operador',
      },
      id: sql`l.id`,
      item_id: { valor: sql`i.id`, de: 'item' },
    },
    onde: all([
      inScope(scope, sql`l.empresa_id`),
      sql`l.empresa_id = ${alvo?.id ?? null}::uuid`,
      ...entryConditions(fromExport(FILTROS_EXTRATO, filtros)),
    ]),
    ordem: sql`l.created_at, l.id`,
  };
}
