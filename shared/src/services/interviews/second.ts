// SQL: an interview's second recording, sent after a gerente stopped waiting, under the interview's lock.

import type { Db } from '@escuta/prisma/db';
import type { LinhaDoMapa } from '../../domain/interview/device/recording-map.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { notify } from '../../platform/database/notify.ts';
import { sql } from '../../platform/database/sql.ts';
import { retireObjects, withdrawObject } from '../../platform/storage/pending-objects.ts';
import { type ItemSeguro, putRecording } from '../items/recording.ts';
import type { Actor } from '../log/audit-log.ts';
import { saveRecordingMap } from '../recordings/recording-map.ts';
import { ASSEMBLY_CHANNEL, TO_BE_JOINED } from './joining.ts';
import { interviewRefusal } from './life.ts';

type Entrevista = { id: string; empresa_id: string };

/** A joined second recording. `tamanho`: bytes. */
export type SegundaGravacao = {
  chave: string;
  nome: string;
  tipo: string;
  tamanho: number;
  sha256: string;
  mapa: readonly LinhaDoMapa[];
};

const secondOf = (db: Db) => db.within(INSTALACAO).entrevistaSegunda;

/** Requests that late sound be joined to a second recording. */
export async function requestSecond(db: Db, { id, empresa_id }: Entrevista): Promise<void> {
  await secondOf(db).create({ data: { entrevistaId: id, empresaId: empresa_id }, select: { nome: true } });
  await notify(db, ASSEMBLY_CHANNEL);
}

/** Requests joining again after a failure (VIDA_DA_ENTREVISTA, 'repetir_segunda'). */
export async function repeatSecond(db: Db, id: string): Promise<void> {
  await secondOf(db).updateMany({ where: { entrevistaId: id }, data: TO_BE_JOINED });
  await notify(db, ASSEMBLY_CHANNEL);
}

/** Offers a joined second recording. `motivo`: lost sound, in words; null: complete. */
export async function offerSecond(
  db: Db,
  id: string,
  { chave, nome, tipo, tamanho, sha256, mapa }: SegundaGravacao,
  motivo: string | null,
): Promise<void> {
  await withdrawObject(db, chave);
  await db.sql(
    sql`update entrevista_segundas set montagem = 'pronta', montagem_motivo = ${motivo}, montagem_ate = null,
      chave_objeto = ${chave},
        nome = ${nome}, tipo = ${tipo}, tamanho = ${tamanho}, sha256 = ${sha256}, mapa = ${JSON.stringify(mapa)}::jsonb
      where entrevista_id = ${id}`,
    'segunda_oferece',
  );
}

/** The offered second recording. @throws AppError conflito if none is offered */
export async function offeredSecond(db: Db, id: string): Promise<SegundaGravacao> {
  const found = await secondOf(db).findFirst({
    where: { entrevistaId: id, chaveObjeto: { not: null } },
    select: { chaveObjeto: true, nome: true, tipo: true, tamanho: true, sha256: true, mapa: true },
  });
  if (!found) throw interviewRefusal('sem_segunda');
  const { chaveObjeto: chave, tamanho, mapa, ...file } = found;
  // Safe cast: an offered recording has all fields.
  return { ...file, chave, tamanho: Number(tamanho), mapa: mapa as unknown } as SegundaGravacao;
}

/**
 * Replaces the item's recording by the offered second one (VIDA_DA_ENTREVISTA, 'usar_segunda'; VIDA_DO_ITEM, 'anexar');
 * returns its SHA-256.
 */
export async function useSecond(
  db: Db,
  entrevista: Entrevista,
  item: ItemSeguro,
  actor: Actor,
): Promise<string> {
  const { chave, mapa, ...file } = await offeredSecond(db, entrevista.id);
  await putRecording(db, item, actor, { key: chave, ...file });
  await saveRecordingMap(db, { id: entrevista.id, empresaId: entrevista.empresa_id }, mapa);
  await decide(db, entrevista.id, 'usada');
  return file.sha256;
}

/**
 * Discards the second recording (VIDA_DA_ENTREVISTA, 'descartar_segunda').
 * @returns its SHA-256; null: its parts were never joined
 */
export async function discardSecond(db: Db, entrevista: Entrevista): Promise<string | null> {
  const sha256 = await retireSecond(db, entrevista);
  await decide(db, entrevista.id, 'descartada');
  return sha256;
}

async function decide(db: Db, id: string, decisao: 'usada' | 'descartada'): Promise<void> {
  await db.sql(
    sql`update entrevista_segundas set decisao = ${decisao}, chave_objeto = null, mapa = null
      where entrevista_id = ${id}`,
    'segunda_decidida',
  );
}

async function retireSecond(db: Db, { id, empresa_id }: Entrevista): Promise<string | null> {
  const second = await secondOf(db).findFirst({
    where: { entrevistaId: id, chaveObjeto: { not: null } },
    select: { chaveObjeto: true, sha256: true },
  });
  await retireObjects(db, empresa_id, second?.chaveObjeto ? [second.chaveObjeto] : []);
  return second?.sha256 ?? null;
}

/** Deletes the second recording when receiving restarts. */
export async function forgetSecond(db: Db, entrevista: Entrevista): Promise<void> {
  await retireSecond(db, entrevista);
  await secondOf(db).deleteMany({ where: { entrevistaId: entrevista.id } });
}
