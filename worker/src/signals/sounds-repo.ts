// Raw SQL: fingerprints are bytes, read and compared in batches.

import type { Database, Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { phaseOf, sampleOf } from './sound-print.ts';

const BATCH = 100;

/** A fingerprint's words as they are stored: little-endian. */
export const bytesOf = (words: Uint32Array): Buffer<ArrayBuffer> => {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, index * 4);
  return bytes;
};

export function wordsOf(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(bytes.length >> 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < words.length; i += 1) words[i] = view.getUint32(i * 4, true);
  return words;
}

/** Stores the fingerprint of an interview's recording; nothing for other items. */
export async function saveSound(
  tx: Db,
  itemId: string,
  arquivoPath: string,
  words: Uint32Array,
): Promise<void> {
  await tx.query({
    name: 'sound-save',
    text: `WITH antes AS (DELETE FROM entrevista_sons_iguais WHERE item_a = $1 OR item_b = $1)
           INSERT INTO entrevista_sons (item_id, empresa_id, pesquisa_id, entrevista_id, gravacao, palavras, amostra)
           SELECT i.id, e.empresa_id, e.pesquisa_id, e.id, $2, $3, $4
           FROM auditoria_itens i JOIN entrevistas e ON e.id = i.entrevista_id
           WHERE i.id = $1 AND i.dados_apagados_em IS NULL
           ON CONFLICT (item_id) DO UPDATE SET gravacao = excluded.gravacao, palavras = excluded.palavras,
             amostra = excluded.amostra, comparada = false`,
    values: [itemId, arquivoPath, bytesOf(words), bytesOf(sampleOf(phaseOf(words)))],
  });
}

export type NewRecording = { itemId: string; entrevistaId: string; arquivoPath: string; words: Uint32Array };

/** Finds a recording of the survey not yet compared. */
export async function nextNewRecording(db: Db, pesquisaId: string): Promise<NewRecording | null> {
  const row = await db.within(INSTALACAO).entrevistaSom.findFirst({
    where: { pesquisaId, comparada: false },
    select: { itemId: true, entrevistaId: true, gravacao: true, palavras: true },
    orderBy: { itemId: 'asc' },
  });
  if (!row) return null;
  const { itemId, entrevistaId, gravacao: arquivoPath, palavras } = row;
  return { itemId, entrevistaId, arquivoPath, words: wordsOf(palavras) };
}

export type OtherSound = { itemId: string; amostra: Uint32Array };

/** Reads others' index samples in the survey, by id, after `after`. */
export async function otherSounds(
  db: Db,
  pesquisaId: string,
  entrevistaId: string,
  after: string,
): Promise<OtherSound[]> {
  const { rows } = await db.query<{ itemId: string; amostra: Buffer }>({
    name: 'sound-others',
    text: `SELECT item_id AS "itemId", amostra FROM entrevista_sons
           WHERE pesquisa_id = $1 AND entrevista_id <> $2 AND item_id > $3 ORDER BY item_id LIMIT ${BATCH}`,
    values: [pesquisaId, entrevistaId, after],
  });
  return rows.map(({ itemId, amostra }) => ({ itemId, amostra: wordsOf(amostra) }));
}

/** Reads a recording's stored words; null: the recording is gone. */
export async function keptWords(db: Db, itemId: string): Promise<Uint32Array | null> {
  const row = await db
    .within(INSTALACAO)
    .entrevistaSom.findFirst({ where: { itemId }, select: { palavras: true, comparada: true } });
  if (!row) return null;
  return row.comparada ? wordsOf(row.palavras) : phaseOf(wordsOf(row.palavras));
}

export type SoundPair = { itemId: string; nota: number; ms: number; inicioA: number; inicioB: number };

/** Stores a recording's matches and reduced words, unless it was replaced. */
export async function saveCompared(
  db: Database,
  { itemId, arquivoPath, words }: NewRecording,
  pairs: readonly SoundPair[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.within(INSTALACAO).entrevistaSom.updateMany({
      where: { itemId, gravacao: arquivoPath, comparada: false },
      data: { comparada: true, palavras: bytesOf(phaseOf(words)) },
    });
    if (count === 0 || pairs.length === 0) return;
    // The smaller id goes first: a pair is one row.
    await tx.query({
      name: 'sound-pairs',
      text: `INSERT INTO entrevista_sons_iguais (item_a, item_b, empresa_id, pesquisa_id, nota, ms, inicio_a, inicio_b)
             SELECT least($1::uuid, p.id), greatest($1::uuid, p.id), s.empresa_id, s.pesquisa_id, p.nota, p.ms,
               CASE WHEN $1::uuid < p.id THEN p.a ELSE p.b END, CASE WHEN $1::uuid < p.id THEN p.b ELSE p.a END
             FROM unnest($2::uuid[], $3::float8[], $4::int[], $5::int[], $6::int[]) AS p (id, nota, ms, a, b)
             JOIN entrevista_sons s ON s.item_id = $1 JOIN entrevista_sons o ON o.item_id = p.id
             ON CONFLICT (item_a, item_b) DO UPDATE SET nota = excluded.nota, ms = excluded.ms, inicio_a = excluded.inicio_a,
               inicio_b = excluded.inicio_b`,
      values: [
        itemId,
        pairs.map((pair) => pair.itemId),
        pairs.map(({ nota }) => nota),
        pairs.map(({ ms }) => ms),
        pairs.map(({ inicioA }) => Math.max(0, inicioA)),
        pairs.map(({ inicioB }) => Math.max(0, inicioB)),
      ],
    });
  });
}
