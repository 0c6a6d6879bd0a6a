import {
  archiveEmpresa,
  deleteEmpresa,
  type EmpresaWire,
  restoreEmpresa,
} from '@escuta/shared/contracts/accounts/empresas';
import { useState } from 'react';
import { AdjustBalanceDialog } from '../../domain/credits/adjust-balance-dialog.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, errorMessage } from '../../lib/network/api.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import type { CompanyAction } from './company-actions.tsx';

export interface CompanyDialog {
  kind: Exclude<CompanyAction, 'confirm'>;
  empresa: EmpresaWire;
  /** The reason why deleting is impossible, if archiving is offered instead. */
  reason?: string;
}

interface CompanyDialogsProps {
  dialog: CompanyDialog | null;
  onOpen: (dialog: CompanyDialog) => void;
  /** Closes the dialog of this kind; a dialog of another kind, opened meanwhile, stays. */
  onClose: (kind: CompanyDialog['kind']) => void;
}

/** The dialogs of a listed company: delete, archive, restore, balance. */
export function CompanyDialogs({ dialog, onOpen, onClose }: CompanyDialogsProps) {
  // Keeps the last dialog's texts while it fades out.
  const [shown, setShown] = useState(dialog);
  if (dialog && dialog !== shown) setShown(dialog);
  const empresa = shown?.empresa;
  const nome = empresa?.nome ?? '';
  const closing =
    (kind: CompanyDialog['kind']) =>
    (open: boolean): void =>
      open ? undefined : onClose(kind);

  const archive = useApiMutation(archiveEmpresa, {
    done: 'Empresa arquivada!',
    failed: 'Erro ao arquivar a empresa',
  });
  const restore = useApiMutation(restoreEmpresa, {
    done: 'Empresa reativada!',
    failed: 'Erro ao reativar a empresa',
  });
  const removal = useApiMutation(deleteEmpresa, { done: 'Empresa excluída com sucesso!', failed: null });

  const remove = async (target: EmpresaWire): Promise<void> => {
    try {
      await removal.run({ params: { id: target.id } });
    } catch (error) {
      // A company with data can never be deleted: archiving is offered instead, unless the company is archived already.
      const held = error instanceof ApiError && error.code === 'empresa_com_dados';
      const offer = held && !target.arquivada_em;
      // The dialog that offers to archive gives the reason, so an error toast is shown only without that offer.
      if (!offer)
        toast.error('Erro ao excluir empresa', {
          description: errorMessage(error, 'Erro ao remover empresa'),
        });
      if (offer) onOpen({ kind: 'archive', empresa: target, reason: error.message });
      if (held) return;
      throw error;
    }
  };

  return (
    <>
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        onOpenChange={closing('delete')}
        title="Você tem certeza?"
        description={`Só empresas sem dados podem ser excluídas; uma empresa com pessoas, projetos ou créditos pode ser arquivada. Esta ação não pode ser desfeita. A empresa ${nome} será excluída permanentemente.`}
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (empresa ? remove(empresa) : undefined)}
      />
      <ConfirmDialog
        open={dialog?.kind === 'archive'}
        onOpenChange={closing('archive')}
        title={shown?.reason ? 'A empresa tem dados' : 'Arquivar empresa?'}
        description={
          shown?.reason ??
          `Ninguém mais entra em ${nome}, e a chave de API da empresa deixa de funcionar na hora. Os dados são mantidos, e você pode reativar a empresa.`
        }
        confirmLabel="Arquivar"
        onConfirm={() => (empresa ? archive.run({ params: { id: empresa.id } }) : undefined)}
      />
      <ConfirmDialog
        open={dialog?.kind === 'restore'}
        onOpenChange={closing('restore')}
        title="Reativar empresa?"
        description={`As pessoas de ${nome} voltam a entrar, e a chave de API da empresa volta a funcionar.`}
        confirmLabel="Reativar"
        onConfirm={() => (empresa ? restore.run({ params: { id: empresa.id } }) : undefined)}
      />
      {empresa ? (
        <AdjustBalanceDialog
          empresaId={empresa.id}
          empresaNome={empresa.nome}
          open={dialog?.kind === 'balance'}
          onOpenChange={closing('balance')}
        />
      ) : null}
    </>
  );
}
