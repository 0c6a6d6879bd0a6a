// SQL: stores an analysed item's former recordings with their data, and restores them in a single transaction under the
// item's lock.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { GRAVACAO_ANTERIOR_DIAS, type SaidaDaGravacao } from '../../domain/recordings/former-recording.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { ANALISADO } from '../../platform/database/conditions/analysed.ts';
import { runOfPresentRecording } from '../../platform/database/conditions/present-recording.ts';
import { newId } from '../../platform/database/ids.ts';
import { int, literal, sql } from '../../platform/database/sql.ts';
import type { Actor } from '../log/audit-log.ts';
import { saveMatrixRow } from '../verdicts/interview-matrix.ts';
import { requestRejudge } from '../verdicts/interview-rejudge.ts';
import { itemsForgetRuns } from './runs.ts';

/**
 * Stores the recording that an analysed item loses.
 * @returns the end of its retention; null: nothing is kept, because the item was never analysed
 */
export async function keepFormer(
  db: Db,
  itemId: string,
  actor: Actor,
  { saida, motivo }: { saida: SaidaDaGravacao; motivo: string | null },
): Promise<Date | null> {
  const { rows } = await db.sql<{ ate: Date }>(
    sql`insert into gravacoes_anteriores (id, empresa_id, projeto_id, item_id, chave_objeto, nome, tipo, tamanho,
      sha256, gravacao_ms,
        duracao_s, recebida_em, saida, usuario_id, via, via_id, motivo, resultados, mapa, ate)
      select ${newId()}::uuid, i.empresa_id, i.projeto_id, i.id, i.arquivo_path, i.arquivo_nome, i.arquivo_tipo,
      i.arquivo_tamanho,
        i.arquivo_sha256, i.gravacao_ms, i.call_duration, i.arquivo_recebido_em, ${saida}::text,
        ${actor.usuarioId}::uuid,
        ${actor.via}::text, ${actor.viaId}::uuid, ${motivo}::text,
        array(select r.id from auditoria_resultados r where r.item_id = i.id and ${literal(ANALISADO)}
          and ${literal(runOfPresentRecording('r.execucao_id'))}),
        case when i.entrevista_id is not null then jsonb_build_object(
          'mapa', (select jsonb_agg(to_jsonb(m)) from entrevista_gravacoes m where m.entrevista_id = i.entrevista_id),
          'partes', (select jsonb_agg(to_jsonb(p)) from entrevista_partes p where p.item_id = i.id),
          'sons', (select jsonb_agg(to_jsonb(s)) from entrevista_sons s where s.item_id = i.id),
          'iguais', (select jsonb_agg(to_jsonb(q) || jsonb_build_object('outra', o.item_id, 'gravacao', o.gravacao))
            from entrevista_sons_iguais q join entrevista_sons o on o.item_id in (q.item_a, q.item_b)
              and o.item_id <> i.id
            where i.id in (q.item_a, q.item_b))) end,
        now() + ${int(GRAVACAO_ANTERIOR_DIAS)} * interval '1 day'
      from auditoria_itens i where i.id = ${itemId}::uuid and i.arquivo_path is not null
        and exists (select from auditoria_resultados r where r.item_id = i.id and ${literal(ANALISADO)})
      returning ate`,
    'gravacao_anterior_guarda',
  );
  return rows[0]?.ate ?? null;
}

export type Anterior = { id: string; chave: string; sha256: string | null; mapa: unknown };

/**
 * Locks a locked item's former recording.
 * @param qual the recording's id or object key
 * @returns null: no such recording, or it has expired
 */
export async function lockFormer(
  db: Db,
  itemId: string,
  qual: { id: string } | { chave: string },
): Promise<Anterior | null> {
  const which = 'id' in qual ? sql`g.id = ${qual.id}::uuid` : sql`g.chave_objeto = ${qual.chave}`;
  const { rows } = await db.sql<Anterior>(
    sql`select g.id, g.chave_objeto as chave, g.sha256, g.mapa from gravacoes_anteriores g
      where g.item_id = ${itemId}::uuid and ${which} and g.chave_objeto is not null and g.ate > now() for update`,
  );
  return rows[0] ?? null;
}

/** Moves a locked former recording back into its item, which must have none. */
export async function putFormer(db: Db, itemId: string, anterior: Anterior): Promise<void> {
  const { rowCount } = await db.sql(
    sql`update auditoria_itens i set arquivo_path = g.chave_objeto, arquivo_nome = g.nome, arquivo_tipo = g.tipo,
        arquivo_tamanho = g.tamanho, arquivo_sha256 = g.sha256, arquivo_recebido_em = g.recebida_em,
        call_duration = coalesce(g.duracao_s, i.call_duration), updated_at = now()
      from gravacoes_anteriores g where i.id = ${itemId}::uuid and g.id = ${anterior.id}::uuid`,
    'gravacao_anterior_volta',
  );
  if (rowCount === 0) throw new AppError('nao_encontrado', 'Gravação anterior não encontrada.');
  // A separate statement, because a change of the file makes a trigger clear an interview's length.
  await db.sql(
    sql`update auditoria_itens i set gravacao_ms = g.gravacao_ms from gravacoes_anteriores g
      where i.id = ${itemId}::uuid and g.id = ${anterior.id}::uuid`,
    'gravacao_anterior_ms',
  );
  await db.within(INSTALACAO).gravacaoAnterior.deleteMany({ where: { id: anterior.id } });
  await db.query(itemsForgetRuns('(select $1::uuid as item_id, $2::uuid as id)'), [itemId, newId()]);
  const execucaoId = await enforceAnalysis(db, itemId);
  await db.sql(
    sql`update auditoria_itens set espera_ms = (select (r.fatos_audio -> 'espera' ->> 'totalMs')::int
      from auditoria_resultados r
      where r.execucao_id = ${execucaoId}::uuid) where id = ${itemId}::uuid`,
    'gravacao_anterior_espera',
  );
  await restoreInterview(db, itemId, anterior, execucaoId);
}

/**
 * Restores the findings of the last concluded run about the present recording; triggers update sums and search.
 * @returns the run's id
 */
async function enforceAnalysis(db: Db, itemId: string): Promise<string | null> {
  const { rows } = await db.sql<{ id: string; status: string }>(
    sql`select distinct on (x.status) x.id, x.status::text as status from auditoria_itens i
      join execucoes x on x.item_id = i.id
        join execucao_etapas e on e.execucao_id = x.id and e.etapa = 'audio'
          and e.saida ->> 'arquivoPath' = i.arquivo_path
      where i.id = ${itemId}::uuid and x.status in ('concluida', 'erro')
      order by x.status, x.created_at desc, x.id desc`,
    'gravacao_anterior_execucoes',
  );
  const concluded = rows.find(({ status }) => status === 'concluida');
  if (!concluded) return null;
  await db.query('select escuta_escreve_qualidade($1::uuid[])', [[concluded.id]]);
  // Also restores a later repetition's failures, which were in force beside the analysis.
  const failed = rows.find(({ status, id }) => status === 'erro' && id > concluded.id);
  if (failed) {
    await db.within(INSTALACAO).insight.updateMany({
      where: { execucaoId: failed.id, statusProcessamento: 'erro', vigente: false },
      data: { vigente: true },
    });
  }
  return concluded.id;
}

/** Tables about an interview's recording, each with the key under which a former recording's data contain its rows. */
const OF_RECORDING = [
  ['entrevista_gravacoes', 'mapa'],
  ['entrevista_partes', 'partes'],
  ['entrevista_sons', 'sons'],
] as const;

/** Restores an interview's verdicts, part positions and fingerprint. @param execucaoId the verdicts' run */
async function restoreInterview(
  db: Db,
  itemId: string,
  { mapa }: Anterior,
  execucaoId: string | null,
): Promise<void> {
  const item = await db
    .within(INSTALACAO)
    .auditoriaItem.findFirst({ where: { id: itemId }, select: { empresaId: true, entrevistaId: true } });
  if (!item?.entrevistaId) return;
  const { empresaId, entrevistaId } = item;
  const { rowCount: cells } = await db.sql(
    sql`update confrontos set vigente = true, updated_at = now()
      where execucao_id = ${execucaoId}::uuid and not vigente`,
    'gravacao_anterior_celulas',
  );
  await saveMatrixRow(db, entrevistaId);
  const kept = (name: string): string => JSON.stringify(rowsOf(mapa, name));
  for (const [table, name] of OF_RECORDING) {
    await db.sql(
      sql`insert into ${literal(table)}
        select * from jsonb_populate_recordset(null::${literal(table)}, ${kept(name)}::jsonb)`,
      `gravacao_anterior_${name}`,
    );
  }
  // Restores a pair of interviews with the same sound, unless the other got another recording meanwhile.
  await db.sql(
    sql`insert into entrevista_sons_iguais
      select (jsonb_populate_record(null::entrevista_sons_iguais, r)).*
        from jsonb_array_elements(${kept('iguais')}::jsonb) as r
      where exists (select from entrevista_sons o where o.item_id = (r ->> 'outra')::uuid
        and o.gravacao = r ->> 'gravacao')`,
    'gravacao_anterior_iguais',
  );
  // Answers or sentences may have changed meanwhile.
  if (cells) await requestRejudge(db, { empresaId, entrevistaId });
}

function rowsOf(mapa: unknown, name: string): readonly unknown[] {
  const kept = (mapa as Readonly<Record<string, unknown>> | null)?.[name];
  return Array.isArray(kept) ? kept : [];
}
