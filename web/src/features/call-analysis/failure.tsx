import { Play, RefreshCw } from 'lucide-react';
import { useProcessCall } from '../../domain/calls/use-process-call.ts';
import { useRunAgain } from '../../domain/calls/use-run-again.tsx';
import { Button } from '../../ui/button.tsx';
import { Back } from './back.tsx';
import type { Resultado } from './sections/overview.tsx';
import { useAllowed } from './use-allowed.ts';
import { useRegenerate } from './use-regenerate.ts';

/** What went wrong, in the worker's words, and the ways out. */
export function Failure({ itemId, resultado }: { itemId: string; resultado: Resultado }) {
  const { auditoriaItem: item, execucao, projeto } = resultado;
  const { process, isLocked } = useProcessCall();
  const { mayProcess } = useAllowed();
  const { regenerate, busy: regenerating } = useRegenerate(itemId);
  const { askAgain, dialog } = useRunAgain();
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-xl border border-destructive/30 bg-destructive-soft p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <p className="font-semibold text-destructive-text">O processamento desta ligação falhou</p>
        <p>{item.motivo ?? execucao?.motivo ?? 'O motivo não foi informado.'}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Back projetoId={projeto.id} />
        <Button
          disabled={!mayProcess || !item.arquivoPath || isLocked(itemId)}
          onClick={() => void askAgain({ itemId, modo: 'processar', run: () => process(itemId) })}
        >
          <Play aria-hidden="true" />
          Processar novamente
        </Button>
        {item.ui_payload && mayProcess ? (
          <Button
            variant="outline"
            loading={regenerating}
            onClick={() => void askAgain({ itemId, modo: 'regenerar', run: regenerate })}
          >
            {regenerating ? null : <RefreshCw aria-hidden="true" />}
            Regenerar análise
          </Button>
        ) : null}
      </div>
      {dialog}
    </div>
  );
}
