// SQL: a device's data are written under the interview's lock.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { ofOwner } from '@escuta/shared/services/intake/uploads';

export type VersaoDeCampo = {
  id: string;
  numero: number;
  conteudo: ConteudoVersao;
  questionario_id: string;
  created_at: Date;
};

/** A version in the scope, and its questionnaire. */
export async function findVersao(db: Db, scope: Scope, id: string): Promise<VersaoDeCampo | null> {
  const { rows } = await db.sql<Omit<VersaoDeCampo, 'conteudo'> & { conteudo: unknown }>(
    sql`select id, numero, conteudo, questionario_id, created_at from questionario_versoes
      where id = ${id} and ${inScope(scope, sql`empresa_id`)}`,
    'campo_versao',
  );
  const [row] = rows;
  return row ? { ...row, conteudo: readStoredVersion(row.conteudo) } : null;
}

export type GravacaoRow = {
  n: number;
  envio_id: string;
  recebidas: number;
  ultima: number;
  concluida: boolean;
  faltam: number[];
};

/** The uploads of an interview's recordings. `partes`: total number of parts by upload id, where known. */
export async function readGravacoes(
  db: Db,
  entrevistaId: string,
  partes: ReadonlyMap<string, number> = new Map(),
  faltamMax = 1000,
): Promise<GravacaoRow[]> {
  const ids = [...partes.keys()];
  const { rows } = await db.sql<GravacaoRow>(
    sql`select v.numero as n, v.id as envio_id, v.estado = 'concluido' as concluida,
        (select count(*)::int from envio_partes p where p.envio_id = v.id) as recebidas,
        (select coalesce(max(p.n), 0)::int from envio_partes p where p.envio_id = v.id) as ultima,
        -- No further than the last that could be named: a few bytes can claim 20,000 parts of each of 1,000 recordings.
        array(select g::int from generate_series(1, least(coalesce(q.partes, 0),
            ${faltamMax}::int + (select count(*)::int from envio_partes p where p.envio_id = v.id))) g
              where not exists (
            select from envio_partes p where p.envio_id = v.id and p.n = g)
              order by g limit ${faltamMax}::int) as faltam
      from envios v left join unnest(${ids}::uuid[], ${[...partes.values()]}::int[]) as q (id, partes) on q.id = v.id
      where ${ofOwner('entrevista', sql`${entrevistaId}::uuid`)} order by v.numero`,
    'campo_gravacoes',
  );
  return rows;
}

/** Ends complete uploads. Call under the interview's lock. */
export async function endUploads(db: Db, partes: ReadonlyMap<string, number>): Promise<void> {
  await db.sql(
    sql`update envios v set estado = 'concluido', partes = q.partes
      from unnest(${[...partes.keys()]}::uuid[], ${[...partes.values()]}::int[]) as q (id, partes) where q.id = v.id`,
    'campo_envios_fim',
  );
}

export async function readItem(
  db: Db,
  entrevistaId: string,
): Promise<{ id: string; empresa_id: string; arquivo_path: string | null; arquivo_sha256: string | null }> {
  const { rows } = await db.sql(
    sql`select id, empresa_id, arquivo_path, arquivo_sha256 from auditoria_itens where entrevista_id = ${entrevistaId}
      order by created_at desc, id desc limit 1`,
    'campo_seu_item',
  );
  if (!rows[0]) throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
  return rows[0];
}
