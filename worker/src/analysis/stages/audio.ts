import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Db } from '@escuta/prisma/db';
import { type AudioFacts, INAUDIBLE_REASONS, unite } from '@escuta/shared/domain/audio/audio-facts';
import { encodePeaks } from '@escuta/shared/domain/audio/audio-peaks';
import { channelAt } from '@escuta/shared/domain/profiles/roles';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import { audioInput, soundInput } from '@escuta/shared/domain/runs/stage-inputs';
import { roleOf } from '@escuta/shared/domain/transcripts/transcript';
import { newId } from '@escuta/shared/platform/database/ids';
import { readRecordingGaps } from '@escuta/shared/services/recordings/recording-map';
import { digestOf } from '@escuta/shared/services/runs/stage-hash';
import { AudioError } from '../../audio/audio-error.ts';
import { type AnalysedChannel, type AudioAnalysis, analyseAudio } from '../../audio/measure/analyse-audio.ts';
import type { Stage, StageContext, StageRun } from '../../engine/stage.ts';
import { download } from '../download.ts';
import { type PreparedAudio, preparedKeys } from '../prepared-audio.ts';
import { transcriptionDecision } from '../sampling-decision.ts';

const READ_BYTES = 512 * 1024;
/** Age at which stored objects are deleted if no later stage received them. */
const ORPHAN_AFTER = '7 days';

/** Decodes the recording: facts, waveform, duration, channels. Filters the channels only if audio processing is on. */
export const audioStage: Stage = {
  handedOn: preparedKeys,
  async run(context) {
    const { run, env, signal } = context;
    if (!run.arquivoPath) throw new StageFailure('arquivo_ausente', { retryable: false });
    const workDir = await context.workDir();
    const filePath = join(workDir, 'original');
    await download(context, run.arquivoPath, filePath, { retryable: false });
    const { enabled, noise_reduction, normalize_audio, enhance_speed } = run.config.audioProcessingConfig;
    const analysis = await analyse(context, {
      filePath,
      tipo: run.arquivoTipo,
      workDir,
      canalAgente: run.canalAgente,
      signal,
      ffmpegPath: env.FFMPEG_PATH,
      // ffmpeg is about 200 times faster than real time; if it needs a tenth of the longest allowed length, it hangs.
      timeoutMs: Math.max(120_000, env.AUDIO_MAX_MINUTES * 6000),
      options: {
        noiseReduction: enabled && noise_reduction,
        normalize: enabled && normalize_audio,
        enhanceSpeed: enabled && enhance_speed,
        mergePauseMs: PROFILES[run.perfil].pausaNaFalaMs,
        holds: PROFILES[run.perfil].fatos.includes('espera'),
        maxDurationMs: env.AUDIO_MAX_MINUTES * 60_000,
      },
    });
    const facts = { ...analysis.facts, ...(await withGaps(context, analysis.facts)) };
    const resultadoId = newId();
    const base = objectBase(run);
    const picosPath = `${base}-picos`;
    const decisao = transcriptionDecision(run);
    const send = facts.audivel && decisao.transcrever;
    const saida: PreparedAudio = {
      arquivoPath: run.arquivoPath,
      som: digestOf(soundInput(run, run.config)),
      decisao,
      ...(await store(context, analysis, { base, picosPath }, send)),
    };
    const write = async (tx: Db) => {
      await saveResult(tx, run, { resultadoId, picosPath, analysis: { ...analysis, facts } });
    };
    const avisos = facts.avisos.map(({ mensagem }) => ({
      evento: 'Aviso sobre o áudio',
      detalhes: mensagem,
    }));
    if (!facts.audivel) {
      const motivo = facts.motivoInaudivel
        ? INAUDIBLE_REASONS[facts.motivoInaudivel]
        : INAUDIBLE_REASONS.sem_fala;
      return {
        tipo: 'encerrada',
        como: 'erro',
        codigo: 'audio_inaudivel',
        motivo,
        saida,
        avisos,
        evento: { evento: 'Gravação inaudível', detalhes: motivo },
        write,
      };
    }
    const held = facts.espera?.totalMs ?? 0;
    const channels = facts.canais.length === 1 ? '1 canal' : `${facts.canais.length} canais`;
    return {
      tipo: 'concluida',
      saida,
      entrada: audioInput(run.perfil, run, run.canalAgente, run.config),
      avisos,
      evento: {
        evento: 'Áudio analisado',
        detalhes: `Duração: ${clock(facts.durationMs)}, ${channels}${held ? `, ${clock(held)} em espera` : ''}.`,
      },
      write,
    };
  },
};

/** Adds to `danos` the gaps between a device recording's joined pieces; {} without gaps. */
async function withGaps(
  { db, run }: StageContext,
  { danos }: AudioFacts,
): Promise<Pick<AudioFacts, 'danos'>> {
  const gaps = run.perfil === 'entrevista' ? await readRecordingGaps(db, run.itemId) : [];
  if (gaps.length === 0) return {};
  return { danos: { lacunas: unite(danos?.lacunas ?? [], gaps), ruido: danos?.ruido ?? [] } };
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

async function analyse(
  context: StageContext,
  input: Parameters<typeof analyseAudio>[0],
): Promise<AudioAnalysis> {
  try {
    return await analyseAudio(input);
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
    context.log.info({ codigo: error.code, detalhe: error.detail }, 'Áudio recusado');
    throw new StageFailure(error.retryable ? 'audio_falhou' : 'audio_invalido', {
      mensagem: error.mensagem,
      cause: error,
    });
  }
}

/**
 * Key prefix of a claim's objects. The claim's version keeps a worker with an expired lease from replacing objects in
 * use, and from leaving objects behind that are not scheduled for deletion.
 */
function objectBase(run: StageRun): string {
  return `${run.empresaId}/${run.itemId}/${run.execucaoId}-${run.versao}`;
}

/** Stores peaks and channels, scheduled for deletion in case of a crash; the result's transaction unschedules peaks. */
async function store(
  context: StageContext,
  analysis: AudioAnalysis,
  { base, picosPath }: { base: string; picosPath: string },
  send: boolean,
): Promise<Pick<PreparedAudio, 'duracaoMs' | 'taxa' | 'canais'>> {
  const { run, db, signal } = context;
  const keyOf = (channel: AnalysedChannel, kind: string) => `${base}-${channelAt(channel.index)}${kind}.flac`;
  const shortened = (channel: AnalysedChannel) =>
    channel.sentPath === channel.flacPath ? null : channel.timeMap;
  const keys = send
    ? analysis.channels.flatMap((channel) => [
        keyOf(channel, ''),
        ...(shortened(channel) ? [keyOf(channel, '-curto')] : []),
      ])
    : [];
  await db.query({
    name: 'objects_announce',
    text: `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
           select k.id, $1, k.chave, now() + interval '${ORPHAN_AFTER}'
           from unnest($2::uuid[], $3::text[]) as k (id, chave)
           on conflict (chave) do update set apagar_em = excluded.apagar_em`,
    values: [run.empresaId, [picosPath, ...keys].map(() => newId()), [picosPath, ...keys]],
  });
  const stored = (work: Promise<{ size: number }>) =>
    work.catch((error: unknown) => {
      throw new StageFailure('armazenamento_indisponivel', { cause: error });
    });
  const putFile = async (key: string, path: string): Promise<number> => {
    signal.throwIfAborted();
    const as = { contentType: 'audio/flac' };
    const store = context.store;
    await stored(
      store.putFile
        ? store.putFile(key, path, as)
        : store.put(key, createReadStream(path, { highWaterMark: READ_BYTES }), as),
    );
    return (await stat(path)).size;
  };
  const peaks = Buffer.from(encodePeaks(analysis.peaks));
  const [, canais] = await Promise.all([
    stored(context.store.put(picosPath, Readable.from([peaks]), { contentType: 'application/octet-stream' })),
    Promise.all(
      analysis.channels.map(async (channel) => {
        const canal = channelAt(channel.index);
        const timeMap = send ? shortened(channel) : null;
        return {
          canal,
          papel: roleOf(run.perfil, canal, run.canalAgente, analysis.channels.length),
          falaMs: channel.heardMs,
          chave: send ? keyOf(channel, '') : null,
          tamanho: send ? await putFile(keyOf(channel, ''), channel.flacPath) : 0,
          curto: timeMap
            ? {
                chave: keyOf(channel, '-curto'),
                tamanho: await putFile(keyOf(channel, '-curto'), channel.sentPath),
                duracaoMs: channel.sentMs,
                segmentos: timeMap.segments.map(({ startMs, endMs }) => ({ startMs, endMs })),
              }
            : null,
        };
      }),
    ),
  ]);
  return { duracaoMs: analysis.facts.durationMs, taxa: analysis.facts.sampleRate, canais };
}

async function saveResult(
  tx: Db,
  run: StageRun,
  result: { resultadoId: string; picosPath: string; analysis: AudioAnalysis },
): Promise<void> {
  await tx.query({
    name: 'audio_save',
    text: `with resultado as (
             insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
               nome_arquivo, fatos_audio, picos_path, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, now())
           ), picos as (
             delete from objetos_pendentes where chave = $9
           )
           update auditoria_itens set call_duration = $10, updated_at = now(),
             gravacao_ms = case when arquivo_path = $11 then $12::int else gravacao_ms end,
             espera_ms = case when arquivo_path = $11 then $13::int else espera_ms end
           where id = $5`,
    values: [
      result.resultadoId,
      run.empresaId,
      run.projetoId,
      run.auditoriaId,
      run.itemId,
      run.execucaoId,
      run.arquivoNome,
      JSON.stringify(result.analysis.facts),
      result.picosPath,
      Math.round(result.analysis.facts.durationMs / 1000),
      run.arquivoPath,
      Math.round(result.analysis.facts.durationMs),
      result.analysis.facts.espera ? Math.round(result.analysis.facts.espera.totalMs) : null,
    ],
  });
}
