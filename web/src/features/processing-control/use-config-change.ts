import {
  getProcessingConfig,
  type ProcessingConfigWire,
  setTranscriptionSampling,
  toggleProcessing,
} from '@escuta/shared/contracts/processing-config';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call, errorMessage, type Wire } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

type Target = Pick<ProcessingConfigWire, 'empresaId' | 'projetoId'>;
type Changed = Wire<typeof setTranscriptionSampling>;

/** Puts what the server answered into the page, and makes other views of the same company read it anew. */
function useConfigMutation<V>(options: {
  change: (value: V) => Promise<Changed>;
  success: (value: V) => string;
  /** Title of the toast when it failed, and its text when the server gave none. */
  failure: [title: string, text: string];
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: options.change,
    onSuccess: async ({ data }, value) => {
      client.setQueryData(
        queryKey(getProcessingConfig, {
          params: { empresaId: data.empresaId },
          query: data.projetoId ? { projetoId: data.projetoId } : {},
        }),
        { success: true, data },
      );
      toast.success(options.success(value));
      await client.invalidateQueries({ queryKey: queryKey(getProcessingConfig), refetchType: 'none' });
    },
    onError: (error) => {
      const [title, text] = options.failure;
      toast.error(title, { description: errorMessage(error, text) });
    },
  });
}

const targetOf = ({ empresaId, projetoId }: Target) => ({ empresaId, projetoId });

/** Sets the sampling percentage. */
export function useSampling(target: Target) {
  return useConfigMutation<number>({
    change: (samplingPercentage) =>
      call(setTranscriptionSampling, { body: { ...targetOf(target), samplingPercentage } }),
    success: () => 'Porcentagem de transcrição atualizada com sucesso',
    failure: [
      'Erro ao atualizar porcentagem de transcrição',
      'Falha ao atualizar porcentagem de transcrição.',
    ],
  });
}

export type TypeSwitch = {
  processingType: NonNullable<CallInput<typeof toggleProcessing>['body']>['processingType'];
  label: string;
  enabled: boolean;
};

/** Switches one type of processing. */
export function useToggle(target: Target) {
  return useConfigMutation<TypeSwitch>({
    change: ({ processingType, enabled }) =>
      call(toggleProcessing, { body: { ...targetOf(target), processingType, enabled } }),
    success: ({ label, enabled }) => `${label} ${enabled ? 'habilitado' : 'desabilitado'} com sucesso`,
    failure: ['Erro ao alternar tipo de processamento', 'Falha ao alternar tipo de processamento.'],
  });
}
