// SQL: one statement shows a prepared audit with its files and its task; every change locks the prepared audit's row.

import type { Database, Db } from '@escuta/prisma/db';
import type { PreparoDetalhe } from '@escuta/shared/contracts/surveys/preparos';
import type { EstadoPreparo, PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { keptUntil, listIntakes, taskOf } from '../../intake/intake-repo.ts';
import type { Page } from '../../reads/page-repo.ts';

export type ArquivoRow = {
  papel: PapelArquivo;
  nome: string;
  tamanho: number;
  recebido: number;
  envio_id: string | null;
  completo: boolean;
  lido: boolean;
};

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
  /** The company's balance, credits. */
  saldo: number;
  /** Price of a credit in the most expensive package on sale, BRL cents; null: no package. */
  centavos_por_credito: number | null;
};

export type PreparoDetalheRow = PreparoRow & {
  questionario: unknown;
  colunas: unknown;
  avisos: unknown;
  aba: string | null;
  linhas_sem_gravacao: boolean;
  andamento: PreparoDetalhe['andamento'];
};

const COLUMNS = sql`n.id, n.empresa_id, n.projeto_id, pr.nome as projeto_nome, pr.tipo_projeto::text as tipo_projeto,
  n.autor_id, u.nome as autor_nome,
  n.observacoes, n.estado, n.motivo, n.motivo_papel, n.automatico, n.versao, n.auditoria_id, n.pesquisa_id,
  n.created_at, n.expira_em,
  case when jsonb_typeof(n.questionario -> 'perguntas') = 'array' then jsonb_array_length(n.questionario -> 'perguntas')
    else 0 end as perguntas,
  coalesce((select json_agg(json_build_object('papel', f.papel, 'nome', f.nome, 'tamanho', f.tamanho,
      'recebido', case when v.id is null and f.lido_em is not null then f.tamanho else coalesce(v.tamanho, 0) end,
      'envio_id', f.envio_id,
      'completo', f.lido_em is not null or coalesce(v.estado = 'concluido', false), 'lido', f.lido_em is not null)
      order by array_position(array['audio', 'perguntas', 'planilha_respostas', 'zip_audios'], f.papel))
    from preparo_arquivos f left join envios v on v.id = f.envio_id where f.preparo_id = n.id), '[]') as arquivos,
  ${taskOf(sql`n`)},
  e.saldo_creditos as saldo,
  (select max(c.preco_centavos::float8 / c.quantidade_creditos) from credito_pacotes c
    where c.ativo and c.quantidade_creditos > 0 and c.preco_centavos is not null) as centavos_por_credito`;
const JOINS = sql`join projetos pr on pr.id = n.projeto_id join empresas e on e.id = n.empresa_id
  left join usuarios u on u.id = n.autor_id`;

/** Finds a prepared audit with the details for its page. */
export async function findPreparo(db: Db, scope: Scope, id: string): Promise<PreparoDetalheRow | null> {
  const { rows } = await db.sql<PreparoDetalheRow>(
    sql`select ${COLUMNS}, n.questionario, n.colunas, n.avisos, n.aba, n.linhas_sem_gravacao,
        case when n.estado in ('auditando', 'concluido') then (select json_build_object(
            'concluidas', count(*) filter (where i.status = 'concluido'), 'falhas',
              count(*) filter (where i.status = 'erro'),
            'em_andamento', count(*) filter (where i.status = 'processando'), 'a_espera',
              count(*) filter (where i.status = 'pendente'))
          from preparo_gravacoes g join auditoria_itens i on i.id = g.item_id
            where g.preparo_id = n.id) end as andamento
      from auditoria_preparos n ${JOINS} where n.id = ${id} and ${inScope(scope, sql`n.empresa_id`)}`,
    'preparo_um',
  );
  return rows[0] ?? null;
}

/** Finds the data needed to list a sheet's rows and recordings; null outside the scope. */
export async function findSheet(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ empresa_id: string; colunas: unknown } | null> {
  const { rows } = await db.sql<{ empresa_id: string; colunas: unknown }>(
    sql`select p.empresa_id, p.colunas from auditoria_preparos p where p.id = ${id}
      and ${inScope(scope, sql`p.empresa_id`)}`,
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

/** A page of prepared audits, newest first, counted up to TOTAL_LIMITE. */
export const listPreparos = (db: Database, scope: Scope, filter: PreparoFilter): Promise<Page<PreparoRow>> =>
  listIntakes<PreparoRow>(db, 'preparo', scope, filter, { columns: COLUMNS, joins: JOINS });

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

/**
 * Inserts a prepared audit with its announced files.
 * @returns false if its id is taken
 */
export async function insertPreparo(db: Db, novo: NovoPreparo): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`insert into auditoria_preparos (id, empresa_id, projeto_id, autor_id, observacoes, enviado_em, automatico,
      expira_em)
      values (${novo.id}, ${novo.empresaId}, ${novo.projetoId}, ${novo.autorId}, ${novo.observacoes},
        ${novo.enviadoEm}, ${novo.automatico}, ${keptUntil('preparo')})
      on conflict do nothing`,
    'preparo_novo',
  );
  if (!rowCount) return false;
  const { id: preparoId, empresaId, arquivos } = novo;
  const data = arquivos.map(({ papel, nome, tamanho }) => ({ preparoId, empresaId, papel, nome, tamanho }));
  await db.within(companyScope(empresaId)).preparoArquivo.createMany({ data });
  return true;
}
