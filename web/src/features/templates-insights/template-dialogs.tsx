import {
  getInsightTemplate,
  type InsightTemplateWire,
} from '@escuta/shared/contracts/insights/insight-templates';
import type { ReadyTemplate } from '@escuta/shared/domain/insights/ready-templates';
import { useQuery } from '@tanstack/react-query';
import { useLast } from '../../kit/use-last.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Dialog, DialogContent, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TemplateFormDialog } from './editor/form-dialog.tsx';
import { ApplyDialog } from './links/apply-dialog.tsx';
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

/** The dialogs about templates, of which at most one is open. A closed form stays visible while it fades out. */
export function TemplateDialogs({ dialog, empresaId, actions, onChange }: TemplateDialogsProps) {
  const close = () => onChange(null);
  const writing = dialog?.kind === 'novo' || dialog?.kind === 'editar' ? dialog : null;
  const written = useLast(writing);
  return (
    <>
      <TemplateFormDialog
        open={writing !== null}
        onClose={close}
        template={written?.kind === 'editar' ? written.template : null}
        from={written?.kind === 'novo' ? written.from : null}
        empresaId={empresaId}
      />
      <ApplyDialog
        template={dialog?.kind === 'aplicar' ? dialog.template : null}
        empresaId={empresaId}
        onClose={close}
      />
      {dialog?.kind === 'ver' ? <ViewDialog template={dialog.template} onClose={close} /> : null}
      {dialog?.kind === 'verPorId' ? <ViewById templateId={dialog.templateId} onClose={close} /> : null}
      {dialog?.kind === 'excluir' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Confirmar exclusão"
          description={`Tem certeza que deseja excluir o template "${dialog.template.nome}"? Esta ação não pode ser desfeita.`}
          confirmLabel="Excluir"
          destructive
          onConfirm={() => actions.remove(dialog.template.id)}
        />
      ) : null}
    </>
  );
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
