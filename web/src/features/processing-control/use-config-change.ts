import {
  getProcessingConfig,
  type ProcessingConfigWire,
  setTranscriptionSampling,
  toggleProcessing,
} from '@escuta/shared/contracts/insights/processing-config';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import type { CallInput, Wire } from '../../lib/network/api.ts';
import { queryKey } from '../../lib/network/query.ts';

type Target = Pick<ProcessingConfigWire, 'empresaId' | 'projetoId'>;
/** Callbacks that put the server's response into the cache, instead of requesting the configuration again. */
function useKeep() {
  const client = useQueryClient();
  return {
    onDone: ({ data }: Wire<typeof setTranscriptionSampling>): void => {
      client.setQueryData(
        queryKey(getProcessingConfig, {
          params: { empresaId: data.empresaId },
          query: data.projetoId ? { projetoId: data.projetoId } : {},
        }),
        { success: true, data },
      );
    },
    kept: () => [queryKey(getProcessingConfig)],
  };
}

const targetOf = ({ empresaId, projetoId }: Target) => ({ empresaId, projetoId });

/** Sets the sampling percentage; resolves to true on success. */
export function useSampling(target: Target) {
  const { attempt, busy } = useApiMutation(setTranscriptionSampling, {
    ...useKeep(),
    done: 'Porcentagem de transcrição atualizada com sucesso',
    failed: 'Erro ao atualizar porcentagem de transcrição',
    fallback: 'Falha ao atualizar porcentagem de transcrição.',
  });
  const set = (samplingPercentage: number) => attempt({ body: { ...targetOf(target), samplingPercentage } });
  return { set, busy };
}

export type TypeSwitch = {
  processingType: NonNullable<CallInput<typeof toggleProcessing>['body']>['processingType'];
  label: string;
  enabled: boolean;
};

/** Switches a type of processing on or off. `change` is the change that is being saved; undefined if none is. */
export function useToggle(target: Target) {
  const labels = useRef(new Map<string, string>());
  const { attempt, running } = useApiMutation(toggleProcessing, {
    ...useKeep(),
    done: (_answer, { body }) =>
      `${labels.current.get(body.processingType)} ${body.enabled ? 'habilitado' : 'desabilitado'} com sucesso`,
    failed: 'Erro ao alternar tipo de processamento',
    fallback: 'Falha ao alternar tipo de processamento.',
  });
  const set = ({ processingType, label, enabled }: TypeSwitch): void => {
    labels.current.set(processingType, label);
    void attempt({ body: { ...targetOf(target), processingType, enabled } });
  };
  return { set, change: running[0]?.body };
}
