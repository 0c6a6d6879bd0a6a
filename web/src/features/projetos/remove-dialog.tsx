import { deleteProjeto, updateProjeto } from '@escuta/shared/contracts/operation/projetos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { ITENS, type Projeto } from './projeto.ts';

interface RemoveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  projeto: Projeto;
}

/** Removes a project: an empty one is deleted; for one with items the dialog offers to deactivate it. */
export function RemoveDialog({ open, onOpenChange, projeto: latest }: RemoveDialogProps) {
  // The project as it was when the dialog opened, so that a button does not change its meaning while it is pressed.
  const [opened, setOpened] = useState({ open, projeto: latest });
  if (open !== opened.open) setOpened({ open, projeto: open ? latest : opened.projeto });
  const { projeto } = opened;
  const navigate = useNavigate();
  const params = { id: projeto.id };
  const remove = useApiMutation(deleteProjeto, {
    done: 'Projeto excluído com sucesso!',
    failed: 'Falha ao remover projeto.',
    onDone: () => navigate(paths.projetos, { replace: true }),
  });
  const deactivate = useApiMutation(updateProjeto, {
    done: 'Projeto desativado.',
    failed: 'Falha ao atualizar projeto.',
  });
  const itens = projeto.estatisticas.totalAuditorias;
  if (itens === 0) {
    return (
      <ConfirmDialog
        open={open}
        onOpenChange={onOpenChange}
        title="Excluir projeto"
        description={`Tem certeza que deseja excluir o projeto “${projeto.nome}”, com a configuração e os vínculos de templates dele? Esta ação não pode ser desfeita.`}
        confirmLabel="Excluir"
        destructive
        onConfirm={() => remove.run({ params })}
      />
    );
  }
  const has = `Este projeto tem ${plural(itens, 'item', 'itens')} e não pode ser excluído.`;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="O projeto não pode ser excluído"
      description={
        projeto.isActive
          ? `${has} Se você desativar o projeto, ele deixa de receber ${ITENS[projeto.tipo_projeto].novos}, e todas as análises continuam disponíveis.`
          : `${has} Ele já está inativo: não recebe ${ITENS[projeto.tipo_projeto].novos}.`
      }
      confirmLabel={projeto.isActive ? 'Desativar projeto' : 'Entendi'}
      cancelLabel="Voltar"
      onConfirm={() => (projeto.isActive ? deactivate.run({ params, body: { isActive: false } }) : undefined)}
    />
  );
}
