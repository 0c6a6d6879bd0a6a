// SQL: alerts of rules, for lists and exports, because people choose filters and columns at run time.

import type { Db } from '@escuta/prisma/db';
import type { AlvoExportacao } from '../../domain/exports/export-request.ts';
import { fromExport, type Pedidos } from '../../domain/filters/filtro-valor.ts';
import { FILTROS_DISPARO } from '../../domain/filters/lists/firings.ts';
import type { Scope } from '../../domain/scope.ts';
import { askedConditions, type ListConditions } from '../../platform/database/conditions/list-filter.ts';
import { all, byDays, inScope, type Sql, sql } from '../../platform/database/sql.ts';
import { clockText } from '../dossiers/words.ts';
import { type Explicavel, type Porque, reasonsOf } from '../rules/reasons.ts';
import type { Fonte } from './source.ts';

/** True if alert `d` waits for a person. */
const PENDENTES = sql`d.ordem in (0, 1, 2, 10, 11, 12)`;
const on = byDays(sql`d.momento`);

const CONDITIONS: ListConditions<typeof FILTROS_DISPARO> = {
  situacao: (valor) => {
    if (valor === 'pendente') return PENDENTES;
    if (valor === 'procedente') return sql`d.procedente`;
    if (valor === 'improcedente') return sql`not d.procedente`;
    if (valor === 'corrigido') return sql`d.revisao_id is not null`;
    return sql`d.estado = ${valor}`;
  },
  gravidade: (valor) => sql`d.gravidade = ${valor}`,
  regra_id: (valor) => sql`d.regra_id = ${valor}::uuid`,
  agente_id: (valor) =>
    sql`d.agente_id in (select a.id from agentes a where a.id = ${valor}::uuid or a.fundido_em_id = ${valor}::uuid)`,
  projeto_id: (valor) => sql`d.projeto_id = ${valor}::uuid`,
  item_id: (valor) => sql`d.item_id = ${valor}::uuid`,
  de: on.de,
  ate: on.ate,
};

/** Conditions on alerts `d` (regra_disparos). */
export const firingConditions = (scope: Scope, asked: Pedidos<typeof FILTROS_DISPARO>): Sql =>
  all([inScope(scope, sql`d.empresa_id`), ...askedConditions(CONDITIONS, asked)]);

/** Order of alerts: open, seen, ended; then by gravity and rule, newest first. */
export const FIRING_ORDER = sql`d.ordem, d.regra_id, d.momento desc, d.id desc`;

type Juncao = 'regra' | 'ligacao' | 'qualidade' | 'projeto' | 'agente' | 'visto' | 'resolvido';
const de = (juncao: Juncao, valor: Sql) => ({ valor, de: juncao });
const measured = (figure: Sql): Sql => sql`(d.dados ->> ${figure})::float8`;

/** A reason in a sheet: 'O cliente disse: “Vou ao Procon.” [1:04]'. */
function reasonText({ texto, citacao, start_ms }: Porque): string {
  const quote = citacao === null ? '' : `: “${citacao}”`;
  return `${texto}${quote}${start_ms === null ? '' : ` [${clockText(start_ms / 1000)}]`}`;
}

const reasonsIn = (scope: Scope) => async (db: Db, values: readonly unknown[]) => {
  const firings = values as readonly Explicavel[];
  const reasons = await reasonsOf(db, scope, firings);
  // Removes equal reasons, because two templates may have the same criterion.
  return firings.map(({ id }) => [...new Set(reasons(id).porque.map(reasonText))]);
};

/** A company's alerts, in their list's order. */
export function firingsSource(
  scope: Scope,
  { alvo, filtros = {} }: Pick<AlvoExportacao, 'alvo' | 'filtros'>,
): Fonte<Juncao> {
  return {
    base: sql`regra_disparos d`,
    juncoes: {
      regra: { sql: sql`join regras r on r.id = d.regra_id` },
      ligacao: { sql: sql`left join auditoria_itens i on i.id = d.item_id` },
      qualidade: { sql: sql`left join item_qualidade q on q.item_id = d.item_id` },
      projeto: { sql: sql`left join projetos p on p.id = d.projeto_id` },
      agente: {
        sql: sql`left join agentes ai on ai.id = d.agente_id
          left join agentes ag on ag.id = coalesce(ai.fundido_em_id, ai.id)`,
      },
      visto: { sql: sql`left join usuarios v on v.id = d.visto_por` },
      resolvido: { sql: sql`left join usuarios s on s.id = d.resolvido_por` },
    },
    colunas: {
      gravidade: sql`d.gravidade`,
      regra: de('regra', sql`r.nome`),
      estado: sql`case when d.revisao_id is null then d.estado else 'corrigido' end`,
      procede: sql`d.procedente`,
      momento: sql`d.momento`,
      motivos: {
        ...de(
          'regra',
          sql`json_build_object('id', d.id, 'itemId', d.item_id, 'regraId', d.regra_id, 'filtro', r.filtro)`,
        ),
        ler: reasonsIn(scope),
      },
      medida: sql`d.dados ->> 'medida'`,
      valor: measured(sql`'valor'`),
      limite: measured(sql`'limite'`),
      numero: de('ligacao', sql`i.numero_destino`),
      inicio: de('ligacao', sql`i.call_start_time`),
      duracao_s: de('ligacao', sql`i.call_duration`),
      nota: de('qualidade', sql`q.pontuacao::float8`),
      agente: de('agente', sql`ag.nome`),
      projeto: de('projeto', sql`p.nome`),
      visto_por: de('visto', sql`coalesce(v.nome, v.email)`),
      visto_em: sql`d.visto_em`,
      resolvido_por: de('resolvido', sql`coalesce(s.nome, s.email)`),
      resolvido_em: sql`d.resolvido_em`,
      observacao: sql`d.observacao`,
      ligacao_id: sql`d.item_id`,
      id: sql`d.id`,
    },
    onde: all([
      firingConditions(scope, fromExport(FILTROS_DISPARO, filtros)),
      sql`d.empresa_id = ${alvo?.id ?? null}::uuid`,
    ]),
    ordem: FIRING_ORDER,
  };
}
