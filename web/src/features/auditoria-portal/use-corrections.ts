import { correctGravacao, correctLinha } from '@escuta/shared/contracts/surveys/preparos';
import { usePutStaged } from '../../domain/intake/use-staged.ts';
import { shortName } from '../../domain/player/heard-file.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { PREPARO } from './intake.ts';
import type { Gravacao, Linha } from './words.ts';

/** A person's decisions on pairs: a recording's row, and the recordings and rows that are not audited. */
export interface Corrections {
  /** Assigns a recording to the row `linha`; null removes the recording's row. */
  pair: (gravacao: Pick<Gravacao, 'id' | 'nome'>, linha: number | null) => Promise<boolean>;
  leaveOutRecording: (gravacao: Pick<Gravacao, 'id'>, naoAuditar: boolean) => Promise<boolean>;
  leaveOutRow: (linha: Pick<Linha, 'n'>, naoAuditar: boolean) => Promise<boolean>;
  busy: boolean;
}

export function useCorrections(preparoId: string): Corrections {
  const put = usePutStaged(PREPARO);
  const options = {
    failed: 'Não foi possível salvar a correção',
    onDone: ({ data }: { data: { preparo: unknown } }) => put({ success: true, data: data.preparo }),
  };
  const recording = useApiMutation(correctGravacao, options);
  const row = useApiMutation(correctLinha, options);
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
