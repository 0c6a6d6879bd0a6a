import { isSampled } from '@escuta/shared/domain/sampling';
import type { StageRun } from '../engine/stage.ts';
import type { PreparedAudio, TranscriptionDecision } from './prepared-audio.ts';

/** Decides once per run whether its recording is transcribed. Sampling applies only to batches. */
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
      motivo: `Este item está fora da amostra de ${sampling_percentage}% definida nas configurações. Use “Processar áudio” para analisá-lo.`,
    };
  }
  return { transcrever: true };
}

/** Reads the audio stage's decision. An older run, which stored no decision, transcribes if it stored a sound. */
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
      'A transcrição não estava prevista quando o áudio foi preparado. Use “Processar áudio” para analisar este item.',
  };
}
