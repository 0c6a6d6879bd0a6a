// SQL: interviews, excerpts and opinions of signals are joined only for the page's rows.

import type { Database, Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_SINAL } from '@escuta/shared/domain/filters/lists/signals';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { AlvoSinal, TipoSinal } from '@escuta/shared/domain/interview/signals/kinds';
import type { EstadoSinal, Parecer } from '@escuta/shared/domain/interview/signals/opinions';
import type { Scope } from '@escuta/shared/domain/scope';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { all, inScope, ofScope, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { ownSignal } from '@escuta/shared/services/interviews/own-interview';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

/** Interviews shown for a signal, at most. */
const ENTREVISTAS_MOSTRADAS = 20;
/** Greatest number of opinions shown for a signal: the newest. */
const PARECERES_MOSTRADOS = 50;

type Pessoa = { id: string; nome: string };

export type SinalRow = {
  id: string;
  empresa_id: string;
  pesquisa_id: string;
  pesquisa_titulo: string;
  tipo: TipoSinal;
  alvo: AlvoSinal;
  agente: Pessoa | null;
  medida: number;
  limite: number;
  base_n: number;
  base_d: number;
  nota: boolean;
  lista: boolean;
  prova: unknown;
  entrevistas: {
    id: string;
    item_id: string | null;
    tem_audio: boolean;
    nome: string;
    entrevistador: string | null;
    entrevistador_id: string | null;
    em: string | null;
    inicio_precisao: PrecisaoInicio | null;
  }[];
  entrevistas_total: number;
  perguntas: { id: string; codigo: string; texto: string }[];
  evidencia: string;
  estado: EstadoSinal;
  vigente: boolean;
  versao: number;
  pareceres: {
    id: string;
    parecer: Parecer;
    observacao: string | null;
    por: Pessoa;
    papel: Papel;
    em: string;
    em_vigor: boolean;
    desfeito_em: string | null;
    outra_evidencia: boolean;
  }[];
  indicado: Pessoa | null;
  /** True if the signal concerns the caller, or an interview that the caller conducted. */
  proprio: boolean;
  created_at: Date;
  updated_at: Date;
};

/** The columns of signals `s` with ids in `pagina`. */
const rowsFor = (
  usuarioId: string,
): Sql => sql`select s.id, s.empresa_id, s.pesquisa_id, q.titulo as pesquisa_titulo, s.tipo, s.alvo,
    case when g.id is not null then json_build_object('id', g.id, 'nome', g.nome) end as agente, s.medida, s.limite,
    s.base_n, s.base_d,
    s.nota, s.lista, s.prova, s.evidencia, s.estado, s.vigente, s.versao, s.created_at, s.updated_at,
    coalesce(x.entrevistas, '[]') as entrevistas,
    (select count(*)::int from sinal_entrevistas t where t.sinal_id = s.id) as entrevistas_total,
    coalesce((select json_agg(json_build_object('id', p.id, 'codigo', p.codigo, 'texto', p.texto_pergunta))
      from perguntas p
      where p.empresa_id = s.empresa_id and p.id in (
        select case when t.trecho ->> 'perguntaId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (t.trecho ->> 'perguntaId')::uuid end
        from jsonb_array_elements(case jsonb_typeof(s.prova -> 'trechos') when 'array' then s.prova -> 'trechos'
          else '[]' end)
          as t (trecho))), '[]') as perguntas,
    coalesce(o.pareceres, '[]') as pareceres,
    case when u.id is not null then json_build_object('id', u.id, 'nome', u.nome) end as indicado,
    ${ownSignal(usuarioId)} as proprio
  from pagina join sinais s using (id) join pesquisas q on q.id = s.pesquisa_id
    left join agentes g on g.id = s.agente_id
    left join usuarios u on u.id = s.indicado_id
    left join lateral (select json_agg(json_build_object('id', e.id, 'item_id', i.id,
      'tem_audio', coalesce(i.tem_audio, false), 'nome', e.nome_entrevistado,
        'entrevistador', a.nome, 'entrevistador_id', coalesce(a.fundido_em_id, a.id), 'em', ${STARTED},
        'inicio_precisao', ${START_PRECISION}) order by e.created_at, e.id) as entrevistas
      from (select e.* from sinal_entrevistas t join entrevistas e on e.id = t.entrevista_id where t.sinal_id = s.id
        order by e.created_at, e.id limit ${ENTREVISTAS_MOSTRADAS}) e
        left join agentes a on a.id = e.agente_id
        left join lateral (select i.id, i.arquivo_path is not null as tem_audio from auditoria_itens i
          where i.entrevista_id = e.id
          order by (i.arquivo_path is not null) desc, i.created_at desc, i.id desc limit 1) i on true) x on true
    left join lateral (select json_agg(json_build_object('id', p.id, 'parecer', p.parecer, 'observacao', p.observacao,
        'por', json_build_object('id', p.usuario_id, 'nome', coalesce(w.nome, w.email, 'Conta excluída')),
          'papel', p.papel, 'em', p.created_at,
        'em_vigor', p.em_vigor and p.evidencia = s.evidencia, 'desfeito_em', p.desfeito_em,
        'outra_evidencia', p.evidencia <> s.evidencia) order by p.created_at desc, p.id desc) as pareceres
      from (select * from sinal_pareceres p where p.sinal_id = s.id order by p.created_at desc, p.id desc
        limit ${PARECERES_MOSTRADOS}) p left join usuarios w on w.id = p.usuario_id) o on true`;

export type SinalFilter = Pedidos<typeof FILTROS_SINAL> & PageAsked;

/** The family of a kind (kinds.ts), as a column over `s`; the two kinds about time are one family. */
const FAMILIA = sql`case s.tipo when 'digitada_antes' then 'tempo' when 'mais_rapida' then 'tempo'
  when 'mesma_gravacao' then 'voz'
  when 'respostas_quase_iguais' then 'conteudo' else 'contato' end`;

const CONDICOES: ListConditions<typeof FILTROS_SINAL> = {
  tipo: (tipo) => sql`s.tipo = ${tipo}`,
  estado: (estado) => sql`s.estado = ${estado}`,
  agente_id: (id) => sql`s.agente_id = ${id}::uuid`,
};

/**
 * A page of a survey's signals: interviewers with signals of more independent families first (explained signals and
 * notes do not count); signals on an interviewer before those on interviews. The caller checks the scope.
 */
export function listSignals(
  db: Database,
  pesquisaId: string,
  usuarioId: string,
  filter: SinalFilter,
): Promise<Page<SinalRow>> {
  const where = all([sql`s.pesquisa_id = ${pesquisaId}::uuid`, ...askedConditions(CONDICOES, filter)]);
  return pageOf<SinalRow>(
    db,
    filter,
    (window) => sql`with ordem as materialized (
          select s.agente_id, count(distinct ${FAMILIA}) filter (where s.lista) as familias
          from sinais s where s.pesquisa_id = ${pesquisaId}::uuid and s.vigente and not s.nota
            and s.estado <> 'descartado'
            and s.agente_id is not null group by s.agente_id
        ), pagina as materialized (
          select s.id, row_number() over (order by s.vigente desc, s.nota, coalesce(o.familias, 0) desc, g.nome,
            s.agente_id,
            s.lista desc, s.tipo, s.created_at, s.id) as lugar
          from sinais s left join ordem o using (agente_id) left join agentes g on g.id = s.agente_id where ${where}
          order by lugar ${window}
        ) ${rowsFor(usuarioId)} order by pagina.lugar`,
    sql`sinais s where ${where}`,
  );
}

/** Signals assigned to a person, in force or not, newest assignment first, at most 100. */
export async function listNamed(db: Database, scope: Scope, usuarioId: string): Promise<SinalRow[]> {
  const { rows } = await db.sql<SinalRow>(
    sql`with pagina as materialized (
        select s.id, s.indicado_em from sinais s where s.indicado_id = ${usuarioId}::uuid
          and ${ofScope(scope, sql`s.empresa_id`)}
        order by s.indicado_em desc, s.id limit 100
      ) ${rowsFor(usuarioId)} order by pagina.indicado_em desc, s.id`,
  );
  return rows;
}

/** A signal; null outside the scope. `somenteIndicado`: also null if it is not assigned to the caller. */
export async function findSignal(
  db: Db,
  scope: Scope,
  usuarioId: string,
  id: string,
  somenteIndicado: boolean,
): Promise<SinalRow | null> {
  const { rows } = await db.sql<SinalRow>(
    sql`with pagina as materialized (
        select s.id from sinais s where s.id = ${id}::uuid and ${inScope(scope, sql`s.empresa_id`)}
          and (not ${somenteIndicado}::boolean or s.indicado_id = ${usuarioId}::uuid)
      ) ${rowsFor(usuarioId)}`,
  );
  return rows[0] ?? null;
}

export type ResumoRow = {
  calculado_em: Date | null;
  recalculando: boolean;
  entrevistas: number;
  calculos: unknown;
  entrevistadores: {
    id: string;
    nome: string;
    lista: TipoSinal[];
    tipos: TipoSinal[];
    sinais: number;
  }[];
};

/**
 * The last computation of a survey's signals, and by interviewer the kinds of unexplained signals in force; null
 * outside the scope.
 */
export async function readSummary(db: Database, scope: Scope, pesquisaId: string): Promise<ResumoRow | null> {
  const { rows } = await db.sql<ResumoRow>(
    sql`select c.calculado_em, coalesce(c.entrevistas, 0) as entrevistas, coalesce(c.calculos, '[]') as calculos,
        exists (select from sinal_pedidos p where p.pesquisa_id = q.id) as recalculando,
        coalesce((select json_agg(x order by x.nome, x.id) from (
          select g.id, g.nome, count(*)::int as sinais, array_agg(distinct s.tipo) as tipos,
            coalesce(array_agg(distinct s.tipo) filter (where s.lista), '{}') as lista
          from sinais s join agentes g on g.id = s.agente_id
          where s.pesquisa_id = q.id and s.vigente and not s.nota and s.estado <> 'descartado' group by g.id
        ) x), '[]') as entrevistadores
      from pesquisas q left join sinal_calculos c on c.pesquisa_id = q.id
      where q.id = ${pesquisaId}::uuid and ${inScope(scope, sql`q.empresa_id`)}`,
    'sinais_resumo',
  );
  return rows[0] ?? null;
}
