import { previewExecucao } from '@escuta/shared/contracts/resultados';
import { type ReactNode, useState } from 'react';
import { call, errorMessage } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { useProcessItem } from './use-process-item.ts';
import { type Preview, RunAgainFacts } from './use-run-again.tsx';

const creditos = (n: number) => plural(n, 'crédito', 'créditos');

/**
 * 'Processar' of an interview: what it costs depends on how long the recording is, so that it always asks first, with the
 * number that the server reserves. The caller shows `dialog`.
 */
export function useProcessInterview(): {
  ask: (itemId: string) => Promise<void>;
  isLocked: (itemId: string) => boolean;
  dialog: ReactNode;
} {
  const { process, isLocked } = useProcessItem();
  const [asked, setAsked] = useState<{ itemId: string; preview: Preview } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = async (itemId: string): Promise<void> => {
    try {
      // Never from the cache: another recording may have come a moment ago.
      const { data } = await call(previewExecucao, { params: { id: itemId }, query: { modo: 'processar' } });
      setAsked({ itemId, preview: data });
      setOpen(true);
    } catch (error) {
      toast.error('Erro no processamento', {
        description: errorMessage(error, 'Não foi possível calcular o custo.'),
      });
    }
  };
  const preview = asked?.preview;
  const again = preview?.substitui !== null;
  const dialog = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={again ? 'Processar novamente?' : 'Processar a entrevista?'}
      description={
        preview ? (
          again ? (
            <RunAgainFacts preview={preview} perfil="entrevista" />
          ) : (
            `Consome ${creditos(preview.creditos)}, pela duração da gravação; o saldo é de ${creditos(preview.saldo)}.`
          )
        ) : null
      }
      confirmLabel={again ? 'Processar novamente' : 'Processar'}
      onConfirm={() => (asked ? process(asked.itemId, asked.preview.creditos) : undefined)}
    />
  );
  return { ask, isLocked, dialog };
}
