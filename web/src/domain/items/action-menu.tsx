import { EllipsisVertical, LoaderCircle } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactElement, useRef } from 'react';
import { useOffer } from '../../lib/page/offers.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import type { ActionId } from './actions.tsx';
import type { ActionItem } from './item.ts';
import type { BoundAction, ItemActions } from './use-item-actions.tsx';

/** An action's label, with the reason why it is not possible or, if it is, with its cost. */
function wordsOf({ label, doing, busy, refused, cost }: BoundAction): string {
  if (busy && doing) return `${doing}…`;
  if (refused) return `${label}: ${refused.charAt(0).toLowerCase()}${refused.slice(1)}`;
  return cost ? `${label} (${cost})` : label;
}

/**
 * All actions of an item in the menu of a button.
 * @param children the button
 */
export function ActionMenu({
  actions,
  children,
}: {
  actions: readonly BoundAction[];
  children: ReactElement;
}) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {actions.map((action, index) => (
          <Fragment key={action.id}>
            {index > 0 && action.section !== actions[index - 1]?.section ? <DropdownMenuSeparator /> : null}
            <MenuItem action={action} />
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function MenuItem({ action }: { action: BoundAction }) {
  const { icon: Icon, href, destructive, refused, busy, run } = action;
  const words = (
    <>
      <Icon aria-hidden="true" />
      {wordsOf(action)}
    </>
  );
  if (href) {
    return (
      <DropdownMenuItem asChild>
        <a href={href} target="_blank" rel="noopener">
          {words}
        </a>
      </DropdownMenuItem>
    );
  }
  return (
    <DropdownMenuItem destructive={destructive} disabled={refused !== null || busy} onSelect={run}>
      {words}
    </DropdownMenuItem>
  );
}

/**
 * The actions of a row: the usual next steps as buttons, and all of them in a menu. The command palette offers them
 * while the row has the focus.
 */
export function RowActions({ item, actions: { of } }: { item: ActionItem; actions: ItemActions }) {
  const menu = useRef<HTMLButtonElement>(null);
  const actions = of(item);
  const heading = `Ações ${item.phrase}`;
  useOffer(actions.length > 0 ? { heading, actions } : null, menu);
  if (actions.length === 0) return null;
  return (
    <>
      {actions
        .filter(({ next }) => next)
        .map((action) => (
          <RowButton key={action.id} action={action} phrase={item.phrase} />
        ))}
      <ActionMenu actions={actions}>
        <Button ref={menu} variant="ghost" size="icon-sm" aria-label={heading}>
          <EllipsisVertical />
        </Button>
      </ActionMenu>
    </>
  );
}

function RowButton({ action, phrase }: { action: BoundAction; phrase: string }) {
  const { icon: Icon, label, doing, refused, busy, run } = action;
  const waits = busy && doing !== undefined;
  return (
    <Tooltip content={refused ?? wordsOf(action)}>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${waits ? doing : label} ${phrase}`}
        aria-busy={waits || undefined}
        inactive={refused !== null || busy}
        onClick={run}
      >
        {waits ? <LoaderCircle className="animate-spin" /> : <Icon />}
      </Button>
    </Tooltip>
  );
}

/** An action as a button with its name; nothing where the action is not offered. */
export function ActionButton({
  actions,
  id,
  variant,
}: {
  actions: readonly BoundAction[];
  id: ActionId;
  variant?: ComponentProps<typeof Button>['variant'];
}) {
  const action = actions.find((one) => one.id === id);
  if (!action) return null;
  const { icon: Icon, label, doing, refused, busy, run } = action;
  return (
    <Button variant={variant} disabled={refused !== null} loading={busy} onClick={run}>
      {busy ? null : <Icon aria-hidden="true" />}
      {busy && doing ? `${doing}…` : label}
    </Button>
  );
}
