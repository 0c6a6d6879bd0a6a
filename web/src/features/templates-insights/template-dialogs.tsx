import { getInsightTemplate, type InsightTemplateWire } from '@escuta/shared/contracts/insight-templates';
import type { ReadyTemplate } from '@escuta/shared/domain/ready-templates';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/ui/alert-dialog.tsx';
import { Dialog, DialogContent, DialogTitle } from '../../components/ui/dialog.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { apiQuery } from '../../lib/query.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { TemplateActions } from './use-template-actions.ts';
import { ViewDialog } from './view-dialog.tsx';

export type TemplateDialog =
  | { kind: 'novo'; from: ReadyTemplate | null }
  | { kind: 'ver' | 'editar' | 'aplicar' | 'excluir'; template: InsightTemplateWire }
  | { kind: 'verPorId'; templateId: string };

interface TemplateDialogsProps {
  dialog: TemplateDialog | null;
  empresaId: string | undefined;
  actions: TemplateActions;
  onChange: (dialog: TemplateDialog | null) => void;
}

/** The dialog that is open, if any. */
export function TemplateDialogs({ dialog, empresaId, actions, onChange }: TemplateDialogsProps) {
  const close = () => onChange(null);
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'novo':
      return (
        <FormDialog
          template={null}
          from={dialog.from}
          empresaId={empresaId}
          actions={actions}
          onClose={close}
        />
      );
    case 'editar':
      return (
        <FormDialog
          template={dialog.template}
          from={null}
          empresaId={empresaId}
          actions={actions}
          onClose={close}
        />
      );
    case 'ver':
      return <ViewDialog template={dialog.template} onClose={close} />;
    case 'verPorId':
      return <ViewById templateId={dialog.templateId} onClose={close} />;
    case 'aplicar':
      return (
        <ApplyDialog template={dialog.template} empresaId={empresaId} apply={actions.apply} onClose={close} />
      );
    case 'excluir':
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Confirmar exclusão"
          description={`Tem certeza que deseja excluir o template "${dialog.template.nome}"? Esta ação não pode ser desfeita.`}
          confirmLabel="Excluir"
          destructive
          onConfirm={() => actions.remove.mutateAsync(dialog.template.id)}
        />
      );
  }
}

function ViewById({ templateId, onClose }: { templateId: string; onClose: () => void }) {
  const query = useQuery({
    ...apiQuery(getInsightTemplate, { params: { id: templateId } }),
    select: ({ data }) => data,
  });
  if (query.data) return <ViewDialog template={query.data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>Detalhes do template</DialogTitle>
        {query.isError ? (
          <ErrorState
            title="Erro ao buscar template"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton className="h-48" />
        )}
      </DialogContent>
    </Dialog>
  );
}
