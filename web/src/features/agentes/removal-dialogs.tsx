import { type AgenteWire, anonymizeAgente, deleteAgente } from '@escuta/shared/contracts/team/agentes';
import { useApiMutation } from '../../kit/mutation.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useForgetMaps } from './forget-maps.ts';

interface RemovalProps {
  /** The agent to remove; null closes the dialog. */
  agente: AgenteWire | null;
  onClose: () => void;
}

/**
 * Asks, then deletes an unused agent. If something refers to the agent, the server refuses and says what refers to it.
 */
export function DeleteAgenteDialog({ agente, onClose }: RemovalProps) {
  const { run } = useApiMutation(deleteAgente, {
    done: 'Agente excluído',
    failed: 'Não foi possível excluir o agente',
  });
  return (
    <ConfirmDialog
      open={agente !== null}
      onOpenChange={onClose}
      title={`Excluir ${agente?.nome ?? ''}?`}
      description="O agente, os apelidos e os ramais dele são excluídos para sempre. Só é possível excluir agentes sem ligações, entrevistas nem fusões."
      confirmLabel="Excluir"
      destructive
      onConfirm={() => (agente ? run({ params: { id: agente.id } }) : undefined)}
    />
  );
}

/** Removes the name of an agent who left, after stating what is removed and what is kept. */
export function AnonymiseAgenteDialog({ agente, onClose }: RemovalProps) {
  const { run } = useApiMutation(anonymizeAgente, {
    done: ({ data }) => `Agente anonimizado: ${data.nome}`,
    failed: 'Não foi possível anonimizar o agente',
    onDone: useForgetMaps(),
  });
  return (
    <ConfirmDialog
      open={agente !== null}
      onOpenChange={onClose}
      title={`Anonimizar ${agente?.nome ?? ''}?`}
      description={
        <>
          <span className="block">
            Use para pessoas que deixaram a empresa (LGPD). São apagados para sempre: o nome, a matrícula, o
            vínculo com a conta, os apelidos e os textos do registro de ações sobre este agente. Os ramais são
            encerrados agora, e as fusões não podem mais ser desfeitas.
          </span>
          <span className="mt-2 block">
            Continuam no sistema, sem o nome da pessoa: ligações, entrevistas, vereditos, pontuações e
            relatórios. O conteúdo de gravações, transcrições e planilhas não muda. A conta em Usuários também
            continua: para excluir a conta, vá a Usuários.
          </span>
        </>
      }
      confirmLabel="Anonimizar"
      destructive
      onConfirm={() => (agente ? run({ params: { id: agente.id } }) : undefined)}
    />
  );
}
