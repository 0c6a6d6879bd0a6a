// SQL: tasks are listed by the index of open tasks; a task's state changes only if the task is in the expected state.

import type { Database, Db } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_TAREFA } from '@escuta/shared/domain/filters/lists/tasks';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { LEITURAS, type StatusTarefa, type TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { all, idOf, inScope, ofScope, sql } from '@escuta/shared/platform/database/sql';
import { type AndamentoDoLote, andamentoSql } from '@escuta/shared/services/runs/bulk-runs';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type TarefaRow = {
  id: string;
  tipo: TipoTarefa;
  empresa_id: string | null;
  empresa_nome: string | null;
  autor_id: string | null;
  autor_nome: string | null;
  alvo_tipo: 'projeto' | 'auditoria' | 'questionario' | 'preparo' | 'lote_gravacoes' | 'importacao' | null;
  alvo_id: string | null;
  alvo_nome: string | null;
  alvo_projeto_id: string | null;
  status: StatusTarefa;
  feito: number;
  total: number | null;
  falhas: number;
  resultado: unknown;
  erro: string | null;
  codigo_erro: string | null;
  /** False only for an import's task for which the import no longer waits. */
  espera: boolean;
  cancelar_em: Date | null;
  pausar_em: Date | null;
  /** Number of a bulk run's runs by outcome. */
  andamento: AndamentoDoLote | null;
  created_at: Date;
  iniciada_em: Date | null;
  terminada_em: Date | null;
  expira_em: Date | null;
};

export type TarefaFilter = Pedidos<typeof FILTROS_TAREFA>;

/** Columns of tasks `t` without result and cursor, which may be long. */
const SHOWN = sql`t.id, t.tipo, t.empresa_id, e.nome as empresa_nome, t.autor_id, coalesce(u.nome, u.email)
  as autor_nome,
  a.tipo as alvo_tipo, a.id as alvo_id,
  coalesce(p.nome, d.nome, q.nome, rp.nome, lo.nome, m.nome || ' (' || rm.nome || ')') as alvo_nome,
    coalesce(p.id, r.projeto_id, lo.projeto_id, m.projeto_id) as alvo_projeto_id, t.status, t.feito, t.total, t.falhas,
  t.erro, t.codigo_erro,
  case t.tipo when 'importar_ligacoes' then m.tarefa_id = t.id and (m.estado in ('lendo', 'simulando', 'importando')
    or m.estado = 'interrompida' and m.chave_objeto is not null)
    when 'desfazer_importacao' then m.tarefa_id = t.id and m.estado in ('desfazendo', 'concluida')
      else true end is true as espera, t.cancelar_em, t.pausar_em, l.andamento, t.created_at, t.iniciada_em,
      t.terminada_em, t.expira_em`;
/** A result for lists, without a document's content; the stored value may be of any type. */
const BRIEF = sql`case when jsonb_typeof(t.resultado) = 'object' then t.resultado - 'lido'
  else t.resultado end as resultado`;
const NAMES = sql`left join empresas e on e.id = t.empresa_id
  left join usuarios u on u.id = t.autor_id
  left join lateral (
    select case when t.parametros ? 'alvo' then t.parametros -> 'alvo' ->> 'tipo'
        when t.parametros ? 'projetoId' then 'projeto' when t.parametros ? 'questionarioId' then 'questionario'
        when t.parametros ? 'preparoId' then 'preparo' when t.parametros ? 'loteId' then 'lote_gravacoes'
        when t.parametros ? 'importacaoId' then 'importacao' end as tipo,
      ${idOf(sql`coalesce(t.parametros -> 'alvo' ->> 'id', t.parametros ->> 'projetoId',
        t.parametros ->> 'questionarioId', t.parametros ->> 'preparoId', t.parametros ->> 'loteId',
        t.parametros ->> 'importacaoId')`)} as id
  ) a on true
  left join projetos p on a.tipo = 'projeto' and p.id = a.id and (t.empresa_id is null or p.empresa_id = t.empresa_id)
  left join auditorias d on a.tipo = 'auditoria' and d.id = a.id and d.empresa_id = t.empresa_id
  left join questionarios q on a.tipo = 'questionario' and q.id = a.id and q.empresa_id = t.empresa_id
  left join auditoria_preparos r on a.tipo = 'preparo' and r.id = a.id and r.empresa_id = t.empresa_id
  left join projetos rp on rp.id = r.projeto_id
  left join lateral (select row_to_json(n) as andamento from (${andamentoSql(sql`t.id`)}) n
    where t.tipo = 'lote') l on true
  left join lotes_gravacao lo on a.tipo = 'lote_gravacoes' and lo.id = a.id and lo.empresa_id = t.empresa_id
  left join importacoes m on a.tipo = 'importacao' and m.id = a.id and m.empresa_id = t.empresa_id
  left join projetos rm on rm.id = m.projeto_id`;

const CONDICOES: ListConditions<typeof FILTROS_TAREFA> = {
  empresaId: (id) => sql`t.empresa_id = ${id}::uuid`,
  tipo: (tipo) => sql`t.tipo = ${tipo}`,
  etapas: () => sql`not (t.status = 'concluida' and (t.tipo = any(${[...LEITURAS]}::text[])
    or (t.tipo = 'importar_ligacoes' and coalesce((t.resultado ->> 'simulada')::boolean, true))))`,
  // A paused task counts as open, because it has not ended.
  status: (status) =>
    status === 'abertas' ? sql`t.status in ('pendente', 'executando', 'pausada')` : sql`t.status = ${status}`,
};

/** A page of the tasks within the scope, newest first, counted up to CONTADOS. */
export function listTarefas(
  db: Database,
  scope: Scope,
  filter: TarefaFilter & PageAsked,
): Promise<Page<TarefaRow>> {
  const where = all([ofScope(scope, sql`t.empresa_id`), ...askedConditions(CONDICOES, filter)]);
  const found = sql`tarefas t where ${where}`;
  return pageOf<TarefaRow>(
    db,
    filter,
    (window) => sql`with pagina as (select * from ${found} order by t.created_at desc, t.id desc ${window})
     select ${SHOWN}, ${BRIEF} from pagina t ${NAMES} order by t.created_at desc, t.id desc`,
    found,
    { cap: CONTADOS },
  );
}

/** A task of the scope; null: none. */
export async function findTarefa(db: Db, scope: Scope, id: string): Promise<TarefaRow | null> {
  const { rows } = await db.sql<TarefaRow>(
    sql`select ${SHOWN}, t.resultado from tarefas t ${NAMES} where t.id = ${id}
      and ${inScope(scope, sql`t.empresa_id`)}`,
    'tarefa',
  );
  return rows[0] ?? null;
}

/**
 * Requests an open task's pause: an idle task pauses at once, a running task after its present unit of work.
 * @returns false if the task was not open, or the pause was requested before
 */
export async function requestPause(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'tarefa_pausar',
    text: `update tarefas t set pausar_em = case when l.livre then null else now() end,
             status = case when l.livre then 'pausada' else t.status end,
             versao = case when l.livre then t.versao + 1 else t.versao end,
             lease_ate = case when l.livre then null else t.lease_ate end
           from (select id, status = 'pendente' or lease_ate < now() as livre from tarefas where id = $1 for update) l
           where t.id = l.id and ${inScope('$2', 't.empresa_id')} and t.status in ('pendente', 'executando')
             and t.cancelar_em is null and t.pausar_em is null`,
    values: [id, empresaIdOf(scope)],
  });
  return rowCount === 1;
}

/**
 * Requests an open task's end: an idle task ends at once, and its former worker can write nothing more; a running task
 * ends after its present unit of work.
 * @returns false if the task was not open, or the end was requested before
 */
export async function requestCancel(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string | null,
  retirar: boolean,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'tarefa_cancelar',
    text: `update tarefas t set cancelar_em = now(), cancelada_por = $3, retirar = $4,
             status = case when l.livre then 'cancelada' else t.status end,
             versao = case when l.livre then t.versao + 1 else t.versao end,
             lease_ate = case when l.livre then null else t.lease_ate end,
             terminada_em = case when l.livre then now() end,
             expira_em = case when l.livre then now() + interval '30 days' end
           from (select id, status in ('pendente', 'pausada') or lease_ate < now() as livre from tarefas
             where id = $1 for update) l
           where t.id = l.id and ${inScope('$2', 't.empresa_id')} and t.status in ('pendente', 'executando', 'pausada')
             and t.cancelar_em is null`,
    values: [id, empresaIdOf(scope), usuarioId, retirar],
  });
  return rowCount === 1;
}

/**
 * Resumes a paused, cancelled or failed task where it stopped.
 * @returns false if the task was in another state
 */
export async function resume(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'tarefa_continuar',
    text: `update tarefas set status = 'pendente', versao = versao + 1, tentativas = 0, erro = null, codigo_erro = null,
             cancelar_em = null, cancelada_por = null, pausar_em = null, retirar = false,
             -- What it took back is looked for again, from its first call on.
             cursor = case when retirar then null else cursor end, terminada_em = null, expira_em = null,
             proxima_em = now(),
             vez_em = now()
           where id = $1 and ${inScope('$2', 'empresa_id')} and status in ('erro', 'cancelada', 'pausada')`,
    values: [id, empresaIdOf(scope)],
  });
  return rowCount === 1;
}
