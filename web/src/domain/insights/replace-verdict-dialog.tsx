import { useLast } from '../../kit/use-last.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { ConfirmDialog, type Confirmed } from '../../ui/overlays/alert-dialog.tsx';
import type { VereditoAnterior } from './verdicts.ts';

interface ReplaceVerdictDialogProps {
  /** The verdict in force; null: the dialog is closed. */
  first: VereditoAnterior | null;
  onClose: () => void;
  onReplace: () => Confirmed;
}

/** Shows the verdict in force, and asks before replacing it. */
export function ReplaceVerdictDialog({ first, onClose, onReplace }: ReplaceVerdictDialogProps) {
  const shown = useLast(first);
  if (!shown) return null;
  const { proprio, nome, veredito, em, motivo } = shown;
  const done = veredito === 'aprovado' ? 'aprovou' : 'rejeitou';
  return (
    <ConfirmDialog
      open={first !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${proprio ? 'Você' : (nome ?? 'Outra pessoa')} já ${done} este insight`}
      description={
        <>
          <span className="block">
            O veredito é de {formatDateTime(em)}.{motivo ? ` Motivo: ${motivo}` : ''}
          </span>
          <span className="mt-2 block">
            Se você substituir o veredito, passam a valer o seu veredito e a pontuação que resulta dele. O
            veredito anterior fica no histórico.
          </span>
        </>
      }
      confirmLabel="Substituir veredito"
      cancelLabel="Manter veredito atual"
      onConfirm={onReplace}
    />
  );
}
