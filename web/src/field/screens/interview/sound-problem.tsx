import { Button } from '../../../ui/button.tsx';
import { Modal } from '../modal.tsx';

export interface SoundTrouble {
  /** Reason why there is no sound, in the words that the interview stores. */
  reason: string;
  /** Words for what the interviewer can do about the missing sound. */
  text: string;
}

/** Shows, before any question, that no recording is possible. */
export function SoundProblem({
  trouble,
  mayGoOn,
  onRetry,
  onGoOn,
  onClose,
}: {
  trouble: SoundTrouble;
  mayGoOn: boolean;
  onRetry: () => void;
  onGoOn: () => void;
  onClose: () => void;
}) {
  return (
    <Modal
      title="A entrevista não pode ser gravada"
      onClose={onClose}
      actions={
        <>
          <Button size="lg" onClick={onRetry}>
            Tentar de novo
          </Button>
          {mayGoOn ? (
            <Button size="lg" variant="outline" onClick={onGoOn}>
              Começar sem gravação
            </Button>
          ) : null}
          <Button size="lg" variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <p className="font-medium">{trouble.reason}</p>
        <p>{trouble.text}</p>
        {mayGoOn ? null : <p>Este questionário só aceita entrevistas gravadas.</p>}
      </div>
    </Modal>
  );
}
