import type { Db } from '@escuta/prisma/db';
import type { Voz } from '@escuta/shared/domain/interview/confront/voice-roles';
import type { Canal } from '@escuta/shared/domain/profiles/roles';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import { readStoredList, readStoredRecord } from '@escuta/shared/domain/text/stored';
import type { SentencaOrdenada } from '@escuta/shared/domain/transcripts/transcript';
import { newId } from '@escuta/shared/platform/database/ids';
import { z } from 'zod';
import type { StageRun } from '../engine/stage.ts';

/**
 * Loads the result's transcript in order, with corrections.
 * @throws StageFailure sem_transcricao if the result has no sentences
 */
export async function loadSentences(db: Db, run: Pick<StageRun, 'resultadoId'>): Promise<SentencaOrdenada[]> {
  const { rows } = await db.query<SentencaOrdenada>({
    name: 'sentences_load',
    text: `select s.ordem, s.texto, s.start_ms as "startMs", s.end_ms as "endMs", s.confianca,
             t.canal::text as canal, s.falante
           from transcricoes t join sentencas_vigentes s on s.transcricao_id = t.id
           where t.resultado_id = $1 order by s.ordem`,
    values: [run.resultadoId],
  });
  if (rows.length === 0) throw new StageFailure('sem_transcricao');
  return rows;
}

/** Loads the numbers of the sentences that `confronto` marked as readings. */
export async function loadReadings(db: Db, run: Pick<StageRun, 'resultadoId'>): Promise<number[]> {
  const { rows } = await db.query<{ saida: unknown }>({
    name: 'readings_load',
    text: `select e.saida from auditoria_resultados r
           join execucao_etapas e on e.execucao_id = r.execucao_id and e.etapa = 'confronto' where r.id = $1`,
    values: [run.resultadoId],
  });
  return readStoredList(z.int(), readStoredRecord(rows[0]?.saida).lidas);
}

export type SentencaGravada = SentencaOrdenada & { voz?: Voz };

export type CanalGravado = {
  canal: Canal;
  modelo: string;
  confianca: number | null;
  sentencas: readonly SentencaGravada[];
};

export async function saveTranscript(
  tx: Db,
  run: Pick<StageRun, 'empresaId' | 'projetoId' | 'itemId' | 'resultadoId'>,
  channels: readonly CanalGravado[],
): Promise<void> {
  const rows = channels.map((channel) => ({ id: newId(), channel }));
  await tx.query({
    name: 'transcript_save',
    text: `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, confianca,
      full_text)
           select t.id, $1, $2, $3, $4, t.canal::canal, t.modelo, t.confianca, t.full_text
           from unnest($5::uuid[], $6::text[], $7::text[], $8::float8[], $9::text[])
             as t (id, canal, modelo, confianca, full_text)`,
    values: [
      run.empresaId,
      run.projetoId,
      run.itemId,
      run.resultadoId,
      rows.map(({ id }) => id),
      rows.map(({ channel }) => channel.canal),
      rows.map(({ channel }) => channel.modelo),
      rows.map(({ channel }) => channel.confianca),
      rows.map(({ channel }) => channel.sentencas.map(({ texto }) => texto).join(' ')),
    ],
  });
  const sentences = rows.flatMap(({ id, channel }) =>
    channel.sentencas.map((sentence) => ({ transcricaoId: id, sentence })),
  );
  await tx.query({
    name: 'sentences_save',
    text: `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, confianca, falante,
      voz)
           select s.id, $1, s.transcricao_id, s.ordem, s.texto, s.start_ms, s.end_ms, s.confianca, s.falante, s.voz
           from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::int[], $7::int[], $8::float8[], $9::text[],
             $10::float4[]) as s (id, transcricao_id, ordem, texto, start_ms, end_ms, confianca, falante, voz)`,
    values: [
      run.empresaId,
      sentences.map(() => newId()),
      sentences.map(({ transcricaoId }) => transcricaoId),
      sentences.map(({ sentence }) => sentence.ordem),
      sentences.map(({ sentence }) => sentence.texto),
      sentences.map(({ sentence }) => sentence.startMs),
      sentences.map(({ sentence }) => sentence.endMs),
      sentences.map(({ sentence }) => sentence.confianca),
      sentences.map(({ sentence }) => sentence.falante),
      sentences.map(({ sentence }) => sentence.voz ?? null),
    ],
  });
}
