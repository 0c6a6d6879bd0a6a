import { corrigirGravacao, corrigirLinha, getPreparo } from '@escuta/shared/contracts/preparos';
import type { EstadoPreparo } from '@escuta/shared/domain/audit-preparation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useApiMutation, useRefresh } from '../../kit/mutation.ts';
import { apiQuery, queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { type Detalhe, type Gravacao, type Linha, shortName } from './words.ts';

/** How often each state is asked for, ms; false: it changes no more. What stands still may be corrected by somebody else. */
const POLL_MS: Record<EstadoPreparo, number | false> = {
  enviando: 2500,
  analisando: 2000,
  pronto: 8000,
  falhou: 8000,
  criando: 2000,
  auditando: 5000,
  concluido: false,
  cancelado: false,
};

/** A preparation, followed while anything of it may change; its rows and recordings with it. */
export function usePreparo(id: string) {
  const refresh = useRefresh('preparos');
  const query = useQuery({
    ...apiQuery(getPreparo, { params: { id } }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => (state.data ? POLL_MS[state.data.data.estado] : false),
    refetchOnWindowFocus: 'always',
  });
  const seen = query.data && `${query.data.estado}:${query.data.versao}`;
  const before = useRef(seen);
  useEffect(() => {
    // Its rows and recordings are others by now.
    if (before.current !== undefined && before.current !== seen) void refresh();
    before.current = seen;
  }, [seen, refresh]);
  return query;
}

/** Puts a preparation in place that an act answered with. */
export function usePutPreparo(): (preparo: Detalhe) => void {
  const client = useQueryClient();
  return useCallback(
    (preparo: Detalhe) =>
      client.setQueryData(queryKey(getPreparo, { params: { id: preparo.id } }), {
        success: true,
        data: preparo,
      }),
    [client],
  );
}

/** What a person says of pairs: of which row a recording is, and what is left out. */
export interface Corrections {
  /** Null: of none. */
  pair: (gravacao: Pick<Gravacao, 'id' | 'nome'>, linha: number | null) => Promise<boolean>;
  leaveOutRecording: (gravacao: Pick<Gravacao, 'id'>, naoAuditar: boolean) => Promise<boolean>;
  leaveOutRow: (linha: Pick<Linha, 'n'>, naoAuditar: boolean) => Promise<boolean>;
  busy: boolean;
}

const FAILED = 'Não foi possível corrigir';

export function useCorrections(preparoId: string): Corrections {
  const put = usePutPreparo();
  const recording = useApiMutation(corrigirGravacao, {
    failed: FAILED,
    onDone: ({ data }) => put(data.preparo as Detalhe),
  });
  const row = useApiMutation(corrigirLinha, {
    failed: FAILED,
    onDone: ({ data }) => put(data.preparo as Detalhe),
  });
  return {
    pair: async ({ id, nome }, linha) => {
      const done = await recording.attempt({ params: { id: preparoId, gravacaoId: id }, body: { linha } });
      if (done) {
        toast.success(
          linha === null
            ? `“${shortName(nome)}” ficou sem linha.`
            : `“${shortName(nome)}” é da linha ${linha}.`,
        );
      }
      return done;
    },
    leaveOutRecording: ({ id }, naoAuditar) =>
      recording.attempt({ params: { id: preparoId, gravacaoId: id }, body: { nao_auditar: naoAuditar } }),
    leaveOutRow: ({ n }, naoAuditar) =>
      row.attempt({ params: { id: preparoId, n }, body: { nao_auditar: naoAuditar } }),
    busy: recording.busy || row.busy,
  };
}
