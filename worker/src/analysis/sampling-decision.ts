import { isSampled } from '@escuta/shared/domain/sampling';
import type { StageRun } from '../engine/stage.ts';
import type { PreparedAudio, TranscriptionDecision } from './prepared-audio.ts';

/**
 * Whether a run's recording is to be transcribed, by the configuration now in force. The audio stage asks, once, and hands
 * the answer on: by it the sound was stored or not. Sampling is for what
 * came in a batch; what a person asked for by name is always honoured, unless transcription is switched off.
 */
export function transcriptionDecision(
  run: Pick<StageRun, 'itemId' | 'origem' | 'config'>,
): TranscriptionDecision {
  const { enabled, sampling_percentage } = run.config.transcriptionConfig;
  if (!enabled) {
    return {
      transcrever: false,
      codigo: 'transcricao_desligada',
      motivo: 'A transcrição está desativada nas configurações; nenhum crédito foi cobrado.',
    };
  }
  if (run.origem === 'lote' && !isSampled(run.itemId, sampling_percentage)) {
    return {
      transcrever: false,
      codigo: 'fora_da_amostra',
      motivo: `Fora da amostra de ${sampling_percentage}% definida nas configurações. Use 'Processar' para analisar este item.`,
    };
  }
  return { transcrever: true };
}

/**
 * What the audio stage decided. Runs whose audio stage ended before it handed its decision on are read from what it
 * stored: sound is there exactly when it was to be transcribed.
 */
export function handedOnDecision(
  run: Pick<StageRun, 'itemId' | 'origem' | 'config'>,
  audio: PreparedAudio,
): TranscriptionDecision {
  if (audio.decisao) return audio.decisao;
  if (audio.canais.some(({ chave }) => chave !== null)) return { transcrever: true };
  const now = transcriptionDecision(run);
  if (!now.transcrever) return now;
  return {
    transcrever: false,
    codigo: 'transcricao_desligada',
    motivo:
      "A transcrição não estava prevista quando o áudio foi preparado. Use 'Processar' para analisar este item.",
  };
}
