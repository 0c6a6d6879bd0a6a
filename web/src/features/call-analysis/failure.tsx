import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { isOfRecording } from '@escuta/shared/domain/runs/failures';
import { ActionButton } from '../../domain/items/action-menu.tsx';
import { DemoSamples } from '../../domain/items/recording/demo-samples.tsx';
import type { BoundAction } from '../../domain/items/use-item-actions.tsx';
import { BackLink } from './back.tsx';
import type { Resultado } from './sections/overview.tsx';

/** Shows why the run failed, in the worker's words, with the actions that can help. */
export function Failure({ resultado, actions }: { resultado: Resultado; actions: readonly BoundAction[] }) {
  const { auditoriaItem: item, execucao } = resultado;
  // Another run would fail too if the recording itself is at fault, so another recording is then needed.
  const needsOther = isOfRecording(execucao?.codigo ?? null);
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-xl border border-destructive/30 bg-destructive-soft p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <p className="font-semibold text-destructive-text">
          O processamento desta {PROFILES[item.perfil].pagina.nome} falhou
        </p>
        <p>{item.motivo ?? execucao?.motivo ?? 'O motivo não foi informado.'}</p>
        {execucao?.status === 'erro' ? (
          // The ledger refunds a run that ends without a result.
          <p className="text-muted-foreground">
            Nada foi cobrado: os créditos reservados voltaram ao saldo da empresa.
          </p>
        ) : null}
      </div>
      {needsOther ? <DemoSamples /> : null}
      <div className="flex flex-wrap gap-2">
        <BackLink resultado={resultado} />
        <ActionButton actions={actions} id={needsOther ? 'enviar' : 'processar'} />
        {item.ui_payload ? <ActionButton actions={actions} id="regenerar" variant="outline" /> : null}
      </div>
    </div>
  );
}
