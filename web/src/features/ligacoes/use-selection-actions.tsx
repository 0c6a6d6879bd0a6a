import type { Selecao } from '@escuta/shared/domain/filters/filtro';
import { UserCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BULK_RUN } from '../../domain/calls/bulk-run-button.tsx';
import { EXPORT, useMayExport } from '../../domain/exports/export-button.tsx';
import type { ExportedAs } from '../../domain/exports/export-dialog.tsx';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { type OfferedAction, useOffer } from '../../lib/page/offers.ts';
import { formatNumber } from '../../lib/text/format.ts';
import type { CallSelection } from './use-call-selection.ts';

const ASSIGN = {
  icon: UserCheck,
  label: 'Atribuir',
  can: ['audit_item', 'update'],
  dialog: partOf(async () => (await import('../../domain/calls/assign-dialog.tsx')).AssignDialog),
} as const;

type Asked = { id: 'processar' | 'exportar' | 'atribuir'; selecao: Selecao; count: string };

/**
 * Actions on the selected calls of a report, for its bar and the command palette. The caller always draws `dialogs`:
 * they offer to undo an action after the selection is empty.
 */
export function useSelectionActions(
  projetoId: string,
  selection: CallSelection,
  como: ExportedAs,
): { actions: readonly OfferedAction[]; dialogs: ReactNode } {
  const can = useCan();
  const mayExport = useMayExport('ligacoes');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { selecao, clear } = selection;
  const count = `${formatNumber(selection.count)}${selection.more ? '+' : ''}`;
  const offer = (
    id: Asked['id'],
    may: boolean,
    { icon, label }: Pick<OfferedAction, 'icon' | 'label'>,
  ): readonly OfferedAction[] =>
    may && selecao
      ? [
          {
            id,
            icon,
            label,
            cost: null,
            refused: null,
            busy: false,
            destructive: false,
            run: () => setAsked({ id, selecao, count }),
          },
        ]
      : [];
  const actions = [
    ...offer('processar', can(...BULK_RUN.can), BULK_RUN),
    ...offer('exportar', mayExport, EXPORT),
    ...offer('atribuir', can(...ASSIGN.can), ASSIGN),
  ];
  useOffer(selecao ? { heading: `Ligações selecionadas: ${count}`, actions } : null);
  const onClose = (): void => setAsked(null);
  const target = asked?.selecao ?? selecao;
  const isOpen = (id: Asked['id']): boolean => asked?.id === id;
  return {
    actions,
    dialogs: (
      <>
        {target ? (
          <>
            <OnDemand
              part={BULK_RUN.dialog}
              open={isOpen('processar')}
              props={{ projetoId, selecao: target, open: isOpen('processar'), onClose }}
            />
            <OnDemand
              part={EXPORT.dialog}
              open={isOpen('exportar')}
              props={{
                alvo: { tipo: 'ligacoes', alvo: { tipo: 'projeto', id: projetoId }, selecao: target },
                como,
                open: isOpen('exportar'),
                onClose,
              }}
            />
          </>
        ) : null}
        <OnDemand
          part={ASSIGN.dialog}
          open={isOpen('atribuir')}
          props={{
            projetoId,
            selecao: isOpen('atribuir') ? target : null,
            count: asked?.count ?? '',
            onClose,
            onDone: clear,
          }}
        />
      </>
    ),
  };
}
