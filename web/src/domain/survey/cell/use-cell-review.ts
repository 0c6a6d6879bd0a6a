import { type CelulaWire, reviewConfronto, undoRevisao } from '@escuta/shared/contracts/surveys/confrontos';
import { LETRA_DO_VEREDITO, VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import { MOTIVOS_REVISAO, type MotivoRevisao } from '@escuta/shared/domain/interview/verdicts/review';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraftTexts } from '../../../kit/form/use-draft-text.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { useSession } from '../../../lib/network/session.ts';
import { showVerdict } from '../map/use-heat-map.ts';

/**
 * A person's unfinished decision: the verdict that lacks its reason, and the id of another person's verdict that they
 * agreed to replace.
 */
type Rascunho = { pending: Veredito | null; substitui: string | null };

const NADA: Rascunho = { pending: null, substitui: null };

/** Begun decisions by cell id, kept while other cells are opened. Remarks are kept even after the session ends. */
export function useRascunhos() {
  const [begun, setBegun] = useState<Readonly<Record<string, Rascunho>>>({});
  const { textOf, setText } = useDraftTexts('observacao-da-resposta', 'Observação da resposta');
  return {
    begunOf: (celulaId: string): Rascunho => begun[celulaId] ?? NADA,
    begin: (celulaId: string, rascunho: Rascunho): void =>
      setBegun((before) => ({ ...before, [celulaId]: rascunho })),
    remarkOf: textOf,
    setRemark: setText,
  };
}

/** The verdict that is in force unless a person gives one: the verdict after a correction, else the AI's. */
const withoutPerson = ({ correcao, veredito_ia }: CelulaWire): Veredito => correcao?.veredito ?? veredito_ia;

/**
 * Gives and withdraws a person's verdict on the open cell; a verdict that differs from the AI's needs a reason. The map
 * holds the drafts (`useRascunhos`), because the panel may be mounted anew in another place or for another cell.
 */
export function useCellReview(
  celula: CelulaWire | undefined,
  { begunOf, begin, remarkOf, setRemark }: ReturnType<typeof useRascunhos>,
  refetch: () => void,
) {
  const client = useQueryClient();
  const { pending, substitui } = celula ? begunOf(celula.id) : NADA;
  const observacao = celula ? remarkOf(celula.id) : '';
  const me = useSession()?.user.id;
  /** The verdict in force if another person gave it, else null. */
  const others = celula?.revisao && celula.revisao.por.id !== me ? celula.revisao : null;
  const change = (next: Partial<Rascunho>): void => {
    if (celula) begin(celula.id, { pending, substitui, ...next });
  };

  const shown = (veredito: Veredito, byPerson: boolean) =>
    celula
      ? showVerdict(client, celula.entrevista_id, celula.pergunta_id, LETRA_DO_VEREDITO[veredito], byPerson)
      : () => undefined;
  const give = useApiMutation(reviewConfronto, {
    failed: 'Não foi possível salvar o veredito.',
    ahead: ({ body }) => shown(body.veredito, true),
    onFailed: refetch,
  });
  const takeBack = useApiMutation(undoRevisao, {
    done: celula?.correcao
      ? 'Revisão desfeita: vale o veredito após a correção da transcrição.'
      : 'Revisão desfeita: vale o veredito da IA.',
    failed: 'Não foi possível desfazer a revisão.',
    ahead: () => (celula ? shown(withoutPerson(celula), false) : () => undefined),
    onFailed: refetch,
  });

  const send = (veredito: Veredito, motivo: MotivoRevisao | null, replaces = substitui): void => {
    if (!celula) return;
    begin(celula.id, NADA);
    const body = {
      veredito,
      motivo,
      observacao: observacao.trim() || null,
      visto_em: celula.updated_at,
      ...(others ? { substitui: replaces } : {}),
    };
    void give.attempt({ params: { id: celula.id }, body }).then((worked) => {
      if (worked) setRemark(celula.id, '');
    });
  };
  const busy = give.busy || takeBack.busy;
  const asks = pending && others && others.id !== substitui ? others : null;
  return {
    pending,
    observacao,
    /** The verdict of another person that `pending` would replace, until the person agrees to this; otherwise null. */
    asks,
    setObservacao: (text: string) => {
      if (celula) setRemark(celula.id, text);
    },
    busy,
    judge(veredito: Veredito): void {
      if (!celula || busy) return;
      if (celula.entrevista.propria) {
        toast.info('Você fez esta entrevista: outra pessoa precisa revisar a entrevista.');
        return;
      }
      if (veredito === withoutPerson(celula) && !others) send(veredito, null);
      else change({ pending: veredito, substitui: null });
    },
    /** Agrees to replace the other person's verdict. */
    replace(): void {
      if (!celula || !pending || !asks) return;
      if (pending === withoutPerson(celula)) send(pending, null, asks.id);
      else change({ substitui: asks.id });
    },
    /** Gives the pending verdict with the reason number `n`, counted from 1. */
    choose(n: number): void {
      const motivo = MOTIVOS_REVISAO[n - 1];
      if (pending && motivo && !asks) send(pending, motivo);
    },
    cancel: () => change(NADA),
    undo(): void {
      if (!celula?.revisao || busy || celula.entrevista.propria) return;
      void takeBack.attempt({ params: { id: celula.id }, query: { visto_em: celula.updated_at } });
    },
    describe: pending ? VEREDITO_LABEL[pending] : null,
  };
}
export type CellReview = ReturnType<typeof useCellReview>;
