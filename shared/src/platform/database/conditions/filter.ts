/** Translates filters (shared/src/domain/filters/filtro.ts) to conditions on `auditoria_itens i`. */
import type { Selecao } from '../../../domain/filters/filtro.ts';
import { NENHUM } from '../../../domain/filters/filtro-campos.ts';
import type { CampoFiltro, Condicao, Filtro } from '../../../domain/filters/filtro-tabela.ts';
import { type Lado, speakersOf } from '../../../domain/profiles/roles.ts';
import {
  digitsOf,
  numberEnds,
  partCondition,
  plainTerm,
  textCondition,
} from '../../../services/calls/call-terms.ts';
import { callsOnDays } from '../../../services/calls/date-basis.ts';
import { all, join, literal, type Sql, sql } from '../sql.ts';
import { ANALISADO } from './analysed.ts';
import { DRAWN_OF_ALL } from './drawn.ts';
import { isLate } from './review-term.ts';

type De<C extends CampoFiltro> = Extract<Condicao, { campo: C }>;
const CONDICOES: { readonly [C in CampoFiltro]: (given: De<C>) => Sql } = {
  texto: ({ valor }) => {
    const term = plainTerm(valor);
    const digits = digitsOf(term);
    if (digits === null) return textCondition(term);
    return sql`(${join([...numberEnds(digits), ...(digits.length < 8 ? [partCondition(term)] : [])], ' or ')})`;
  },
  projeto: ({ valor }) => sql`i.projeto_id = any(${valor}::uuid[])`,
  auditoria: ({ valor }) => sql`i.auditoria_id = any(${valor}::uuid[])`,
  importacao: ({ valor }) => sql`i.importacao_id = any(${valor}::uuid[])`,
  lote: ({ valor }) =>
    sql`i.id in (select x.item_id from execucoes x where x.tarefa_id = any(${valor}::uuid[]))`,
  lote_gravacoes: ({ valor }) =>
    sql`i.id in (select g.item_id from lote_gravacoes g where g.lote_id = any(${valor}::uuid[])
      and g.situacao = 'anexada')`,
  status: ({ valor }) => sql`i.status = any(${valor}::status_processamento[])`,
  tipo: ({ valor }) => sql`i.tipo_item = any(${valor}::tipo_item[])`,
  data_ligacao: ({ op, valor }) => callsOnDays('ligacao', { [op]: valor }) as Sql,
  data_entrada: ({ op, valor }) => callsOnDays('entrada', { [op]: valor }) as Sql,
  agente: ({ valor }) => {
    const ids = valor.filter((one) => one !== NENHUM);
    // Merged agents count as one: finds the ids' roots, and agents merged into them.
    const roots = sql`select coalesce(f.fundido_em_id, f.id) from agentes f where f.id = any(${ids}::uuid[])`;
    const named = sql`i.agente_id in (select a.id from agentes a where a.id in (${roots})
      union all select a.id from agentes a where a.fundido_em_id in (${roots}))`;
    return orNobody(valor, sql`i.agente_id is null`, named);
  },
  ramal: ({ valor }) =>
    sql`escuta_ramal(i.ramal) in (select escuta_ramal(r) from unnest(${valor}::text[]) as r)`,
  direcao: ({ valor }) => orNobody(valor, sql`i.direcao is null`, sql`i.direcao = any(${valor}::text[])`),
  duracao: ({ op, valor }) =>
    op === 'de' ? sql`i.call_duration >= ${valor}` : sql`i.call_duration <= ${valor}`,
  nota: (given) => hasFinding(qualityCondition(given)),
  sentimento: (given) => hasFinding(qualityCondition(given)),
  alertas: (given) => hasFinding(qualityCondition(given)),
  criterio: ({ valor }) => hasFinding(sql`q.criterios && ${valor}::text[]`),
  revisado_por: (given) => {
    const ids = given.valor.filter((one) => one !== NENHUM);
    return orNobody(
      given.valor,
      sql`not exists (select from item_qualidade q where q.item_id = i.id and q.revisado_por is not null)`,
      hasFinding(qualityCondition({ ...given, valor: ids })),
    );
  },
  responsavel: ({ valor }) => {
    const ids = valor.filter((one) => one !== NENHUM);
    return orNobody(
      valor,
      sql`not exists (select from item_atribuicoes t where t.item_id = i.id and t.usuario_id is not null)`,
      sql`i.id in (select t.item_id from item_atribuicoes t where t.usuario_id = any(${ids}::uuid[]))`,
    );
  },
  gravacao: ({ valor }) => (valor ? sql`i.arquivo_path is not null` : sql`i.arquivo_path is null`),
  analisada: ({ valor }) => {
    const result = sql`exists (select from auditoria_resultados r where r.item_id = i.id and ${literal(ANALISADO)})`;
    return valor ? result : sql`not ${result}`;
  },
  avaliada: ({ valor }) => (valor ? hasFinding(sql`true`) : sql`not ${hasFinding(sql`true`)}`),
  revisada: ({ valor }) => {
    const reviewed = hasFinding(sql`q.revisado_por is not null`);
    return valor ? reviewed : sql`not ${reviewed}`;
  },
  atrasada: ({ valor }) => (valor ? literal(isLate('i.id')) : sql`not ${literal(isLate('i.id'))}`),
  amostra: ({ valor }) => {
    const drawn = sql`exists (select from amostra_itens s where s.item_id = i.id and ${DRAWN_OF_ALL})`;
    return valor ? drawn : sql`not ${drawn}`;
  },
  sorteio: ({ valor }) =>
    sql`i.id in (select s.item_id from amostra_itens s where s.amostra_id = any(${valor}::uuid[]))`,
  hora: ({ valor }) => sql`escuta_hora(i.call_start_time) = any(${valor}::int[])`,
  dia_semana: ({ valor }) => sql`extract(isodow from i.dia_chamada)::int = any(${valor}::int[])`,
  inaudivel: ({ valor }) => (valor ? INAUDIVEL : sql`not ${INAUDIVEL}`),
  falha_critica: ({ valor }) => hasFinding(valor ? sql`q.falhas_criticas > 0` : sql`q.falhas_criticas = 0`),
  ofensa: ({ valor }) => sql`exists (select from item_qualidade q
    join auditoria_resultados r on r.execucao_id = q.execucao_id
    join transcricoes t on t.resultado_id = r.id
    join sentencas_vigentes s on s.transcricao_id = t.id
    where q.item_id = i.id and q.palavras <> '{}' and s.falante = any(${rolesOf(valor)}::text[])
      and s.ordem in (select (o ->> 'ordem')::int from jsonb_array_elements(r.analise_texto -> 'ofensas') o))`,
  dito: (given) => spoken(given, null),
  dito_agente: (given) => spoken(given, rolesOf(['agente'])),
  dito_cliente: (given) => spoken(given, rolesOf(['cliente'])),
  silencio: (given) =>
    hasSound(
      sql`(select max((s ->> 'endMs')::int - (s ->> 'startMs')::int)
        from jsonb_array_elements(r.fatos_audio -> 'silences') s)`,
      given,
      1000,
    ),
  silencio_parte: (given) =>
    hasSound(
      sql`(r.fatos_audio ->> 'silenceMs')::numeric * 100 / nullif((r.fatos_audio ->> 'durationMs')::numeric, 0)`,
      given,
      1,
    ),
  espera: ({ op, valor }) => bounded(sql`i.espera_ms`, op, valor * 1000),
  custo: ({ op, valor }) =>
    bounded(
      sql`(select sum(l.total_usd) from item_qualidade q join linhas_custo l on l.execucao_id = q.execucao_id
        where q.item_id = i.id)`,
      op,
      valor / 1000,
    ),
};

const bounded = (figure: Sql, op: 'de' | 'ate', bound: number): Sql =>
  op === 'de' ? sql`${figure} >= ${bound}::numeric` : sql`${figure} <= ${bound}::numeric`;

/** True if a sound measure of an item's last run is within `valor`, which `factor` converts to the measure's unit. */
const hasSound = (figure: Sql, { op, valor }: De<'silencio' | 'silencio_parte'>, factor: number): Sql =>
  sql`exists (select from item_qualidade q join auditoria_resultados r on r.execucao_id = q.execucao_id
    where q.item_id = i.id and ${bounded(figure, op, valor * factor)})`;

const rolesOf = (lados: readonly Lado[]): string[] => lados.flatMap(speakersOf);

/** True if the roles (null: anybody) said, or did not say, the phrases; false without transcript. */
function spoken(
  { op, valor }: De<'dito' | 'dito_agente' | 'dito_cliente'>,
  roles: readonly string[] | null,
): Sql {
  // The call's time limits the search to one month's index.
  const spoke = sql`from busca_falas b where b.item_id = i.id and b.quando = i.momento_chamada`;
  const said = sql`exists (select ${spoke}
    and ${roles ? sql`b.papel = any(${roles}::text[])` : sql`true`} and b.vetor @@ escuta_frases(${valor}::text[]))`;
  if (op === 'um_de') return said;
  return sql`(exists (select ${spoke}) and not ${said})`;
}

export type QualityCondition = De<'nota' | 'sentimento' | 'alertas' | 'revisado_por'>;

/** Condition on `item_qualidade q`. `revisado_por` finds calls reviewed by one of the given people. */
export function qualityCondition(given: QualityCondition): Sql {
  // A test with '=' preserves an index's order; a list does not.
  const [one, ...others] = given.campo === 'sentimento' || given.campo === 'revisado_por' ? given.valor : [];
  if (given.campo === 'sentimento') {
    return one && others.length === 0
      ? sql`q.sentimento = ${one}`
      : sql`q.sentimento = any(${given.valor}::text[])`;
  }
  if (given.campo === 'revisado_por') {
    return one && others.length === 0
      ? sql`q.revisado_por = ${one}::uuid`
      : sql`q.revisado_por = any(${given.valor}::uuid[])`;
  }
  if (given.campo === 'alertas') {
    return given.op === 'de' ? sql`q.alertas >= ${given.valor}` : sql`q.alertas <= ${given.valor}`;
  }
  // A score of 0.404 is shown, and so counts, as 40.
  return given.op === 'de'
    ? sql`q.pontuacao >= ${(given.valor - 0.5) / 100}::numeric`
    : sql`q.pontuacao < ${(given.valor + 0.5) / 100}::numeric`;
}

const hasFinding = (condition: Sql): Sql =>
  sql`exists (select from item_qualidade q where q.item_id = i.id and ${condition})`;

const INAUDIVEL = sql`(not exists (select from item_qualidade q where q.item_id = i.id)
  and exists (select from execucoes x where x.item_id = i.id and x.codigo_motivo = 'audio_inaudivel'))`;

function orNobody(valor: readonly string[], none: Sql, named: Sql): Sql {
  if (!valor.includes(NENHUM)) return named;
  return valor.length === 1 ? none : sql`(${none} or ${named})`;
}

/** Translates a filter to a condition on `auditoria_itens i`, without scope and project. */
export function filterSql(filtro: Filtro): Sql {
  if ('campo' in filtro) return (CONDICOES[filtro.campo] as (given: Condicao) => Sql)(filtro);
  // An unknown value fulfils no condition, and therefore fulfils each negated condition.
  if ('nao' in filtro) return sql`not coalesce(${filterSql(filtro.nao)}, false)`;
  if ('todas' in filtro) return sql`(${all(filtro.todas.map(filterSql))})`;
  return filtro.qualquer.length === 0 ? sql`true` : sql`(${join(filtro.qualquer.map(filterSql), ' or ')})`;
}

export function selectionSql(selecao: Selecao): Sql {
  if ('ids' in selecao) return sql`i.id = any(${selecao.ids}::uuid[])`;
  if (selecao.exceto.length === 0) return filterSql(selecao.filtro);
  return sql`(${filterSql(selecao.filtro)} and not i.id = any(${selecao.exceto}::uuid[]))`;
}
