import { type CelulaWire, desfazerRevisao, revisarConfronto } from '@escuta/shared/contracts/confrontos';
import { LETRA_DO_VEREDITO, VEREDITO_LABEL } from '@escuta/shared/domain/interview/matrix';
import { MOTIVOS_REVISAO, type MotivoRevisao } from '@escuta/shared/domain/interview/review';
import type { Veredito } from '@escuta/shared/domain/interview/verdict';
import { useQueryClient } from '@tanstack/react-query';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/toast.ts';
import { showVerdict } from './use-heat-map.ts';

/** What a person has begun to say of a cell: the verdict that waits for its reason, and the remark. */
export type Rascunho = { celulaId: string; pending: Veredito | null; observacao: string };

/** The verdict that holds where no person gave one. */
const withoutPerson = ({ correcao, veredito_ia }: CelulaWire): Veredito => correcao?.veredito ?? veredito_ia;

/**
 * A person's verdict on the cell that is open: given, with a reason where it is not the AI's, and taken back. The draft belongs to
 * whoever holds the panel: it outlives a panel that moves to another place of the screen.
 */
export function useCellReview(
  celula: CelulaWire | undefined,
  rascunho: Rascunho | null,
  setRascunho: (rascunho: Rascunho | null) => void,
  refetch: () => void,
) {
  const client = useQueryClient();
  const own = celula && rascunho?.celulaId === celula.id ? rascunho : null;
  const pending = own?.pending ?? null;
  const observacao = own?.observacao ?? '';
  const change = (next: Partial<Rascunho>): void => {
    if (celula) setRascunho({ celulaId: celula.id, pending, observacao, ...next });
  };

  const shown = (veredito: Veredito, byPerson: boolean) =>
    celula
      ? showVerdict(client, celula.entrevista_id, celula.pergunta_id, LETRA_DO_VEREDITO[veredito], byPerson)
      : () => undefined;
  const give = useApiMutation(revisarConfronto, {
    failed: 'Não foi possível salvar o veredito.',
    ahead: ({ body }) => shown(body.veredito, true),
    onFailed: refetch,
  });
  const takeBack = useApiMutation(desfazerRevisao, {
    done: celula?.correcao
      ? 'Revisão desfeita: vale o veredito após a correção da transcrição.'
      : 'Revisão desfeita: vale o veredito da IA.',
    failed: 'Não foi possível desfazer a revisão.',
    ahead: () => (celula ? shown(withoutPerson(celula), false) : () => undefined),
    onFailed: refetch,
  });

  const send = (veredito: Veredito, motivo: MotivoRevisao | null): void => {
    if (!celula) return;
    change({ pending: null });
    const body = { veredito, motivo, observacao: observacao.trim() || null, visto_em: celula.updated_at };
    void give.attempt({ params: { id: celula.id }, body }).then((worked) => {
      if (worked) setRascunho(null);
    });
  };
  const busy = give.busy || takeBack.busy;
  return {
    pending,
    observacao,
    setObservacao: (text: string) => change({ observacao: text }),
    busy,
    judge(veredito: Veredito): void {
      if (!celula || busy) return;
      if (celula.entrevista.propria) {
        toast.info('Você fez esta entrevista: outra pessoa a revisa.');
        return;
      }
      if (veredito === withoutPerson(celula)) send(veredito, null);
      else change({ pending: veredito });
    },
    /** The reason, by its place. */
    choose(n: number): void {
      const motivo = MOTIVOS_REVISAO[n - 1];
      if (pending && motivo) send(pending, motivo);
    },
    cancel: () => change({ pending: null }),
    undo(): void {
      if (!celula?.revisao || busy || celula.entrevista.propria) return;
      void takeBack.attempt({ params: { id: celula.id }, query: { visto_em: celula.updated_at } });
    },
    describe: pending ? VEREDITO_LABEL[pending] : null,
  };
}
export type CellReview = ReturnType<typeof useCellReview>;
