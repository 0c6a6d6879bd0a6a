import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { Play, RefreshCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Back } from './back.tsx';
import type { Resultado } from './sections/overview.tsx';
import { useAllowed } from './use-allowed.ts';
import { useProcessPage } from './use-process-item.tsx';

/** What went wrong, in the worker's words, and the ways out. */
export function Failure({ resultado }: { resultado: Resultado }) {
  const { auditoriaItem: item, execucao } = resultado;
  const { mayProcess } = useAllowed();
  const { processAgain, regenerate, regenerating, locked, dialog } = useProcessPage(item);
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
      </div>
      <div className="flex flex-wrap gap-2">
        <Back resultado={resultado} />
        <Button disabled={!mayProcess || !item.arquivoPath || locked} onClick={() => void processAgain()}>
          <Play aria-hidden="true" />
          Processar novamente
        </Button>
        {item.ui_payload && mayProcess ? (
          <Button variant="outline" loading={regenerating} onClick={() => void regenerate()}>
            {regenerating ? null : <RefreshCw aria-hidden="true" />}
            Regenerar análise
          </Button>
        ) : null}
      </div>
      {dialog}
    </div>
  );
}
