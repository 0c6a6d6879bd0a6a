import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Label } from '../../components/ui/label.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { REVIEW_KEYS } from './review-keys.ts';

interface KeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  enabled: boolean;
  onEnabledChange: (enabled: boolean) => void;
}

/** The queue's keys, and the switch that turns them off. */
export function KeysDialog({ open, onOpenChange, enabled, onEnabledChange }: KeysDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>Atalhos do teclado</DialogTitle>
          <DialogDescription>Valem em toda a página, menos dentro de campos de texto.</DialogDescription>
        </DialogHeader>
        <dl className="grid gap-2 text-sm">
          {REVIEW_KEYS.map(({ keys, does }) => (
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
          <Label htmlFor="atalhos-da-fila">Atalhos ligados</Label>
          <Switch id="atalhos-da-fila" checked={enabled} onCheckedChange={onEnabledChange} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
