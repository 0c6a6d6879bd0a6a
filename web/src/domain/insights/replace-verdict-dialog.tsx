import { useLast } from '../../kit/use-last.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { ConfirmDialog, type Confirmed } from '../../ui/overlays/alert-dialog.tsx';
import type { VereditoDeOutra } from './verdicts.ts';

interface ReplaceVerdictDialogProps {
  /** The existing verdict of another person; null: closed. */
  first: VereditoDeOutra | null;
  onClose: () => void;
  onReplace: () => Confirmed;
}

/** Shows another person's verdict, and asks before replacing it. */
export function ReplaceVerdictDialog({ first, onClose, onReplace }: ReplaceVerdictDialogProps) {
  const shown = useLast(first);
  if (!shown) return null;
  const { nome, veredito, em, motivo } = shown;
  const done = veredito === 'aprovado' ? 'aprovou' : 'rejeitou';
  return (
    <ConfirmDialog
      open={first !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${nome ?? 'Outra pessoa'} já ${done} este insight`}
      description={
        <>
          <span className="block">
            Em {formatDateTime(em)}.{motivo ? ` Motivo: ${motivo}` : ''}
          </span>
          <span className="mt-2 block">
            Se você substituir, valem o seu veredito e a pontuação dele. O anterior fica no histórico.
          </span>
        </>
      }
      confirmLabel="Substituir veredito"
      cancelLabel="Manter o atual"
      onConfirm={onReplace}
    />
  );
}
