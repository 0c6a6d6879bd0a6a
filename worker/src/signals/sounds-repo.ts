// Raw SQL instead of Prisma, because fingerprints are stored as bytes, and read and compared in batches.

import type { Database, Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { phaseOf, sampleOf } from './sound-print.ts';

const BATCH = 100;

/** A fingerprint's words as stored: little-endian. */
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

/** Stores the fingerprint of an interview's recording; ignores other items. */
export async function saveSound(
  tx: Db,
  itemId: string,
  arquivoPath: string,
  words: Uint32Array,
): Promise<void> {
  await tx.query({
    name: 'sound_save',
    text: `with antes as (delete from entrevista_sons_iguais where item_a = $1 or item_b = $1)
           insert into entrevista_sons (item_id, empresa_id, pesquisa_id, entrevista_id, gravacao, palavras, amostra)
           select i.id, e.empresa_id, e.pesquisa_id, e.id, $2, $3, $4
           from auditoria_itens i join entrevistas e on e.id = i.entrevista_id
           where i.id = $1 and i.dados_apagados_em is null
           on conflict (item_id) do update set gravacao = excluded.gravacao, palavras = excluded.palavras,
             amostra = excluded.amostra, comparada = false`,
    values: [itemId, arquivoPath, bytesOf(words), bytesOf(sampleOf(phaseOf(words)))],
  });
}

export type NewRecording = { itemId: string; entrevistaId: string; arquivoPath: string; words: Uint32Array };

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

/** Reads the index keys of a survey's other recordings by id, after `after`. */
export async function otherSounds(
  db: Db,
  pesquisaId: string,
  entrevistaId: string,
  after: string,
): Promise<OtherSound[]> {
  const { rows } = await db.query<{ itemId: string; amostra: Buffer }>({
    name: 'sound_others',
    text: `select item_id as "itemId", amostra from entrevista_sons
           where pesquisa_id = $1 and entrevista_id <> $2 and item_id > $3 order by item_id limit ${BATCH}`,
    values: [pesquisaId, entrevistaId, after],
  });
  return rows.map(({ itemId, amostra }) => ({ itemId, amostra: wordsOf(amostra) }));
}

/** Reads a recording's stored words; null if it was deleted. */
export async function keptWords(db: Db, itemId: string): Promise<Uint32Array | null> {
  const row = await db
    .within(INSTALACAO)
    .entrevistaSom.findFirst({ where: { itemId }, select: { palavras: true, comparada: true } });
  if (!row) return null;
  return row.comparada ? wordsOf(row.palavras) : phaseOf(wordsOf(row.palavras));
}

export type SoundPair = { itemId: string; nota: number; ms: number; inicioA: number; inicioB: number };

/** Stores a new recording's matches and kept words, unless the recording was replaced. */
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
    // The smaller id comes first, so that a pair has one row.
    await tx.query({
      name: 'sound_pairs',
      text: `insert into entrevista_sons_iguais (item_a, item_b, empresa_id, pesquisa_id, nota, ms, inicio_a, inicio_b)
             select least($1::uuid, p.id), greatest($1::uuid, p.id), s.empresa_id, s.pesquisa_id, p.nota, p.ms,
               case when $1::uuid < p.id then p.a else p.b end, case when $1::uuid < p.id then p.b else p.a end
             from unnest($2::uuid[], $3::float8[], $4::int[], $5::int[], $6::int[]) as p (id, nota, ms, a, b)
             join entrevista_sons s on s.item_id = $1 join entrevista_sons o on o.item_id = p.id
             on conflict (item_a, item_b) do update set nota = excluded.nota, ms = excluded.ms,
               inicio_a = excluded.inicio_a,
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
