import { useId } from 'react';
import { Label } from '../ui/inputs/label.tsx';
import { Switch } from '../ui/inputs/switch.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../ui/overlays/dialog.tsx';

interface KeysDialogProps {
  open: boolean;
  onClose: () => void;
  shortcuts: readonly { keys: readonly string[]; does: string }[];
  enabled: boolean;
  onEnabledChange: (enabled: boolean) => void;
}

/** Lists a page's single keys, with the switch that turns them off. */
export function KeysDialog({ open, onClose, shortcuts, enabled, onEnabledChange }: KeysDialogProps) {
  const switchId = useId();
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>Atalhos do teclado</DialogTitle>
          <DialogDescription>
            Os atalhos valem em toda a página, menos dentro de campos de texto.
          </DialogDescription>
        </DialogHeader>
        <dl className="grid gap-2 text-sm">
          {shortcuts.map(({ keys, does }) => (
            <div key={does} className="flex items-center justify-between gap-4">
              <dt>{does}</dt>
              <dd className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-6 rounded-sm border border-input bg-muted px-1.5 py-0.5 text-center font-sans text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex items-center justify-between gap-4 border-t pt-4">
          <Label htmlFor={switchId}>Atalhos ligados</Label>
          <Switch id={switchId} checked={enabled} onCheckedChange={onEnabledChange} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
