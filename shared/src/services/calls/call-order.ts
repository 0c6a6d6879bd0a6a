/** SQL: orders of a list of calls and of its export, because many orders are expressions. */
import type { Ordem } from '../../domain/filters/filtro-campos.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';

/** Values of call `i` to sort by without index; null where the list shows '-'. */
export const CALL_VALUES = {
  espera: sql`i.espera_ms`,
  numero: sql`escuta_digitos(i.numero_destino)`,
  nome: sql`nullif(escuta_normaliza(i.nome_entrevistado), '')`,
  ramal: sql`escuta_ramal(i.ramal)`,
  // The state that the list shows: 1 processed, 2 running, 3 with file, 4 without file, 5 erased.
  status: sql`case when i.dados_apagados_em is not null then 5 when i.status = 'processando' then 2
    when i.arquivo_nome is null then 4
    when i.status = 'concluido' then 1 else 3 end`,
  direcao: sql`i.direcao`,
  responsavel: sql`(select coalesce(u.nome, u.email) from item_atribuicoes t join usuarios u on u.id = t.usuario_id
    where t.item_id = i.id)`,
} as const;

/** Joins that an order needs: quality row `q`, agent `ag`, reviewer `u`. */
type Beside = 'qualidade' | 'agente' | 'revisor';
type CallOrder = { valor: Sql; de?: Beside };

const NEWEST = sql`i.created_at desc, i.id desc`;
const of = (valor: Sql, end: Sql, de?: Beside): CallOrder => ({
  valor: sql`${valor} ${end} nulls last, ${NEWEST}`,
  ...(de && { de }),
});
const [ASC, DESC] = [sql`asc`, sql`desc`];
/** Orders by an indexed value: equal values follow the index; calls without value come last, newest first. */
const indexed = (valor: Sql, end: Sql, de?: Beside): CallOrder => ({
  valor: sql`${valor} ${end} nulls last, case when ${valor} is not null then i.id end ${end}, ${NEWEST}`,
  ...(de && { de }),
});
const SENTIMENTO = sql`case q.sentimento when 'negativo' then 1 when 'neutro' then 2 when 'positivo' then 3 end`;
const agente = (end: Sql) => of(sql`ag.nome ${end} nulls last, ag.id`, end, 'agente');
const revisor = (end: Sql) =>
  of(sql`coalesce(u.nome, u.email) ${end} nulls last, q.revisado_por`, end, 'revisor');

/** `order by` for all calls of a filter, as in exports. */
export const CALL_ORDERS: { readonly [O in Ordem]: CallOrder } = {
  ligacao: { valor: sql`i.momento_chamada desc, i.id desc` },
  ligacao_antiga: { valor: sql`i.momento_chamada, i.id` },
  entrada: { valor: NEWEST },
  entrada_antiga: { valor: sql`i.created_at, i.id` },
  nota_maior: indexed(sql`q.pontuacao`, DESC, 'qualidade'),
  nota_menor: indexed(sql`q.pontuacao`, ASC, 'qualidade'),
  sentimento: of(SENTIMENTO, ASC, 'qualidade'),
  sentimento_melhor: of(SENTIMENTO, DESC, 'qualidade'),
  alertas: of(sql`greatest(q.alertas, 0)`, DESC, 'qualidade'),
  alertas_menos: {
    valor: sql`q.alertas nulls last, q.entrada, q.item_id, ${NEWEST}`,
    de: 'qualidade',
  },
  agente: agente(ASC),
  agente_z: agente(DESC),
  revisada_por: revisor(ASC),
  revisada_por_z: revisor(DESC),
  duracao: indexed(sql`i.call_duration`, DESC),
  duracao_menor: indexed(sql`i.call_duration`, ASC),
  espera: of(CALL_VALUES.espera, DESC),
  espera_menor: of(CALL_VALUES.espera, ASC),
  numero: of(CALL_VALUES.numero, ASC),
  numero_z: of(CALL_VALUES.numero, DESC),
  nome: of(CALL_VALUES.nome, ASC),
  nome_z: of(CALL_VALUES.nome, DESC),
  ramal: of(CALL_VALUES.ramal, ASC),
  ramal_z: of(CALL_VALUES.ramal, DESC),
  status: of(CALL_VALUES.status, ASC),
  status_z: of(CALL_VALUES.status, DESC),
  direcao: of(CALL_VALUES.direcao, ASC),
  direcao_z: of(CALL_VALUES.direcao, DESC),
  responsavel: of(CALL_VALUES.responsavel, ASC),
  responsavel_z: of(CALL_VALUES.responsavel, DESC),
};
