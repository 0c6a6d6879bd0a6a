import type { CodigoFalha } from '@escuta/shared/domain/failures';
import { isSampled } from '@escuta/shared/domain/sampling';
import type { StageRun } from './stage.ts';

export type TranscriptionDecision =
  | { transcrever: true }
  | { transcrever: false; codigo: CodigoFalha; motivo: string };

/**
 * Whether a run's recording is transcribed: the same answer at every attempt and in every worker. Sampling is for what
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
      motivo: `Fora da amostra de ${sampling_percentage} % definida nas configurações. Use 'Processar' para analisar este item.`,
    };
  }
  return { transcrever: true };
}
