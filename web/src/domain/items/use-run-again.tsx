import { previewExecucao } from '@escuta/shared/contracts/calls/resultados';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { ETAPA_LABEL, type Etapa } from '@escuta/shared/domain/runs/status';
import { enumerate, plural } from '@escuta/shared/domain/text/in-words';
import { type ReactNode, useState } from 'react';
import { toast } from '../../lib/browser/toast.ts';
import { call, type Data, errorMessage } from '../../lib/network/api.ts';
import { ConfirmDialog, type Confirmed } from '../../ui/overlays/alert-dialog.tsx';

export type Preview = Data<typeof previewExecucao>;
type Modo = 'processar' | 'regenerar';
type Target = {
  itemId: string;
  modo: Modo;
  /** Profile of the item; by default the profile of a call. */
  perfil?: Perfil;
  /** `creditos`: the price that the person read; undefined where it could not be computed. */
  run: (creditos: number | undefined) => Confirmed;
};

const WORDS: Record<Modo | 'primeira', { title: string; confirm: string }> = {
  primeira: { title: 'Processar a entrevista?', confirm: 'Processar' },
  processar: { title: 'Processar novamente?', confirm: 'Processar novamente' },
  regenerar: { title: 'Regenerar a análise?', confirm: 'Regenerar análise' },
};

/** True if the run would replace nothing. */
const isFirst = (modo: Modo, preview: Preview | null): boolean =>
  modo === 'processar' && preview?.substitui === null;

/**
 * Asks before an item is analysed again, and shows the cost, the paid stages, and what the analysis replaces. A call
 * without a result needs no question; an interview always needs one, because its price depends on the recording's
 * length. The caller draws `dialog`.
 */
export function useRunAgain(): { askAgain: (target: Target) => Promise<void>; dialog: ReactNode } {
  const [asked, setAsked] = useState<(Target & { preview: Preview | null }) | null>(null);
  const [open, setOpen] = useState(false);
  const askAgain = async (target: Target): Promise<void> => {
    const { itemId, modo, perfil } = target;
    // Never read from the cache, because the results may have changed a moment ago.
    const preview = await call(previewExecucao, { params: { id: itemId }, query: { modo } }).then(
      ({ data }) => data,
      (error: unknown) => {
        // Without a preview the question is still asked, without figures, unless the price of an interview is needed.
        if (perfil !== 'entrevista' || modo === 'regenerar') return null;
        toast.error('Erro no processamento', {
          description: errorMessage(error, 'Não foi possível calcular o custo.'),
        });
        return undefined;
      },
    );
    if (preview === undefined) return;
    if (preview && isFirst(modo, preview) && perfil !== 'entrevista') {
      try {
        await target.run(preview.creditos);
      } catch {
        // The caller has shown the failure.
      }
      return;
    }
    setAsked({ ...target, preview });
    setOpen(true);
  };
  const { modo = 'processar', preview = null } = asked ?? {};
  const words = WORDS[isFirst(modo, preview) ? 'primeira' : modo];
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={words.title}
      description={<RunFacts preview={preview} perfil={asked?.perfil} first={isFirst(modo, preview)} />}
      confirmLabel={words.confirm}
      onConfirm={() => asked?.run(asked.preview?.creditos)}
    />
  );
  return { askAgain, dialog };
}

/** Stages with work that a provider is paid for. */
const PAID: readonly Etapa[] = ['transcricao', 'analise_texto', 'negocio'];

const namesOf = (etapas: readonly Etapa[]): string =>
  enumerate(etapas.map((etapa) => ETAPA_LABEL[etapa].toLocaleLowerCase('pt-BR')));

/** Sentences on a run's cost, and on the parts that a repetition keeps and replaces. */
function RunFacts({
  preview,
  perfil = 'ligacao',
  first,
}: {
  preview: Preview | null;
  perfil?: Perfil | undefined;
  first: boolean;
}) {
  if (!preview) {
    const custo = perfil === 'ligacao' ? '1 crédito' : 'créditos pela duração da gravação';
    return <>O processamento consome {custo} e substitui a análise em vigor.</>;
  }
  const { refaz, reaproveita, substitui } = preview;
  const creditos = plural(preview.creditos, 'crédito', 'créditos');
  const saldo = plural(preview.saldo, 'crédito', 'créditos');
  if (first) {
    return (
      <>
        O processamento consome {creditos}, pela duração da gravação; o saldo é de {saldo}.
      </>
    );
  }
  const people = substitui
    ? [
        substitui.vereditos > 0 ? plural(substitui.vereditos, 'veredito', 'vereditos') : '',
        substitui.comentarios > 0 ? plural(substitui.comentarios, 'comentário', 'comentários') : '',
      ].filter(Boolean)
    : [];
  const alone = substitui !== null && substitui.vereditos + substitui.comentarios === 1;
  return (
    <span className="grid gap-2">
      <span>
        O processamento consome {creditos}; o saldo é de {saldo}.
      </span>
      <span>
        O provedor de IA é pago de novo por {namesOf(refaz.filter((etapa) => PAID.includes(etapa)))}.
        {reaproveita.length > 0 ? ` A Escuta reaproveita ${namesOf(reaproveita)}, sem custo.` : ''}
      </span>
      {substitui && substitui.insights > 0 ? (
        <span>A nova análise substitui {plural(substitui.insights, 'insight', 'insights')} em vigor.</span>
      ) : null}
      {people.length > 0 ? (
        <span>
          Há {people.join(' e ')} {alone ? 'de uma pessoa: ele vai' : 'de pessoas: cada um vai'} para a nova
          análise se a IA der a mesma resposta, com as mesmas citações. Senão, fica no histórico da{' '}
          {perfil === 'ligacao' ? 'ligação' : 'entrevista'}, e o insight volta à fila de revisão.
        </span>
      ) : null}
    </span>
  );
}
