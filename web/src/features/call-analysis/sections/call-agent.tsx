import { updateItem } from '@escuta/shared/contracts/calls/auditoria-items';
import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { ORIGEM_AGENTE_LABEL } from '@escuta/shared/domain/calls/agents';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { AgentLink } from '../../../domain/agents/agent-link.tsx';
import { AgentePicker } from '../../../domain/survey/agente-picker.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';

type Agente = ResultadoCompleto['auditoriaItem']['agente'];

/** The agent of a call, how the agent became known, and a button to correct it. */
export function CallAgent({ itemId, agente }: { itemId: string; agente: Agente }) {
  const [open, setOpen] = useState(false);
  const mayChange = useCan()('audit_item', 'update');
  return (
    <>
      <span className="inline-flex min-w-0 items-center gap-1">
        {agente ? <AgentLink agente={agente} className="min-w-0 break-words" /> : '-'}
        {mayChange ? (
          <Button
            variant="ghost"
            size="icon-sm"
            className="touch-target size-6 shrink-0"
            aria-label="Alterar o agente"
            onClick={() => setOpen(true)}
          >
            <Pencil className="size-3.5" />
          </Button>
        ) : null}
      </span>
      <FormDialog open={open} onClose={() => setOpen(false)}>
        <ChangeAgent itemId={itemId} agente={agente} />
      </FormDialog>
    </>
  );
}

function ChangeAgent({ itemId, agente }: { itemId: string; agente: Agente }) {
  const { close, done } = useFormDialog();
  const [chosen, setChosen] = useState<{ id: string; nome: string } | null>(agente);
  const save = useApiMutation(updateItem, {
    done: 'Agente da ligação salvo.',
    failed: 'Erro ao salvar o agente',
    onDone: done,
  });
  useReportToDialog(save.busy, chosen?.id !== agente?.id);
  const say = (agente_id: string): void => void save.attempt({ params: { id: itemId }, body: { agente_id } });
  return (
    <>
      <DialogHeader>
        <DialogTitle>Agente da ligação</DialogTitle>
        <DialogDescription>
          {agente
            ? `${ORIGEM_AGENTE_LABEL[agente.origem]}: ${agente.nome}.`
            : 'O ramal não identifica o agente.'}{' '}
          A sua indicação prevalece sobre o ramal.
        </DialogDescription>
      </DialogHeader>
      <AgentePicker label="Agente" value={chosen} onValueChange={setChosen} />
      <DialogFooter>
        <Button variant="outline" disabled={save.busy} onClick={close}>
          Cancelar
        </Button>
        {agente?.origem === 'pessoa' || agente?.origem === 'nome' ? (
          <Button variant="outline" loading={save.busy} onClick={() => say('')}>
            Usar o ramal
          </Button>
        ) : null}
        <Button
          loading={save.busy}
          inactive={chosen === null || (chosen.id === agente?.id && agente.origem === 'pessoa')}
          onClick={() => (chosen ? say(chosen.id) : undefined)}
        >
          Salvar
        </Button>
      </DialogFooter>
    </>
  );
}
