import { basename, join } from 'node:path';
import type { Db } from '@escuta/prisma/db';
import type { ChannelFacts, Interval, Utterance } from '@escuta/shared/domain/audio/audio-facts';
import { createTimeMap } from '@escuta/shared/domain/audio/time-map';
import { isUnnamedVoice, joinPieces, nameVoices } from '@escuta/shared/domain/audio/voices';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { type Canal, channelAt } from '@escuta/shared/domain/profiles/roles';
import type { ModeloResolvido } from '@escuta/shared/domain/runs/default-models';
import { FALHAS, StageFailure } from '@escuta/shared/domain/runs/failures';
import { getTranscriptionCapabilities, slotsOf } from '@escuta/shared/domain/runs/model-capabilities';
import { transcriptionInput } from '@escuta/shared/domain/runs/stage-inputs';
import {
  DEIXADA_MAX,
  type FalasDeixadas,
  reasonsText,
} from '@escuta/shared/domain/transcripts/left-out-speech';
import {
  meanConfidence,
  orderSentences,
  splitUtterance,
  type Trecho,
} from '@escuta/shared/domain/transcripts/transcript';
import pLimit from 'p-limit';
import { type Cut, cutUtterances, MAX_CUT_BYTES, maxCutMs } from '../../audio/cut-utterances.ts';
import type { RespostaTranscricao, Som } from '../../engine/ai-client.ts';
import type { Stage, TimelineEntry } from '../../engine/stage.ts';
import { type ChannelToHear, type Heard, type Piece, transcribeChecked } from '../checked-transcript.ts';
import { loadAudioFacts } from '../facts-repo.ts';
import { asInterview } from '../interview/sentences.ts';
import { modelNotices, requireModel } from '../models.ts';
import { type PreparedAudio, preparedAudioSchema } from '../prepared-audio.ts';
import { type SoundContext, withPreparedSounds } from '../prepared-sounds.ts';
import { handedOnDecision } from '../sampling-decision.ts';
import { saveTranscript } from '../sentences-repo.ts';
import { settleAll } from '../settle-all.ts';
import { impossibleTimes } from '../transcript-doubt.ts';

type Channel = PreparedAudio['canais'][number];

const UTTERANCES_AT_ONCE = 6;
/** Largest file sent whole, bytes: the providers' limit minus a margin. */
const WHOLE_FILE_MAX_BYTES = MAX_CUT_BYTES - 512 * 1024;
/** Longest sound over which words without times are spread evenly, ms. */
const SEM_TEMPOS_MAX_MS = 30_000;
/**
 * Temperature of a second request. Invented text differs each time, but less at temperature 0 (Koenecke et al. 2024,
 * Careless Whisper, p. 1674). Whisper adds 0.2 after a repetitive text (openai/whisper, transcribe.py).
 */
const TEMPERATURA_DE_NOVO = 0.4;
/** Longest piece of a divided channel, ms. */
const PIECE_MAX_MS = 600_000;

/**
 * Transcribes each channel with times. Models that return times get the channel whole or cut at pauses; others get
 * single utterances, whose bounds are the times. Models with speaker labels get a single channel whole.
 */
export const transcricaoStage: Stage = {
  async run(given) {
    const context = withPreparedSounds(given);
    const { run } = context;
    const audio = preparedAudioSchema.parse(run.saidas.audio);
    const decision = handedOnDecision(run, audio);
    if (!decision.transcrever) {
      return {
        tipo: 'encerrada',
        como: 'ignorada',
        codigo: decision.codigo,
        motivo: decision.motivo,
        evento: { evento: 'Transcrição não realizada', detalhes: decision.motivo },
      };
    }
    const { modelo: rotulo } = run.config.transcriptionConfig;
    const [modelo, escolhido] = await Promise.all([
      requireModel(context, rotulo),
      context.catalog.entry(rotulo),
    ]);
    const spoken = audio.canais.filter(({ falaMs }) => falaMs > 0);
    const facts = await loadFacts(context);
    const { trechos, deixadas, pedidasDeNovo } = await transcribeChecked(
      context,
      await settleAll(spoken.map((channel) => channelToHear(context, audio, channel, modelo, facts.canais))),
      spoken.map(({ canal }) => facts.canais.get(canal)?.speech ?? []),
      facts.espera,
    );
    const held = heldNotices(deixadas, pedidasDeNovo);
    if (deixadas && (deixadas.parcela > DEIXADA_MAX || trechos.flat().length === 0)) {
      const motivo = `${FALHAS.transcricao_implausivel.mensagem} Ficaram de fora ${reasonsText(deixadas)}.`;
      return {
        tipo: 'encerrada',
        como: 'erro',
        codigo: 'transcricao_implausivel',
        motivo,
        avisos: held,
        write: (tx) => saveLeftOut(tx, run.resultadoId, deixadas),
        evento: { evento: 'Processamento encerrado com erro', detalhes: motivo },
      };
    }
    const { sentencas: ordered, avisos } = await asInterview(
      context,
      audio,
      orderSentences(
        spoken.map(({ canal, papel }, index) => ({ canal, papel, trechos: trechos[index] ?? [] })),
        audio.duracaoMs,
      ),
    );
    const vozes = new Set(
      ordered.filter(({ falante }) => isUnnamedVoice(falante)).map(({ falante }) => falante),
    );
    if (ordered.length === 0) throw new StageFailure('sem_transcricao');
    const channels = audio.canais.map(({ canal }) => {
      const sentencas = ordered.filter((sentence) => sentence.canal === canal);
      return { canal, modelo: modelo.modelo, confianca: meanConfidence(sentencas), sentencas };
    });
    return {
      tipo: 'concluida',
      saida: { modelo: modelo.modelo, sentencas: ordered.length },
      entrada: transcriptionInput(escolhido),
      avisos: [...modelNotices([modelo]), ...held, ...avisos],
      evento: {
        evento: 'Transcrição concluída',
        detalhes: `${ordered.length} ${ordered.length === 1 ? 'frase' : 'frases'}${vozes.size > 0 ? `, ${vozes.size === 1 ? '1 voz' : `${vozes.size} vozes`} sem papel reconhecido` : ''}. Modelo: ${modelo.modelo}.`,
      },
      write: async (tx) => {
        await saveTranscript(tx, run, channels);
        await saveLeftOut(tx, run.resultadoId, deixadas);
      },
    };
  },
};

function heldNotices(deixadas: FalasDeixadas | null, pedidasDeNovo: number): TimelineEntry[] {
  const asked =
    pedidasDeNovo === 1
      ? 'Um trecho foi pedido de novo ao provedor.'
      : `${pedidasDeNovo} trechos foram pedidos de novo ao provedor.`;
  return [
    ...(pedidasDeNovo > 0
      ? [
          {
            evento: 'Transcrição conferida com o áudio',
            detalhes: `A transcrição do provedor não correspondia à gravação. ${asked}`,
          },
        ]
      : []),
    ...(deixadas
      ? [
          {
            evento: 'Falas deixadas de fora',
            detalhes: `${reasonsText(deixadas)}. Elas não aparecem na transcrição nem servem de prova.`,
          },
        ]
      : []),
  ];
}

async function saveLeftOut(
  tx: Db,
  resultadoId: string | null,
  deixadas: FalasDeixadas | null,
): Promise<void> {
  if (!deixadas) return;
  await tx.query({
    name: 'left_out_save',
    text: 'update auditoria_resultados set falas_deixadas = $2::jsonb, updated_at = now() where id = $1',
    values: [resultadoId, JSON.stringify(deixadas)],
  });
}

const capabilitiesOf = ({ modelo, protocolo }: Pick<ModeloResolvido, 'modelo' | 'protocolo'>) =>
  getTranscriptionCapabilities(modelo, protocolo);

type ToHear = {
  context: SoundContext;
  audio: PreparedAudio;
  channel: Channel;
  modelo: ModeloResolvido;
  utterances: readonly Utterance[];
};

/**
 * Plans a channel's requests: whole, in pieces or by utterance. May await first answers, to see if they contain times.
 */
async function channelToHear(
  context: SoundContext,
  audio: PreparedAudio,
  channel: Channel,
  modelo: ModeloResolvido,
  facts: ChannelFactsByCanal,
): Promise<ChannelToHear> {
  const { canal } = channel;
  const toHear: ToHear = {
    ...{ context, audio, channel, modelo },
    utterances: facts.get(canal)?.utterances ?? [],
  };
  if (!capabilitiesOf(modelo).temposPorSegmento && !tellsVoices(audio, modelo))
    return byUtterances(toHear, canal);
  const whole = channel.curto ?? {
    chave: channel.chave,
    tamanho: channel.tamanho,
    duracaoMs: audio.duracaoMs,
  };
  return fitsOneRequest(whole, modelo) ? inOne(toHear, whole) : inPieces(toHear);
}

/** Requests each utterance; its bounds serve as times. */
async function byUtterances(toHear: ToHear, nome: string): Promise<ChannelToHear> {
  const { utterances, channel } = toHear;
  const cuts = await cutsToHear(toHear, nome, utterances);
  const pieces = cuts.map(({ ask, ...cut }, index): Piece => {
    const { speechStartMs, speechEndMs } = utterances[index] as Utterance;
    return {
      ...cut,
      ask: async (vez) => {
        const { texto, confianca } = await ask(vez);
        return splitUtterance({ texto, startMs: speechStartMs, endMs: speechEndMs, confianca }).map(timely);
      },
    };
  });
  return { canal: channel.canal, pieces, join: (heard) => heard.flat() };
}

/** Cuts a channel at pauses, into pieces of at most ten minutes. */
async function inPieces(toHear: ToHear): Promise<ChannelToHear> {
  const { context, audio, channel, modelo, utterances } = toHear;
  const { canal } = channel;
  const longest = capabilitiesOf(modelo).duracaoMaximaMs ?? PIECE_MAX_MS;
  const stretches = joinIntoPieces(utterances, Math.min(PIECE_MAX_MS, maxCutMs(audio.taxa), longest));
  const cuts = await cutsToHear(toHear, canal, stretches);
  const first = await settleAll(cuts.map(({ ask }) => ask(1)));
  if (cuts.some((cut, index) => lacksTimes(first[index] as RespostaTranscricao, cut)))
    return byUtterances(toHear, `${canal}:fala`);
  const pieces = cuts.map(({ ask, ...cut }, index): Piece => {
    const answers = withTimes(first[index] as RespostaTranscricao, cut, () => ask(2));
    return { ...cut, ask: async (vez) => segmentsOf(context.run.perfil, await answers(vez), cut) };
  });
  return { canal, pieces, join: joinPieces };
}

/** Sends a channel whole. Converts the answer's times to times of the original, whose silences are longer. */
async function inOne(
  toHear: ToHear,
  whole: { chave: string | null; duracaoMs: number },
): Promise<ChannelToHear> {
  const { context, audio, channel, modelo } = toHear;
  const { canal, curto } = channel;
  const { perfil } = context.run;
  const som = await context.soundToSend(whole.chave);
  const sent = { key: canal, startMs: 0, endMs: whole.duracaoMs, som };
  const first = await ask(context, audio, modelo, sent, 1);
  if (lacksTimes(first, sent)) return byUtterances(toHear, canal);
  const answers = withTimes(first, sent, () => ask(context, audio, modelo, sent, 2));
  const map = curto && createTimeMap(curto.segmentos);
  const piece: Piece = {
    startMs: 0,
    endMs: audio.duracaoMs,
    ask: async (vez) => {
      const answer = await answers(vez);
      if (!map) return segmentsOf(perfil, answer, { startMs: 0, endMs: audio.duracaoMs });
      return segmentsOf(perfil, answer, { startMs: 0, endMs: map.trimmedMs }).map((trecho) => ({
        ...trecho,
        startMs: map.toOriginalMs(trecho.startMs),
        // Converts the sentence's last millisecond, because its end may already belong to the original's next stretch.
        endMs: map.toOriginalMs(Math.max(trecho.startMs, trecho.endMs - 1)) + 1,
      }));
    },
  };
  return { canal, pieces: [piece], join: joinPieces };
}

function lacksTimes(answer: RespostaTranscricao, { startMs, endMs }: Interval): boolean {
  return answer.segmentos === null && answer.texto !== '' && endMs - startMs > SEM_TEMPOS_MAX_MS;
}

function withTimes(
  first: RespostaTranscricao,
  sent: Interval,
  again: () => Promise<RespostaTranscricao>,
): (vez: 1 | 2) => Promise<RespostaTranscricao> {
  return async (vez) => {
    if (vez === 1) return first;
    const second = await again();
    return lacksTimes(second, sent) ? first : second;
  };
}

/** True if the provider accepts the file size, and the model accepts the length. */
export function fitsOneRequest(
  sound: { tamanho: number; duracaoMs: number },
  modelo: Pick<ModeloResolvido, 'modelo' | 'protocolo'>,
): boolean {
  const { duracaoMaximaMs } = capabilitiesOf(modelo);
  return (
    sound.tamanho <= WHOLE_FILE_MAX_BYTES && (duracaoMaximaMs === null || sound.duracaoMs <= duracaoMaximaMs)
  );
}

function segmentsOf(perfil: Perfil, answer: RespostaTranscricao, sent: Interval): Heard[] {
  if (!answer.segmentos) {
    const { startMs, endMs } = sent;
    return splitUtterance({ texto: answer.texto, startMs, endMs, confianca: answer.confianca }).map(timely);
  }
  const timeless = impossibleTimes(answer.segmentos, sent.endMs - sent.startMs);
  const segments = answer.segmentos.map(({ voz, ...segment }, index) => ({
    voz: voz ?? null,
    trecho: {
      texto: segment.texto,
      temposImpossiveis: timeless[index] ?? false,
      startMs: Math.min(sent.endMs, sent.startMs + Math.max(0, segment.startMs)),
      endMs: Math.min(sent.endMs, sent.startMs + Math.max(0, segment.endMs)),
      confianca: segment.confianca,
    },
  }));
  if (segments.every(({ voz }) => voz === null)) return segments.map(({ trecho }) => trecho);
  // Splits the segments, because with speaker labels a segment is a speaker's whole turn.
  return nameVoices(
    perfil,
    segments.flatMap(({ voz, trecho }) =>
      splitUtterance(trecho).map((part) => ({
        ...part,
        voz,
        temposImpossiveis: trecho.temposImpossiveis,
      })),
    ),
  );
}

const timely = (trecho: Trecho): Heard => ({ ...trecho, temposImpossiveis: false });

/** True if speaker labels are requested. */
function tellsVoices(audio: PreparedAudio, modelo: ModeloResolvido): boolean {
  return audio.canais.length === 1 && capabilitiesOf(modelo).diarizacao;
}

/** Least length of a gap that is not sent (hold or silence), ms. */
const GAP_MAX_MS = 10_000;

/** Joins neighbouring stretches into pieces of at most `maxMs`; a gap of GAP_MAX_MS ends a piece. */
export function joinIntoPieces(stretches: readonly Interval[], maxMs: number): Interval[] {
  const pieces: Interval[] = [];
  for (const { startMs, endMs } of stretches) {
    const last = pieces.at(-1);
    if (last && endMs - last.startMs <= maxMs && startMs - last.endMs < GAP_MAX_MS) last.endMs = endMs;
    else pieces.push({ startMs, endMs });
  }
  return pieces;
}

type CutToHear = Interval & { ask: (vez: 1 | 2) => Promise<RespostaTranscricao> };

/** Cuts out stretches and requests their transcriptions, a few at once. `nome`: prefix of the paid calls' keys. */
async function cutsToHear(
  { context, audio, channel, modelo }: ToHear,
  nome: string,
  stretches: readonly Interval[],
): Promise<CutToHear[]> {
  if (stretches.length === 0) return [];
  const workDir = await context.workDir();
  const flacPath = await context.fetchSound(channel.chave);
  const cuts: Cut[] = stretches.map(({ startMs, endMs }, index) => ({
    startMs,
    endMs: Math.min(endMs, audio.duracaoMs),
    outPath: join(workDir, `${channel.canal}-${index}.wav`),
  }));
  await cutUtterances({
    flacPath,
    cuts,
    signal: context.signal,
    ffmpegPath: context.env.FFMPEG_PATH,
    timeoutMs: Math.max(120_000, audio.duracaoMs / 10),
  });
  const slots = slotsOf(modelo.protocolo);
  const limit = pLimit(Math.min(UTTERANCES_AT_ONCE, slots ?? UTTERANCES_AT_ONCE));
  let done = 0;
  /** Reports progress only for slow servers: those with limited slots. */
  const tell = async (): Promise<void> => {
    done += 1;
    if (slots === null || cuts.length === 1) return;
    const side = audio.canais.length > 1 ? ` de ${channel.papel}` : '';
    const detalhes = `${done} de ${cuts.length} trechos${side} transcritos.`;
    await context.progress({ evento: 'Transcrição em andamento', detalhes });
  };
  return cuts.map(({ startMs, endMs, outPath }, index) => ({
    startMs,
    endMs,
    ask: (vez) =>
      limit(async () => {
        context.signal.throwIfAborted();
        const som = { filePath: outPath, startByte: 0, nome: basename(outPath) };
        const answer = await ask(
          context,
          audio,
          modelo,
          { key: `${nome}:${index}`, startMs, endMs, som },
          vez,
        );
        if (vez === 1) await tell();
        return answer;
      }),
  }));
}

type Sent = { key: string; startMs: number; endMs: number; som: Som };

/**
 * Requests a transcription, unless its answer is already paid. The key names the sound's content, so that the same
 * stretch is paid once; a sound prepared by an earlier version is identified by its path.
 */
function ask(
  context: SoundContext,
  audio: PreparedAudio,
  modelo: ModeloResolvido,
  { key, startMs, endMs, som }: Sent,
  vez: 1 | 2,
): Promise<RespostaTranscricao> {
  const alvo = { provedor: modelo.provedor, modelo: modelo.modelo };
  const vozes = tellsVoices(audio, modelo);
  const first =
    audio.som === undefined
      ? `${audio.arquivoPath}:${key}${vozes ? ':vozes' : ''}`
      : JSON.stringify([audio.som, key, startMs, endMs, ...(vozes ? ['vozes'] : [])]);
  const { chave, request, temperatura } =
    vez === 1
      ? { chave: key, request: first, temperatura: 0 }
      : { chave: `${key}:de-novo`, request: `${first}:de-novo`, temperatura: TEMPERATURA_DE_NOVO };
  return context.paid.call(chave, { alvo, request }, async (chaveIdempotente) => {
    const resposta = await context.ai.transcribe({
      alvo,
      protocolo: modelo.protocolo,
      chaveIdempotente,
      signal: context.signal,
      som,
      duracaoMs: endMs - startMs,
      vozes,
      temperatura,
    });
    return { resposta, uso: resposta.uso, latenciaMs: resposta.latenciaMs };
  });
}

type ChannelFactsByCanal = ReadonlyMap<Canal, ChannelFacts>;

async function loadFacts({
  db,
  run,
}: SoundContext): Promise<{ canais: ChannelFactsByCanal; espera: readonly Interval[] }> {
  const fatos = await loadAudioFacts(db, run.resultadoId);
  return {
    canais: new Map(fatos?.canais.map((facts) => [channelAt(facts.index), facts]) ?? []),
    espera: fatos?.espera?.trechos ?? [],
  };
}
