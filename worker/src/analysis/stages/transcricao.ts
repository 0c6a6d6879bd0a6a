import { basename, join } from 'node:path';
import type { AudioFacts, Interval, Utterance } from '@escuta/shared/domain/audio-facts';
import type { ModeloResolvido } from '@escuta/shared/domain/default-models';
import { StageFailure } from '@escuta/shared/domain/failures';
import { getTranscriptionCapabilities, slotsOf } from '@escuta/shared/domain/model-capabilities';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { indexOfChannel } from '@escuta/shared/domain/profiles/roles';
import { transcriptionInput } from '@escuta/shared/domain/stage-inputs';
import { createTimeMap } from '@escuta/shared/domain/time-map';
import {
  meanConfidence,
  orderSentences,
  splitUtterance,
  type Trecho,
} from '@escuta/shared/domain/transcript';
import { isUnnamedVoice, joinPieces, nameVoices } from '@escuta/shared/domain/voices';
import pLimit from 'p-limit';
import { type Cut, cutUtterances, MAX_CUT_BYTES, maxCutMs } from '../../audio/cut-utterances.ts';
import type { RespostaTranscricao, Som } from '../../engine/ai-client.ts';
import type { Stage } from '../../engine/stage.ts';
import { asInterview } from '../interview/sentences.ts';
import { modelNotices, requireModel } from '../models.ts';
import { type PreparedAudio, preparedAudioSchema } from '../prepared-audio.ts';
import { type SoundContext, withPreparedSounds } from '../prepared-sounds.ts';
import { handedOnDecision } from '../sampling-decision.ts';
import { saveTranscript } from '../sentences-repo.ts';
import { settleAll } from '../settle-all.ts';

type Channel = PreparedAudio['canais'][number];

/** Calls of one recording at once, when its utterances go one by one. */
const UTTERANCES_AT_ONCE = 6;
/** A file this much below what providers take goes out whole. */
const WHOLE_FILE_MAX_BYTES = MAX_CUT_BYTES - 512 * 1024;
/** Longest sound whose words are spread over it, when an answer that should have times has none, ms. */
const SEM_TEMPOS_MAX_MS = 30_000;
/** Longest piece of a channel that is too large to go out whole, ms. */
const PIECE_MAX_MS = 600_000;

/**
 * Text with times for each channel, both at once. Models that give times get a channel whole (or in pieces cut at
 * pauses, when it is too large); the others get our own utterances one by one, whose bounds are the times. Models that tell
 * voices apart get a recording's only channel whole, and say who speaks.
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
    const trechos = await settleAll(
      spoken.map((channel) => transcribeChannel(context, audio, channel, modelo)),
    );
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
      avisos: [...modelNotices([modelo]), ...avisos],
      evento: {
        evento: 'Transcrição concluída',
        detalhes: `${ordered.length} sentenças com ${modelo.modelo}${vozes.size > 0 ? `; ${vozes.size === 1 ? '1 voz' : `${vozes.size} vozes`} sem papel reconhecido` : ''}.`,
      },
      write: (tx) => saveTranscript(tx, run, channels),
    };
  },
};

const capabilitiesOf = ({ modelo, protocolo }: Pick<ModeloResolvido, 'modelo' | 'protocolo'>) =>
  getTranscriptionCapabilities(modelo, protocolo);

async function transcribeChannel(
  context: SoundContext,
  audio: PreparedAudio,
  channel: Channel,
  modelo: ModeloResolvido,
): Promise<Trecho[]> {
  const { temposPorSegmento } = capabilitiesOf(modelo);
  if (!temposPorSegmento && !tellsVoices(audio, modelo)) {
    return transcribeUtterances(context, audio, channel, modelo);
  }
  const whole = channel.curto ?? {
    chave: channel.chave,
    tamanho: channel.tamanho,
    duracaoMs: audio.duracaoMs,
  };
  if (!fitsOneRequest(whole, modelo)) return transcribePieces(context, audio, channel, modelo);
  const som = await context.soundToSend(whole.chave);
  const sent = { key: channel.canal, startMs: 0, endMs: whole.duracaoMs, som };
  const answer = await ask(context, audio, modelo, sent);
  if (lacksTimes(answer, sent)) return transcribeUtterances(context, audio, channel, modelo);
  const { curto } = channel;
  const { perfil } = context.run;
  if (!curto) return segmentsOf(perfil, answer, { startMs: 0, endMs: audio.duracaoMs });
  const map = createTimeMap(curto.segmentos);
  return segmentsOf(perfil, answer, { startMs: 0, endMs: map.trimmedMs }).map((trecho) => ({
    ...trecho,
    startMs: map.toOriginalMs(trecho.startMs),
    // The moment before the end: the end itself may be a joint, which belongs to what follows it.
    endMs: map.toOriginalMs(Math.max(trecho.startMs, trecho.endMs - 1)) + 1,
  }));
}

/** Words without times, in so much sound that they would lie anywhere in it: our own utterances, sent one by one, have their times. */
function lacksTimes(answer: RespostaTranscricao, { startMs, endMs }: Interval): boolean {
  return answer.segmentos === null && answer.texto !== '' && endMs - startMs > SEM_TEMPOS_MAX_MS;
}

/** Whether a channel goes out whole: what the provider takes as a file, and the model as sound. */
export function fitsOneRequest(
  sound: { tamanho: number; duracaoMs: number },
  modelo: Pick<ModeloResolvido, 'modelo' | 'protocolo'>,
): boolean {
  const { duracaoMaximaMs } = capabilitiesOf(modelo);
  return (
    sound.tamanho <= WHOLE_FILE_MAX_BYTES && (duracaoMaximaMs === null || sound.duracaoMs <= duracaoMaximaMs)
  );
}

/** What an answer says, at the time at which the sound that was sent begins in the channel. */
function segmentsOf(perfil: Perfil, answer: RespostaTranscricao, sent: Interval): Trecho[] {
  if (!answer.segmentos) {
    return splitUtterance({ texto: answer.texto, ...sent, confianca: answer.confianca });
  }
  const segments = answer.segmentos.map(({ voz, ...segment }) => ({
    voz: voz ?? null,
    trecho: {
      texto: segment.texto,
      startMs: Math.min(sent.endMs, sent.startMs + Math.max(0, segment.startMs)),
      endMs: Math.min(sent.endMs, sent.startMs + Math.max(0, segment.endMs)),
      confianca: segment.confianca,
    },
  }));
  if (segments.every(({ voz }) => voz === null)) return segments.map(({ trecho }) => trecho);
  // A voice's segment is a whole turn.
  return nameVoices(
    perfil,
    segments.flatMap(({ voz, trecho }) => splitUtterance(trecho).map((part) => ({ ...part, voz }))),
  );
}

/**
 * Voices are asked for where one channel holds them all, of a model that can tell them apart. Where each party has its own
 * channel, the channel tells.
 */
function tellsVoices(audio: PreparedAudio, modelo: ModeloResolvido): boolean {
  return audio.canais.length === 1 && capabilitiesOf(modelo).diarizacao;
}

async function transcribeUtterances(
  context: SoundContext,
  audio: PreparedAudio,
  channel: Channel,
  modelo: ModeloResolvido,
): Promise<Trecho[]> {
  const utterances = await loadUtterances(context, channel);
  const answers = await askCuts(context, audio, channel, modelo, utterances);
  return answers.flatMap((answer, index) => {
    const { speechStartMs, speechEndMs } = utterances[index] as Utterance;
    return splitUtterance({
      texto: answer.texto,
      startMs: speechStartMs,
      endMs: speechEndMs,
      confianca: answer.confianca,
    });
  });
}

/** A channel too large for one call, cut at its pauses into pieces as long as the model takes, at most ten minutes. */
async function transcribePieces(
  context: SoundContext,
  audio: PreparedAudio,
  channel: Channel,
  modelo: ModeloResolvido,
): Promise<Trecho[]> {
  const pieces = joinIntoPieces(
    await loadUtterances(context, channel),
    Math.min(PIECE_MAX_MS, maxCutMs(audio.taxa), capabilitiesOf(modelo).duracaoMaximaMs ?? PIECE_MAX_MS),
  );
  const answers = await askCuts(context, audio, channel, modelo, pieces);
  if (answers.some((answer, index) => lacksTimes(answer, pieces[index] as Interval))) {
    return transcribeUtterances(context, audio, channel, modelo);
  }
  return joinPieces(
    answers.map((answer, index) => segmentsOf(context.run.perfil, answer, pieces[index] as Interval)),
  );
}

/** A gap this long between two stretches is a hold or a silence: neither is sent along, ms. */
const GAP_MAX_MS = 10_000;

/** Neighbouring stretches joined while the whole stays within `maxMs`, and no gap in it reaches GAP_MAX_MS. */
export function joinIntoPieces(stretches: readonly Interval[], maxMs: number): Interval[] {
  const pieces: Interval[] = [];
  for (const { startMs, endMs } of stretches) {
    const last = pieces.at(-1);
    if (last && endMs - last.startMs <= maxMs && startMs - last.endMs < GAP_MAX_MS) last.endMs = endMs;
    else pieces.push({ startMs, endMs });
  }
  return pieces;
}

async function askCuts(
  context: SoundContext,
  audio: PreparedAudio,
  channel: Channel,
  modelo: ModeloResolvido,
  stretches: readonly Interval[],
): Promise<RespostaTranscricao[]> {
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
  return settleAll(
    cuts.map((cut, index) =>
      limit(async () => {
        context.signal.throwIfAborted();
        const { startMs, endMs, outPath } = cut;
        const answer = await ask(context, audio, modelo, {
          key: `${channel.canal}:${index}`,
          startMs,
          endMs,
          som: { filePath: outPath, startByte: 0, nome: basename(outPath) },
        });
        done += 1;
        // A server of a few places takes its time: people see it pass.
        if (slots !== null && cuts.length > 1) {
          const side = audio.canais.length > 1 ? ` de ${channel.papel}` : '';
          await context.progress({
            evento: 'Transcrição em andamento',
            detalhes: `${done} de ${cuts.length} trechos${side}.`,
          });
        }
        return answer;
      }),
    ),
  );
}

/** A sound file that is sent: where in its channel it lies, ms. */
type Sent = { key: string; startMs: number; endMs: number; som: Som };

/**
 * The request names what is heard, not where it is kept: the same stretch of the same sound has one answer. A run whose
 * sound an earlier version prepared finds what that version had already paid for it by that version's words.
 */
function ask(
  context: SoundContext,
  audio: PreparedAudio,
  modelo: ModeloResolvido,
  { key, startMs, endMs, som }: Sent,
): Promise<RespostaTranscricao> {
  const alvo = { provedor: modelo.provedor, modelo: modelo.modelo };
  const vozes = tellsVoices(audio, modelo);
  const request =
    audio.som === undefined
      ? `${audio.arquivoPath}:${key}${vozes ? ':vozes' : ''}`
      : JSON.stringify([audio.som, key, startMs, endMs, ...(vozes ? ['vozes'] : [])]);
  return context.paid.call(key, { alvo, request }, async (chaveIdempotente) => {
    const resposta = await context.ai.transcribe({
      alvo,
      protocolo: modelo.protocolo,
      chaveIdempotente,
      signal: context.signal,
      som,
      duracaoMs: endMs - startMs,
      vozes,
    });
    return { resposta, uso: resposta.uso, latenciaMs: resposta.latenciaMs };
  });
}

async function loadUtterances(context: SoundContext, channel: Channel): Promise<Utterance[]> {
  const { rows } = await context.db.query<{ fatos_audio: AudioFacts | null }>(
    'SELECT fatos_audio FROM auditoria_resultados WHERE id = $1',
    [context.run.resultadoId],
  );
  const index = indexOfChannel(channel.canal);
  return rows[0]?.fatos_audio?.canais.find((facts) => facts.index === index)?.utterances ?? [];
}
