import { ATRIBUICAO_MAX, assignLigacoes, undoAtribuicao } from '@escuta/shared/contracts/team/atribuicoes';
import type { Selecao } from '@escuta/shared/domain/filters/filtro';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { PersonPicker } from './person-picker.tsx';

interface AssignDialogProps {
  projetoId: string;
  /** The calls to assign; null: the dialog is closed. */
  selecao: Selecao | null;
  /** Number of calls: '12', '1.000+'. */
  count: string;
  onClose: () => void;
  /** Called after the calls were assigned, so that the list clears its selection. */
  onDone: () => void;
}

/** Assigns the chosen calls to a person, or to nobody; the toast offers to undo it. */
export function AssignDialog({ projetoId, selecao, count, onClose, onDone }: AssignDialogProps) {
  // The undo is declared outside the form, because the form is unmounted before a person can click it.
  const undo = useApiMutation(undoAtribuicao, {
    done: ({ data }) => `Atribuição desfeita em ${plural(data.desfeitas, 'ligação', 'ligações')}.`,
    failed: 'A atribuição não foi desfeita',
  });
  return (
    <Dialog open={selecao !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Atribuir ligações</DialogTitle>
          <DialogDescription>
            {count === '1'
              ? 'O responsável passa a ver a ligação selecionada'
              : `O responsável passa a ver as ${count} ligações selecionadas`}{' '}
            em “Atribuídas a mim”. O responsável anterior deixa de {count === '1' ? 'vê-la' : 'vê-las'} lá.
          </DialogDescription>
        </DialogHeader>
        {selecao ? (
          <AssignForm
            projetoId={projetoId}
            selecao={selecao}
            onClose={onClose}
            onDone={onDone}
            onUndo={(loteId) => void undo.attempt({ params: { id: projetoId, loteId } })}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function AssignForm({
  projetoId,
  selecao,
  onClose,
  onDone,
  onUndo,
}: Omit<AssignDialogProps, 'count' | 'selecao'> & { selecao: Selecao; onUndo: (loteId: string) => void }) {
  const [person, setPerson] = useState('');
  const assign = useApiMutation(assignLigacoes, {
    failed: 'Erro ao atribuir as ligações',
    onDone: ({ data: { lote_id: loteId, atribuidas, ja_estavam } }, { body }) => {
      onDone();
      const title =
        atribuidas === 0
          ? 'Nada mudou: as ligações já tinham esse responsável.'
          : body.usuario_id === null
            ? plural(atribuidas, 'ligação ficou sem responsável.', 'ligações ficaram sem responsável.')
            : plural(atribuidas, 'ligação atribuída.', 'ligações atribuídas.');
      toast.success(title, {
        duration: 10_000,
        ...(ja_estavam > 0 && atribuidas > 0
          ? {
              description:
                body.usuario_id === null
                  ? `${plural(ja_estavam, 'já estava', 'já estavam')} sem responsável.`
                  : `${plural(ja_estavam, 'já tinha', 'já tinham')} esse responsável.`,
            }
          : {}),
        ...(loteId
          ? {
              action: {
                label: 'Desfazer',
                onClick: () => onUndo(loteId),
              },
            }
          : {}),
      });
    },
  });
  const give = async (): Promise<void> => {
    const usuario_id = person === NENHUM ? null : person;
    if (await assign.attempt({ params: { id: projetoId }, body: { selecao, usuario_id } })) onClose();
  };
  return (
    <>
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="font-medium text-sm">
          Responsável
        </span>
        <PersonPicker
          label="Responsável"
          projetoId={projetoId}
          value={person}
          onValueChange={setPerson}
          emptyLabel="Selecione uma pessoa"
          nobody="Ninguém"
          myself="Eu"
        />
        {'filtro' in selecao ? (
          <p className="text-muted-foreground text-xs">
            Com um filtro, é possível atribuir até {formatNumber(ATRIBUICAO_MAX)} ligações por vez.
          </p>
        ) : null}
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onClose} disabled={assign.busy}>
          Cancelar
        </Button>
        <Button onClick={() => void give()} disabled={person === ''} loading={assign.busy}>
          Atribuir
        </Button>
      </DialogFooter>
    </>
  );
}
