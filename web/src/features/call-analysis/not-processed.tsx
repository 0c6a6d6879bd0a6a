import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { FileAudio } from 'lucide-react';
import { ActionButton } from '../../domain/items/action-menu.tsx';
import type { BoundAction } from '../../domain/items/use-item-actions.tsx';
import { NoTemplatesNotice } from '../../domain/templates/no-templates-notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Resultado } from './sections/overview.tsx';

/**
 * Shown for a call that was never processed: the reason and the next step. A missing recording can be fetched from the
 * telephony server, if the server's name for the recording is known, or sent as a file.
 */
export function NotProcessed({
  resultado,
  actions,
}: {
  resultado: Resultado;
  actions: readonly BoundAction[];
}) {
  const { auditoriaItem: item, projeto } = resultado;
  const { nome } = PROFILES[item.perfil].pagina;
  return (
    <div className="grid gap-4">
      {actions.some(({ id }) => id === 'processar') ? <NoTemplatesNotice projetoId={projeto.id} /> : null}
      {item.arquivoPath ? (
        <EmptyState
          icon={<FileAudio />}
          title={`Esta ${nome} ainda não foi processada`}
          description={
            item.motivo ??
            `Processe a gravação para ver transcrição, insights e custos (${nome === 'ligação' ? '1 crédito' : 'o custo é mostrado antes'}).`
          }
          action={<ActionButton actions={actions} id="processar" />}
        />
      ) : (
        <EmptyState
          icon={<FileAudio />}
          title={`Esta ${nome} ainda não tem gravação`}
          description={
            item.gravacaoNaTelefonia
              ? 'Busque a gravação no servidor de telefonia da empresa, ou envie o áudio, para ver transcrição, insights e custos.'
              : 'Envie o áudio para ver transcrição, insights e custos.'
          }
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ActionButton actions={actions} id="buscar" />
              <ActionButton
                actions={actions}
                id="enviar"
                variant={item.gravacaoNaTelefonia ? 'outline' : 'default'}
              />
            </div>
          }
        />
      )}
    </div>
  );
}
