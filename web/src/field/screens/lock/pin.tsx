import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from '../../../lib/browser/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { useField, useStored } from '../../device/field.ts';
import { canHavePin, makePin, PIN_PATTERN } from '../../device/pin.ts';
import type { FieldStore } from '../../log/model.ts';
import { Remark } from '../interview/remark.tsx';
import { Modal } from '../modal.tsx';
import { PinField } from './pin-field.tsx';

export function PinDialog({ onClose }: { onClose: () => void }) {
  const { store } = useField();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState<{ pin?: string; again?: string }>({});
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!PIN_PATTERN.test(pin)) {
      setError({ pin: 'Use de 4 a 8 algarismos.' });
      return;
    }
    // The PIN is typed twice, because it is hidden and nobody could correct a typing error without a network.
    if (again !== pin) {
      setError({ again: 'Os dois PINs não são iguais.' });
      return;
    }
    await store.setMeta('pin', await makePin(pin));
    await store.setMeta('pinProposto', true);
    toast.success('PIN definido');
    onClose();
  };
  return (
    <Modal title="PIN deste aparelho" onClose={onClose} actions={null}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
        <p>
          O PIN é pedido depois de cinco minutos sem uso. Se esquecer o PIN, entre de novo com a sua senha;
          nada é apagado.
        </p>
        <PinField label="PIN" error={error.pin} value={pin} onChange={setPin} />
        <PinField label="Repita o PIN" error={error.again} value={again} onChange={setAgain} />
        <Button type="submit" size="lg">
          Salvar PIN
        </Button>
        <Button size="lg" variant="outline" onClick={onClose}>
          Cancelar
        </Button>
      </form>
    </Modal>
  );
}

/** True if a PIN should be proposed: the device has data, no PIN, and nobody has pressed 'Agora não'. */
const readProposed = async (store: FieldStore): Promise<boolean> =>
  !(await store.hasMeta('pin')) &&
  !(await store.hasMeta('pinProposto')) &&
  (await store.questionarios()).length > 0;

/** Proposes a PIN once, when the device has its first questionnaire. */
export function PinProposal() {
  const { store } = useField();
  const proposed = useStored(readProposed);
  const [open, setOpen] = useState(false);
  if (!proposed || !canHavePin()) return null;
  return (
    <Remark
      variant="info"
      icon={<KeyRound aria-hidden="true" />}
      action={
        <div className="grid gap-2 sm:flex">
          <Button size="lg" variant="outline" onClick={() => setOpen(true)}>
            Definir PIN
          </Button>
          <Button size="lg" variant="outline" onClick={() => void store.setMeta('pinProposto', true)}>
            Agora não
          </Button>
        </div>
      }
    >
      Proteja os entrevistados: com um PIN, nomes, telefones e respostas ficam ocultos depois de cinco minutos
      sem uso.
      {open ? <PinDialog onClose={() => setOpen(false)} /> : null}
    </Remark>
  );
}
