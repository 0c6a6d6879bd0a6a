// SQL: an audit's results are read by page, and findings are joined only for the page's rows.

import type { Database, Db } from '@escuta/prisma/db';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { ofPresentRecording } from '@escuta/shared/platform/database/conditions/present-recording';
import { inScope, int, literal, param, sql } from '@escuta/shared/platform/database/sql';

import { PARTS_COLUMNS, type PartesRow, partsOfResult } from '../../../item-result/parts-repo.ts';
import type { ItemDoResultado } from '../../../item-result/present.ts';
import { CONTADOS, type Page, type PageAsked, pageOf } from '../../../reads/page-repo.ts';

export type ArquivoRow = {
  id: string;
  item_id: string | null;
  entrevista_id: string | null;
  nome: string;
  status: StatusProcessamento;
  motivo: string | null;
  transcricao: string | null;
  created_at: Date;
};

/** Join and condition that exclude results `r` of former recordings. */
const HEARD = sql`left join execucao_etapas x on x.execucao_id = r.execucao_id and x.etapa = 'audio'`;
const OF_THIS_RECORDING = literal(ofPresentRecording('x.saida'));

/**
 * Greatest length of the transcript excerpt in a file's row, characters; INICIO_SENTENCAS: sentences read for the
 * excerpt.
 */
const INICIO = 500;
const INICIO_SENTENCAS = 80;

/** Documents and recordings of an audit, newest first, counted up to CONTADOS. The audit must be in the scope. */
export function listFiles(db: Database, auditoriaId: string, asked: PageAsked): Promise<Page<ArquivoRow>> {
  const id = param(auditoriaId);
  const until = param(asked.page * asked.limit);
  return pageOf<ArquivoRow>(
    db,
    asked,
    (window) => sql`with arquivos as (
          (select f.id, null::uuid as item_id, null::uuid as entrevista_id, f.nome, f.status, f.motivo, f.created_at
            from auditoria_arquivos f where f.auditoria_id = ${id}::uuid order by f.created_at desc,
            f.id desc limit ${until})
          union all
          (select i.id, i.id, i.entrevista_id, coalesce(i.arquivo_nome, 'gravação'), i.status, i.motivo, i.created_at
            from auditoria_itens i where i.auditoria_id = ${id}::uuid and i.arquivo_path is not null
            order by i.created_at desc, i.id desc limit ${until})
        ), pagina as (
          select * from arquivos order by created_at desc, id desc ${window}
        )
        select p.*, t.transcricao from pagina p left join lateral (
          select left(string_agg(s.texto, ' ' order by s.ordem), ${int(INICIO)}) as transcricao from (
            select s.texto, s.ordem from (
              select r.id from auditoria_resultados r join auditoria_itens i on i.id = r.item_id ${HEARD}
              where r.item_id = p.item_id and ${OF_THIS_RECORDING}
              order by (r.status_processamento = 'concluido') desc, r.created_at desc limit 1
            ) r join transcricoes t on t.resultado_id = r.id join sentencas_vigentes s on s.transcricao_id = t.id
            order by s.ordem limit ${int(INICIO_SENTENCAS)}
          ) s
        ) t on true order by p.created_at desc, p.id desc`,
    sql`(select 1 from auditoria_arquivos f where f.auditoria_id = ${id}::uuid
      union all select 1 from auditoria_itens i where i.auditoria_id = ${id}::uuid
        and i.arquivo_path is not null) arquivos`,
    { cap: CONTADOS, name: 'auditoria-arquivos' },
  );
}

export type DocumentoRow = {
  empresa_id: string;
  nome: string;
  tamanho: number;
  sha256: string;
  chave_objeto: string;
};

/** Finds a document of an audit; null if the scope has no such document. */
export async function findDocument(
  db: Database,
  scope: Scope,
  auditoriaId: string,
  arquivoId: string,
): Promise<DocumentoRow | null> {
  const { rows } = await db.sql<DocumentoRow>(
    sql`select f.empresa_id, f.nome, f.tamanho::float8 as tamanho, f.sha256, f.chave_objeto from auditoria_arquivos f
      where f.id = ${arquivoId} and f.auditoria_id = ${auditoriaId} and ${inScope(scope, sql`f.empresa_id`)}`,
    'auditoria_documento',
  );
  return rows[0] ?? null;
}

/**
 * Deletes a document and queues its object for deletion.
 * @returns its company and object; null outside the scope
 */
export async function deleteDocument(
  db: Db,
  scope: Scope,
  auditoriaId: string,
  arquivoId: string,
): Promise<{ empresa_id: string; chave: string; papel: string } | null> {
  const { rows } = await db.sql<{ empresa_id: string; chave: string; papel: string }>(
    sql`with a as (delete from auditoria_arquivos f where f.id = ${arquivoId} and f.auditoria_id = ${auditoriaId}
          and ${inScope(scope, sql`f.empresa_id`)} returning f.empresa_id, f.chave_objeto as chave, f.papel),
        f as (update preparo_arquivos p set chave_objeto = null, sha256 = null from a where p.chave_objeto = a.chave),
        o as (insert into objetos_pendentes (id, empresa_id, chave, apagar_em) select gen_random_uuid(), a.empresa_id,
          a.chave, now() from a
          on conflict (chave) do update set apagar_em = now())
      select * from a`,
    'auditoria_documento_apagado',
  );
  return rows[0] ?? null;
}

/** Length of each party's transcript in a result's row, characters. */
const FALADO = 2000;

export type ResultadoRow = PartesRow &
  ItemDoResultado & {
    id: string;
    entrevista_id: string | null;
    status: StatusProcessamento;
    nome_entrevistado: string | null;
    resultado_id: string | null;
  };

/**
 * A page of an audit's items, newest first, counted up to CONTADOS, each with its newest finished result, answers and
 * verdicts. The audit must be in the scope.
 */
export function listResults(
  db: Database,
  auditoriaId: string,
  asked: PageAsked,
): Promise<Page<ResultadoRow>> {
  const found = sql`auditoria_itens i where i.auditoria_id = ${auditoriaId}::uuid`;
  return pageOf<ResultadoRow>(
    db,
    asked,
    (window) => sql`with pagina as (select i.* from ${found} order by i.created_at desc, i.id desc ${window})
        select i.id, i.entrevista_id, i.status, i.arquivo_nome as nome_arquivo, i.metadata, i.ramal, i.numero_destino,
          i.asterisk_filename, coalesce(e.nome_entrevistado, i.nome_entrevistado) as nome_entrevistado,
          r.id as resultado_id,
          ${PARTS_COLUMNS}
        from pagina i left join entrevistas e on e.id = i.entrevista_id
        left join lateral (
          select r.* from auditoria_resultados r ${HEARD}
          where r.item_id = i.id and r.status_processamento = 'concluido' and ${OF_THIS_RECORDING}
          order by r.created_at desc, r.id desc limit 1
        ) r on true ${partsOfResult(sql`c.vigente`, FALADO)}
        order by i.created_at desc, i.id desc`,
    found,
    { cap: CONTADOS, name: 'auditoria-resultados' },
  );
}
