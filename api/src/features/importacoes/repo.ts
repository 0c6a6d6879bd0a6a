// SQL: a single statement shows an import with its task; every change locks the import's row.

import type { Database, Db } from '@escuta/prisma/db';
import {
  contagensSchema,
  type EstadoImportacao,
  type Mapeamento,
  NADA_CONTADO,
} from '@escuta/shared/domain/call-sheet/fields';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { AppError } from '@escuta/shared/domain/errors';
import type { RazaoDeFicar } from '@escuta/shared/domain/life/item';
import { companyScope, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { readStored } from '@escuta/shared/domain/text/stored';
import { inScope, int, sql } from '@escuta/shared/platform/database/sql';
import { discardStoredObject } from '@escuta/shared/platform/storage/pending-objects';
import type { Held as HeldIntake } from '@escuta/shared/services/intake/held';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import { RAZAO_DE_FICAR } from '@escuta/shared/services/items/undo';
import { DatabaseError } from 'pg';
import { type Target, taskOf } from '../../intake/intake-repo.ts';
import { defaultAudit } from '../../reads/default-audit-repo.ts';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';
import { findProject } from '../../reads/scoped-repo.ts';

export type ImportacaoRow = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  auditoria_id: string | null;
  autor_id: string | null;
  autor_nome: string | null;
  estado: EstadoImportacao;
  motivo: string | null;
  nome: string;
  tamanho: number;
  formato: string | null;
  origem: string | null;
  linhas: number | null;
  simulacao: unknown;
  resultado: unknown;
  desfeita: unknown;
  tarefa: { id: string; feito: number; total: number | null } | null;
  versao: number;
  created_at: Date;
  concluida_em: Date | null;
  desfeita_em: Date | null;
};

export type ImportacaoDetalheRow = ImportacaoRow & {
  envio_id: string | null;
  sha256: string | null;
  aba: string | null;
  arquivo: boolean;
  colunas: unknown;
  mapeamento: unknown;
  avisos: unknown;
  leitura: unknown;
};

const COLUMNS = sql`m.id, m.empresa_id, m.projeto_id, m.auditoria_id, m.autor_id, u.nome as autor_nome, m.estado,
  m.motivo, m.nome,
  m.tamanho::float8 as tamanho, m.formato, m.origem, m.linhas, m.simulacao, m.resultado, m.desfeita, m.versao,
  m.created_at, m.concluida_em,
  m.desfeita_em, ${taskOf(sql`m`)}`;
const DETAIL = sql`m.envio_id, m.sha256, m.aba, m.chave_objeto is not null as arquivo, m.colunas, m.mapeamento,
  m.avisos, m.leitura`;

/** Finds an import in the scope, with the details for its page. */
export async function findImportacao(db: Db, scope: Scope, id: string): Promise<ImportacaoDetalheRow | null> {
  const { rows } = await db.sql<ImportacaoDetalheRow>(
    sql`select ${COLUMNS}, ${DETAIL} from importacoes m left join usuarios u on u.id = m.autor_id
      where m.id = ${id} and ${inScope(scope, sql`m.empresa_id`)}`,
    'importacao_uma',
  );
  return rows[0] ?? null;
}

/** A page of a project's imports, newest first; null outside the scope. */
export async function listImportacoes(
  db: Database,
  scope: Scope,
  projetoId: string,
  asked: PageAsked,
): Promise<Page<ImportacaoRow> | null> {
  if (!(await findProject(db, scope, projetoId))) return null;
  return pageOf<ImportacaoRow>(
    db,
    asked,
    (window) => sql`select ${COLUMNS} from importacoes m left join usuarios u on u.id = m.autor_id
      where m.projeto_id = ${projetoId} order by m.created_at desc, m.id desc ${window}`,
    sql`importacoes m where m.projeto_id = ${projetoId}`,
    { name: 'importacoes' },
  );
}

export type Destino = Target & { auditoriaId: string };

/**
 * Finds the audit for imported calls: the requested audit, else the project's default one.
 * @throws AppError nao_encontrado
 */
export async function findDestino(
  db: Db,
  { empresaId, projetoId }: Target,
  auditoriaId: string | undefined,
): Promise<Destino> {
  if (auditoriaId === undefined)
    return { empresaId, projetoId, auditoriaId: await defaultAudit(db, empresaId, projetoId) };
  const where = { id: auditoriaId, projetoId, empresaId };
  const audit = await db.within(companyScope(empresaId)).auditoria.findFirst({ where, select: { id: true } });
  if (!audit) throw new AppError('nao_encontrado', 'Auditoria não encontrada neste projeto.');
  return { empresaId, projetoId, auditoriaId };
}

export type NovaImportacao = Destino & {
  id: string;
  autorId: string | null;
  nome: string;
  tamanho: number;
  automatica: boolean;
  /** Key of the object if the file is completely stored; else null. */
  chaveObjeto: string | null;
};

/**
 * Inserts an import.
 * @returns false if its id is taken
 */
export async function insertImportacao(db: Db, nova: NovaImportacao): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`insert into importacoes (id, empresa_id, projeto_id, auditoria_id, autor_id, nome, tamanho, automatica,
      chave_objeto, expira_em)
      values (${nova.id}, ${nova.empresaId}, ${nova.projetoId}, ${nova.auditoriaId}, ${nova.autorId}, ${nova.nome},
        ${nova.tamanho},
        ${nova.automatica}, ${nova.chaveObjeto}, now() + make_interval(days => ${int(LIMITES_IMPORTACAO.desfazDias)}))
      on conflict (id) do nothing`,
    'importacao_nova',
  );
  return rowCount === 1;
}

type Held = HeldIntake<'importacao'>;

/** Assigns an import to a task and sets its state; reading begins at the first row unless `continua`. */
export async function handOver(
  db: Db,
  id: string,
  { estado, tarefaId, continua }: { estado: EstadoImportacao; tarefaId: string; continua: boolean },
): Promise<void> {
  await db.sql(
    sql`update importacoes set estado = ${estado}, tarefa_id = ${tarefaId}, motivo = null, updated_at = now(),
        linha = case when ${continua} then linha else 0 end,
        simulacao = case when ${estado}::text = 'simulando' then null else simulacao end
      where id = ${id}`,
    'importacao_entrega',
  );
}

export async function chooseSheet(db: Db, id: string, aba: string): Promise<void> {
  await db.sql(
    sql`update importacoes set aba_pedida = ${aba}, updated_at = now() where id = ${id}`,
    'importacao_aba',
  );
}

/** Saves a person's column mapping as a new version. */
export async function saveMapping(db: Db, id: string, mapeamento: Mapeamento): Promise<void> {
  await db.sql(
    sql`update importacoes set mapeamento = ${mapeamento}, versao = versao + 1, updated_at = now() where id = ${id}`,
    'importacao_mapeia',
  );
}

/** Number of agents' names that were new in the dry run. */
export async function countNewNames(db: Db, scope: Scope, id: string): Promise<number> {
  const where = { id, AND: whereScope(scope) };
  const row = await db.within(scope).importacao.findFirst({ where, select: { simulacao: true } });
  return readStored(contagensSchema, row?.simulacao, NADA_CONTADO).agentes_novos.length;
}

/** Saves a person's mapping for later sheets with this heading. */
export async function rememberMapping(
  db: Db,
  given: { empresaId: string; cabecalho: string; mapeamento: Mapeamento; autorId: string | null },
): Promise<void> {
  await db.sql(
    sql`insert into importacao_mapeamentos (empresa_id, cabecalho_sha256, mapeamento, autor_id)
      values (${given.empresaId}, ${given.cabecalho}, ${given.mapeamento}, ${given.autorId})
      on conflict (empresa_id, cabecalho_sha256) do update set mapeamento = excluded.mapeamento,
        autor_id = excluded.autor_id,
        updated_at = now()`,
    'importacao_lembra',
  );
}

/** True if another import of the project is being written or undone. */
export async function isBusy(
  db: Db,
  { id, projeto_id: projetoId, empresa_id: empresaId }: Held,
): Promise<boolean> {
  const where = { projetoId, empresaId, id: { not: id }, estado: { in: ['importando', 'desfazendo'] } };
  return (await db.within(companyScope(empresaId)).importacao.count({ where })) > 0;
}

/** True if a unique index refused the write: another import of the project began or was undone after `isBusy`. */
export const isTaken = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === '23505' &&
  error.constraint === 'importacoes_uma_por_projeto';

/** Cancels an import that has written no calls: schedules its file for deletion and deletes its rows. */
export async function discard(db: Db, { id, empresa_id, chave_objeto }: Held): Promise<void> {
  await discardUploads(db, { dono: 'importacao', ids: [id] });
  if (chave_objeto !== null) await discardStoredObject(db, empresa_id, chave_objeto);
  await db
    .within(companyScope(empresa_id))
    .importacaoLinha.deleteMany({ where: { importacaoId: id, empresaId: empresa_id } });
  await db.sql(sql`delete from importacao_chaves where importacao_id = ${id}::uuid`);
  await db.sql(
    sql`update importacoes set estado = 'cancelada', chave_objeto = null, envio_id = null, colunas = null,
      leitura = null,
      simulacao = simulacao - 'direcoes', tarefa_id = null, motivo = null, updated_at = now() where id = ${id}::uuid`,
    'importacao_cancela',
  );
}

export type LinhaRow = {
  n: number;
  motivo: string | null;
  celulas: string[] | null;
  linha_igual: number | null;
  ligacao: { id: string; numero_destino: string | null; call_start_time: string | null } | null;
};

/** Rows that gave no call, in the sheet's order. */
export function listLinhas(
  db: Database,
  importacaoId: string,
  asked: PageAsked & { situacao: 'recusada' | 'duplicada' | 'perna'; simulada: boolean },
): Promise<Page<LinhaRow>> {
  const which = sql`l.importacao_id = ${importacaoId}::uuid and l.simulada = ${asked.simulada}
    and l.recusada = ${asked.situacao === 'recusada'} and l.perna = ${asked.situacao === 'perna'}`;
  return pageOf<LinhaRow>(
    db,
    asked,
    (window) => sql`select l.n, l.motivo, l.celulas, l.linha_igual, case
      when i.id is not null then json_build_object('id', i.id,
          'numero_destino', i.numero_destino, 'call_start_time', i.call_start_time) end as ligacao
      from importacao_linhas l left join auditoria_itens i on i.id = l.item_id where ${which}
      order by l.n ${window}`,
    sql`importacao_linhas l where ${which}`,
    { name: 'importacao_linhas' },
  );
}

/** Refused rows after row `after`, for the workbook. */
export function refusedAfter(
  db: Db,
  scope: Scope,
  importacaoId: string,
  simulada: boolean,
  after: number,
): Promise<{ n: number; motivo: string | null; celulas: string[] }[]> {
  return db.within(scope).importacaoLinha.findMany({
    where: { importacaoId, simulada, recusada: true, n: { gt: after }, ...whereScope(scope) },
    select: { n: true, motivo: true, celulas: true },
    orderBy: { n: 'asc' },
    take: 1000,
  });
}

export type MantidaRow = {
  id: string;
  numero_destino: string | null;
  call_start_time: Date | null;
  razao: RazaoDeFicar | null;
};

/** Counts an import's existing calls and, by reason, the calls that an undo keeps. */
export async function countKept(
  db: Db,
  importacaoId: string,
): Promise<{ total: number; razoes: { razao: RazaoDeFicar; n: number }[] }> {
  // Reads reasons only for the few processed calls; of the others (up to 500,000) only ids.
  const { rows } = await db.sql<{ total: number; razoes: { razao: RazaoDeFicar; n: number }[] }>(
    sql`with minhas as (select i.id, (i.dados_apagados_em is not null or i.arquivo_path is not null
      or i.status <> 'pendente'
            or i.updated_at > i.created_at) as mexida
          from auditoria_itens i where i.importacao_id = ${importacaoId}::uuid),
        usadas as (
          select id from minhas where mexida
          union select x.item_id from execucoes x join minhas m on m.id = x.item_id
          union select r.item_id from auditoria_resultados r join minhas m on m.id = r.item_id
          union select n.item_id from insights n join minhas m on m.id = n.item_id
          union select a.item_id from item_atribuicoes a join minhas m on m.id = a.item_id),
        ditas as (select ${RAZAO_DE_FICAR} as razao from usadas u join auditoria_itens i on i.id = u.id),
        razoes as (select razao, count(*)::int as n from ditas where razao is not null group by razao)
      select (select count(*)::int from minhas) as total,
        coalesce((select jsonb_agg(jsonb_build_object('razao', r.razao, 'n', r.n) order by r.n desc, r.razao)
          from razoes r), '[]') as razoes`,
    'importacao_razoes',
  );
  return rows[0] ?? { total: 0, razoes: [] };
}

/** An import's existing calls, with the reasons why an undo keeps them. */
export function listMantidas(
  db: Database,
  importacaoId: string,
  asked: PageAsked,
): Promise<Page<MantidaRow>> {
  const found = sql`auditoria_itens i where i.importacao_id = ${importacaoId}::uuid`;
  return pageOf<MantidaRow>(
    db,
    asked,
    (window) => sql`select i.id, i.numero_destino, i.call_start_time, ${RAZAO_DE_FICAR} as razao from ${found}
      order by i.id ${window}`,
    found,
    { name: 'importacao_mantidas' },
  );
}
