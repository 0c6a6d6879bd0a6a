// SQL: a preparation is shown in one statement with its files and its task, and changed under its row's lock.

import type { Database, Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { PreparoDetalhe } from '@escuta/shared/contracts/surveys/preparos';
import type { PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import {
  type EstadoPreparo,
  PREPARO_ABERTO,
  PREPARO_GUARDA_DIAS,
} from '@escuta/shared/domain/audit-preparation';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';
import { all, inScope, int, ofScope, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { type Page, pageOf } from '../../reads/page-repo.ts';

export type ArquivoRow = {
  papel: PapelArquivo;
  nome: string;
  tamanho: number;
  recebido: number;
  envio_id: string | null;
  completo: boolean;
  lido: boolean;
};

/** A preparation as lists show it. */
export type PreparoRow = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  projeto_nome: string;
  tipo_projeto: TipoProjeto;
  autor_id: string | null;
  autor_nome: string | null;
  observacoes: string | null;
  estado: EstadoPreparo;
  motivo: string | null;
  motivo_papel: PapelArquivo | null;
  automatico: boolean;
  versao: number;
  perguntas: number;
  arquivos: ArquivoRow[];
  tarefa: { id: string; feito: number; total: number | null } | null;
  auditoria_id: string | null;
  pesquisa_id: string | null;
  created_at: Date;
  expira_em: Date;
  /** Of its company, credits. */
  saldo: number;
  /** A credit by the dearest package on sale, BRL cents; null: there is none. */
  centavos_por_credito: number | null;
};

/** With what was read of its documents, as it is stored. */
export type PreparoDetalheRow = PreparoRow & {
  questionario: unknown;
  colunas: unknown;
  avisos: unknown;
  aba: string | null;
  linhas_sem_gravacao: boolean;
  andamento: PreparoDetalhe['andamento'];
};

const COLUMNS = sql`p.id, p.empresa_id, p.projeto_id, pr.nome as projeto_nome, pr.tipo_projeto::text as tipo_projeto, p.autor_id, u.nome as autor_nome,
  p.observacoes, p.estado, p.motivo, p.motivo_papel, p.automatico, p.versao, p.auditoria_id, p.pesquisa_id, p.created_at, p.expira_em,
  case when jsonb_typeof(p.questionario -> 'perguntas') = 'array' then jsonb_array_length(p.questionario -> 'perguntas') else 0 end as perguntas,
  coalesce((select json_agg(json_build_object('papel', f.papel, 'nome', f.nome, 'tamanho', f.tamanho,
      'recebido', case when v.id is null and f.lido_em is not null then f.tamanho else coalesce(v.tamanho, 0) end, 'envio_id', f.envio_id,
      'completo', f.lido_em is not null or coalesce(v.estado = 'concluido', false), 'lido', f.lido_em is not null)
      order by array_position(array['audio', 'perguntas', 'planilha_respostas', 'zip_audios'], f.papel))
    from preparo_arquivos f left join envios v on v.id = f.envio_id where f.preparo_id = p.id), '[]') as arquivos,
  (select json_build_object('id', t.id, 'feito', t.feito, 'total', t.total) from tarefas t
    where t.id = p.tarefa_id and t.status in ('pendente', 'executando')) as tarefa,
  e.saldo_creditos as saldo,
  (select max(c.preco_centavos::float8 / c.quantidade_creditos) from credito_pacotes c
    where c.ativo and c.quantidade_creditos > 0 and c.preco_centavos is not null) as centavos_por_credito`;
const JOINS = sql`join projetos pr on pr.id = p.projeto_id join empresas e on e.id = p.empresa_id left join usuarios u on u.id = p.autor_id`;

/** One preparation with all that its page shows; null outside the scope. */
export async function findPreparo(db: Db, scope: Scope, id: string): Promise<PreparoDetalheRow | null> {
  const { rows } = await db.sql<PreparoDetalheRow>(
    sql`select ${COLUMNS}, p.questionario, p.colunas, p.avisos, p.aba, p.linhas_sem_gravacao,
        case when p.estado in ('auditando', 'concluido') then (select json_build_object(
            'concluidas', count(*) filter (where i.status = 'concluido'), 'falhas', count(*) filter (where i.status = 'erro'),
            'em_andamento', count(*) filter (where i.status = 'processando'), 'a_espera', count(*) filter (where i.status = 'pendente'))
          from preparo_gravacoes g join auditoria_itens i on i.id = g.item_id where g.preparo_id = p.id) end as andamento
      from auditoria_preparos p ${JOINS} where p.id = ${id} and ${inScope(scope, sql`p.empresa_id`)}`,
    'preparo_um',
  );
  return rows[0] ?? null;
}

/** What is asked before a preparation's rows and recordings are; null outside the scope. */
export async function findSheet(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ empresa_id: string; colunas: unknown } | null> {
  const { rows } = await db.sql<{ empresa_id: string; colunas: unknown }>(
    sql`select p.empresa_id, p.colunas from auditoria_preparos p where p.id = ${id} and ${inScope(scope, sql`p.empresa_id`)}`,
    'preparo_planilha',
  );
  return rows[0] ?? null;
}

export type PreparoFilter = {
  projeto_id?: string | undefined;
  estado?: EstadoPreparo | 'abertos' | undefined;
  page: number;
  limit: number;
};

const isOpen = sql`p.estado = any (${PREPARO_ABERTO}::text[])`;

/** A page of preparations, newest first, and how many match, counted up to TOTAL_LIMITE. */
export function listPreparos(db: Database, scope: Scope, filter: PreparoFilter): Promise<Page<PreparoRow>> {
  const where: Sql = all([
    ofScope(scope, sql`p.empresa_id`),
    when(filter.projeto_id, (id) => sql`p.projeto_id = ${id}::uuid`),
    when(filter.estado, (estado) => (estado === 'abertos' ? isOpen : sql`p.estado = ${estado}`)),
  ]);
  const found = sql`auditoria_preparos p where ${where}`;
  return pageOf<PreparoRow>(
    db,
    filter,
    (window) => sql`with pagina as (select p.id from ${found} order by p.created_at desc, p.id desc ${window})
      select ${COLUMNS} from pagina join auditoria_preparos p using (id) ${JOINS} order by p.created_at desc, p.id desc`,
    found,
    { cap: TOTAL_LIMITE },
  );
}

/** What acts on a preparation look at. */
export type Held = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  estado: EstadoPreparo;
  versao: number;
  questionario: unknown;
  colunas: unknown;
};

/** Holds a preparation until the transaction ends; null outside the scope. */
export async function lockPreparo(db: Db, scope: Scope, id: string): Promise<Held | null> {
  const { rows } = await db.sql<Held>(
    sql`select p.id, p.empresa_id, p.projeto_id, p.estado, p.versao, p.questionario, p.colunas from auditoria_preparos p
      where p.id = ${id} and ${inScope(scope, sql`p.empresa_id`)} for no key update`,
    'preparo_trava',
  );
  return rows[0] ?? null;
}

/** From now on: when nobody goes on with it. */
const EXPIRA = sql`now() + make_interval(days => ${int(PREPARO_GUARDA_DIAS)})`;

/** Writes what an act changes besides; its files are kept for longer. Under its row's lock. `corrigido`: whoever confirms has to look again. */
export async function saveAct(
  db: Db,
  id: string,
  { estado, corrigido, tarefaId }: { estado: EstadoPreparo; corrigido: boolean; tarefaId?: string },
): Promise<void> {
  await db.sql(
    sql`update auditoria_preparos set estado = ${estado}, motivo = null, motivo_papel = null, versao = versao + ${corrigido ? 1 : 0}::int,
        tarefa_id = coalesce(${tarefaId ?? null}::uuid, tarefa_id), expira_em = ${EXPIRA}, updated_at = now() where id = ${id}`,
    'preparo_ato',
  );
}

export type NovoPreparo = {
  id: string;
  empresaId: string;
  projetoId: string;
  autorId: string | null;
  observacoes: string | null;
  enviadoEm: string | null;
  automatico: boolean;
  arquivos: readonly { papel: PapelArquivo; nome: string; tamanho: number }[];
};

/** Writes down what is to be prepared, with its files as announced. @returns false where its id is taken: nothing was written */
export async function insertPreparo(db: Db, novo: NovoPreparo): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`insert into auditoria_preparos (id, empresa_id, projeto_id, autor_id, observacoes, enviado_em, automatico, expira_em)
      values (${novo.id}, ${novo.empresaId}, ${novo.projetoId}, ${novo.autorId}, ${novo.observacoes}, ${novo.enviadoEm}, ${novo.automatico}, ${EXPIRA})
      on conflict do nothing`,
    'preparo_novo',
  );
  if (!rowCount) return false;
  const { id: preparoId, empresaId, arquivos } = novo;
  const data = arquivos.map(({ papel, nome, tamanho }) => ({ preparoId, empresaId, papel, nome, tamanho }));
  await db.within(companyScope(empresaId)).preparoArquivo.createMany({ data });
  return true;
}

/** How many a company has open besides this one, with nobody else beginning one until the transaction ends. */
export async function countOpen(db: Db, empresaId: string, id: string): Promise<number> {
  // Two at once must not both count the last place as free.
  await lock(db, 'preparos', empresaId);
  const where = { empresaId, id: { not: id }, estado: { in: [...PREPARO_ABERTO] } };
  return db.within(companyScope(empresaId)).auditoriaPreparo.count({ where });
}

/** A project as somebody wants to prepare an audit in it; null outside the scope. */
export function findProjeto(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ empresaId: string; isActive: boolean; tipoProjeto: TipoProjeto } | null> {
  return db.within(scope).projeto.findFirst({
    where: { id, ...whereScope(scope) },
    select: { empresaId: true, isActive: true, tipoProjeto: true },
  });
}
