import {
  inheritProcessingConfig,
  type ProcessingConfigWire,
} from '@escuta/shared/contracts/insights/processing-config';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';

/** Says whether a project uses its company's settings or its own; a button returns to the company's. */
export function InheritanceNote({ config }: { config: ProcessingConfigWire }) {
  const { empresaId, projetoId, proprio } = config;
  const [asking, setAsking] = useState(false);
  const inherit = useApiMutation(inheritProcessingConfig, {
    failed: 'Erro ao atualizar configurações',
    fallback: 'Não foi possível desfazer a configuração do projeto.',
    onDone: () =>
      toast.success('Configurações atualizadas', {
        description: 'O projeto segue a configuração da empresa.',
      }),
  });
  if (projetoId === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border bg-muted/50 px-4 py-3 text-sm">
      <Info className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <p className="min-w-60 flex-1">
        {proprio
          ? 'Este projeto tem configurações próprias; as demais são as da empresa.'
          : 'Este projeto segue a configuração da empresa. As suas alterações aqui valem só para ele.'}
      </p>
      {proprio ? (
        <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
          Voltar à configuração da empresa
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Voltar à configuração da empresa?"
        description="As configurações próprias deste projeto serão descartadas."
        confirmLabel="Voltar à configuração da empresa"
        onConfirm={() => inherit.run({ params: { empresaId, projetoId } })}
      />
    </div>
  );
}
