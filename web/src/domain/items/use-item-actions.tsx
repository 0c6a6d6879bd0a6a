import { type ReactNode, useState } from 'react';
import { OnDemand } from '../../kit/on-demand.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import type { OfferedAction } from '../../lib/page/offers.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  type ActionId,
  actionsAt,
  type ItemAction,
  labelOfAction,
  offeredTo,
  type PageDeeds,
  type Place,
  useMeans,
} from './actions.tsx';
import type { ActionItem, Processable } from './item.ts';

/** An action bound to an item, ready to draw and run. */
export interface BoundAction extends OfferedAction {
  id: ActionId;
  /** Label while the action runs. */
  doing: string | undefined;
  section: ItemAction['section'];
  /** True if the row shows the action as a button. */
  next: boolean;
  href: string | undefined;
}

export interface ItemActions {
  /** The actions that this person may perform on an item in this place, in the table's order. */
  of: (item: ActionItem) => readonly BoundAction[];
  /** True if a file may be dropped on an item. */
  acceptsFile: (item: ActionItem) => boolean;
  onFileDrop: (item: ActionItem, file: File) => void;
  /** Processes a new item. Does nothing if the person has no right to process. */
  process: (item: Processable) => unknown;
  /** The dialogs of all actions; the page draws them once. */
  dialogs: ReactNode;
}

/**
 * The actions on a page's items, limited to those that the signed-in person may perform.
 * @param page actions that the page performs itself
 */
export function useItemActions(place: Place, page: PageDeeds | null = null): ItemActions {
  const can = useCan();
  const mayProcess = can('result', 'process');
  const means = useMeans(mayProcess, page);
  const [asked, setAsked] = useState<{ action: ItemAction; item: ActionItem; file: File | null } | null>(
    null,
  );
  const here = actionsAt(place, can);
  const close = (): void => setAsked(null);
  const process: ItemActions['process'] = (item) => (mayProcess ? means.processing.process(item) : undefined);

  const bind = (action: ItemAction, item: ActionItem): BoundAction => {
    const link = action.href?.(item);
    const run = (): void => {
      if (link) window.open(link, '_blank', 'noopener');
      else if (action.dialog || action.confirm) setAsked({ action, item, file: null });
      else void action.run?.(item, means);
    };
    return {
      id: action.id,
      label: labelOfAction(action, item),
      doing: action.doing,
      icon: action.icon,
      cost: action.cost?.(item) ?? null,
      refused: action.refused?.(item, means) ?? null,
      busy: action.busy?.(item, means) ?? false,
      destructive: action.destructive ?? false,
      section: action.section,
      next: action.next?.(item) ?? false,
      href: link,
      run,
    };
  };
  const of: ItemActions['of'] = (item) => offeredTo(item, here).map((action) => bind(action, item));
  const upload = here.find(({ id }) => id === 'enviar');
  const confirming = asked?.action.confirm?.(asked.item);
  return {
    of,
    acceptsFile: (item) => of(item).some(({ id, refused }) => id === 'enviar' && refused === null),
    onFileDrop: (item, file) => (upload ? setAsked({ action: upload, item, file }) : undefined),
    process,
    dialogs: (
      <>
        {means.processing.dialog}
        {here.map(({ id, dialog: part }, index) => {
          // Each dialog is drawn only once, because several actions may share it.
          if (!part || here.findIndex(({ dialog }) => dialog === part) < index) return null;
          const target = asked?.action.dialog === part ? asked : null;
          return (
            <OnDemand
              key={id}
              part={part}
              open={target !== null}
              props={{
                target: target?.item ?? null,
                file: target?.file ?? null,
                onClose: close,
                onProcess: process,
              }}
            />
          );
        })}
        <ConfirmDialog
          open={confirming !== undefined}
          onOpenChange={(open) => (open ? undefined : close())}
          title={confirming?.title ?? ''}
          description={confirming?.description ?? ''}
          confirmLabel={confirming?.confirmLabel ?? ''}
          destructive={asked?.action.destructive ?? false}
          onConfirm={async () => {
            if (asked) await asked.action.run?.(asked.item, means);
          }}
        />
      </>
    ),
  };
}
