import { rolesOf } from '@escuta/shared/domain/interview/confront/roles';
import type { Voz } from '@escuta/shared/domain/interview/confront/voice-roles';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import type { SentencaOrdenada } from '@escuta/shared/domain/transcripts/transcript';
import { readAuditedInterview } from '@escuta/shared/services/verdicts/interview-input';
import { areVoicesOpen, hearVoices } from '../../audio/hear-voices.ts';
import type { TimelineEntry } from '../../engine/stage.ts';
import type { PreparedAudio } from '../prepared-audio.ts';
import type { SoundContext } from '../prepared-sounds.ts';
import type { SentencaGravada } from '../sentences-repo.ts';
import { cutAtReadingsApart, placeQuestionsApart } from './align.ts';

/**
 * Splits an interview's transcript into sentences at its questions and answers, only after the transcription, because
 * the speech model must not see the questions. Compares voices, too, if a single microphone recorded them.
 */
export async function asInterview(
  context: SoundContext,
  audio: PreparedAudio,
  sentences: readonly SentencaOrdenada[],
): Promise<{ sentencas: SentencaGravada[]; avisos: TimelineEntry[] }> {
  const { run, db } = context;
  const hasQuestions = PROFILES[run.perfil].fluxo.includes('confronto');
  const entrevista = hasQuestions ? await readAuditedInterview(db, run.itemId) : null;
  if (!entrevista) return { sentencas: [...sentences], avisos: [] };
  const cut = await cutAtReadingsApart(entrevista.conteudo, sentences);
  const { vozes, avisos } = await voicesOf(context, audio, entrevista.conteudo, cut);
  return {
    sentencas: cut.map((sentence, index) => ({ ...sentence, ordem: index + 1, voz: vozes[index] ?? null })),
    avisos,
  };
}

/** Compares the voices. After a failure, the words alone determine the speakers, and the timeline says so. */
async function voicesOf(
  context: SoundContext,
  audio: PreparedAudio,
  conteudo: ConteudoVersao,
  sentences: readonly SentencaOrdenada[],
): Promise<{ vozes: Voz[]; avisos: TimelineEntry[] }> {
  const [channel, ...others] = audio.canais;
  if (!channel || others.length > 0) return { vozes: [], avisos: [] };
  const { alignment } = await placeQuestionsApart(conteudo, sentences);
  const papeis = rolesOf(alignment, sentences);
  if (!areVoicesOpen(papeis)) return { vozes: [], avisos: [] };
  const flacPath = await context.fetchSound(channel.chave);
  try {
    const vozes = await hearVoices({
      flacPath,
      trechos: sentences,
      papeis,
      signal: context.signal,
      ffmpegPath: context.env.FFMPEG_PATH,
      timeoutMs: Math.max(120_000, audio.duracaoMs / 10),
    });
    return { vozes, avisos: [] };
  } catch (error) {
    context.signal.throwIfAborted();
    context.log.error({ err: error }, 'Vozes da entrevista não comparadas');
    const detalhes =
      'As vozes não puderam ser comparadas: os falantes foram identificados só pela transcrição.';
    return { vozes: [], avisos: [{ evento: 'Vozes não comparadas', detalhes }] };
  }
}
