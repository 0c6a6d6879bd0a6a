// SQL: an interview's second recording: the sound that its device sent after a gerente had given up waiting for it. Under the interview's lock.

import type { Db } from '@escuta/prisma/db';
import type { LinhaDoMapa } from '../../domain/interview/recording-map.ts';
import type { Actor } from '../../node/audit-log.ts';
import { retireObjects } from '../../node/pending-objects.ts';
import { saveRecordingMap } from '../../node/recording-map.ts';
import { sql } from '../../node/sql.ts';
import { type ItemSeguro, putRecording } from '../items/recording.ts';
import { ASSEMBLY_CHANNEL } from './joining.ts';
import { refusal } from './life.ts';

type Entrevista = { id: string; empresa_id: string };

/** A stored second recording. `tamanho`: bytes. */
export type SegundaGravacao = {
  chave: string;
  nome: string;
  tipo: string;
  tamanho: number;
  sha256: string;
  mapa: readonly LinhaDoMapa[];
};

/** Has the device's recordings joined once more, beside the item's recording. The caller has seen that late sound is here. */
export async function requestSecond(db: Db, { id, empresa_id }: Entrevista): Promise<void> {
  await db.sql(
    sql`insert into entrevista_segundas (entrevista_id, empresa_id) values (${id}, ${empresa_id})`,
    'segunda_pede',
  );
  await db.query(`select pg_notify('${ASSEMBLY_CHANNEL}', '')`);
}

/** Has a second recording joined once more whose joining failed (VIDA_DA_ENTREVISTA, 'repetir_segunda', allows it): its parts are kept. */
export async function repeatSecond(db: Db, id: string): Promise<void> {
  await db.sql(
    sql`update entrevista_segundas set montagem = 'pendente', montagem_motivo = null, montagem_ate = null, montagem_tentativas = 0
      where entrevista_id = ${id}`,
    'segunda_repete',
  );
  await db.query(`select pg_notify('${ASSEMBLY_CHANNEL}', '')`);
}

/** Offers a joined second recording. `motivo`: part of the sound is lost, in words; null: all of it was joined. */
export async function offerSecond(
  db: Db,
  id: string,
  { chave, nome, tipo, tamanho, sha256, mapa }: SegundaGravacao,
  motivo: string | null,
): Promise<void> {
  await db.query('delete from objetos_pendentes where chave = $1', [chave]);
  await db.sql(
    sql`update entrevista_segundas set montagem = 'pronta', montagem_motivo = ${motivo}, montagem_ate = null, chave_objeto = ${chave},
        nome = ${nome}, tipo = ${tipo}, tamanho = ${tamanho}, sha256 = ${sha256}, mapa = ${JSON.stringify(mapa)}::jsonb
      where entrevista_id = ${id}`,
    'segunda_oferece',
  );
}

/** The second recording that waits for a decision. @throws AppError conflito: there is none (any more) */
export async function offeredSecond(db: Db, id: string): Promise<SegundaGravacao> {
  const { rows } = await db.sql<SegundaGravacao>(
    sql`select chave_objeto as chave, nome, tipo, tamanho::float8 as tamanho, sha256, mapa from entrevista_segundas
      where entrevista_id = ${id} and chave_objeto is not null`,
    'segunda_oferecida',
  );
  const [row] = rows;
  if (!row) throw refusal('sem_segunda');
  return row;
}

/**
 * Puts the offered second recording into the interview's item (VIDA_DA_ENTREVISTA, 'usar_segunda', and VIDA_DO_ITEM, 'anexar', allow it), in
 * the place of the one that it has. @returns its SHA-256
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

/** Throws the second recording away (VIDA_DA_ENTREVISTA, 'descartar_segunda', allows it). @returns its SHA-256; null: it was never joined */
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

/** @returns the SHA-256 of what goes; null: there is nothing */
async function retireSecond(db: Db, { id, empresa_id }: Entrevista): Promise<string | null> {
  const { rows } = await db.sql<{ chave: string; sha256: string }>(
    sql`select chave_objeto as chave, sha256 from entrevista_segundas
      where entrevista_id = ${id} and chave_objeto is not null`,
    'segunda_objeto',
  );
  await retireObjects(
    db,
    empresa_id,
    rows.map(({ chave }) => chave),
  );
  return rows[0]?.sha256 ?? null;
}

/** Forgets the second recording of an interview that is received again. */
export async function forgetSecond(db: Db, entrevista: Entrevista): Promise<void> {
  await retireSecond(db, entrevista);
  await db.sql(
    sql`delete from entrevista_segundas where entrevista_id = ${entrevista.id}`,
    'segunda_esquecida',
  );
}
