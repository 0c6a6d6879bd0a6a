import { LogOut, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../lib/browser/toast.ts';
import { session } from '../../lib/network/session.ts';
import { forgetOwner, unsentText } from '../../lib/page/field-device.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { forgetBeginning } from '../device/beginning.ts';
import { unsentOf } from '../device/device.ts';
import { useField, useFieldOnly, useStored } from '../device/field.ts';
import { canHavePin } from '../device/pin.ts';
import { setDark, useDark } from '../device/theme.ts';
import type { FieldStore } from '../log/model.ts';
import { Section } from './interview/section.tsx';
import { PinDialog } from './lock/pin.tsx';
import { Modal } from './modal.tsx';

const readPin = async (store: FieldStore): Promise<boolean> => (await store.meta('pin')) !== undefined;

/** Signs out. First tells how many interviews are unsent; they stay on the device for the same person. */
function SignOut({ onClose }: { onClose: () => void }) {
  const { owner, store } = useField();
  const unsent = useStored(unsentOf);
  const leave = async (): Promise<void> => {
    const aparelho = await store.meta('aparelho');
    if (aparelho) await store.setMeta('aparelho', { ...aparelho, segredo: null });
    await forgetBeginning(store);
    session.end('logout');
    forgetOwner(owner);
    window.location.assign(paths.auth);
  };
  return (
    <Modal
      title="Sair deste aparelho?"
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="destructive" onClick={() => void leave()}>
            Sair
          </Button>
          <Button size="lg" variant="outline" onClick={onClose}>
            Ficar
          </Button>
        </>
      }
    >
      <p>{unsent ? unsentText(unsent) : 'Todas as entrevistas feitas aqui estão no servidor.'}</p>
    </Modal>
  );
}

/** Section 'Este aparelho': the PIN, the theme, links to other pages, signing out, and the app's version. */
export function ThisDevice() {
  const { store } = useField();
  const hasPin = useStored(readPin);
  const dark = useDark();
  const fieldOnly = useFieldOnly();
  const [open, setOpen] = useState<'pin' | 'sair' | null>(null);
  const removePin = async (): Promise<void> => {
    await store.setMeta('pin', undefined);
    toast.success('PIN removido');
  };
  return (
    <Section title="Este aparelho">
      <div className="flex flex-wrap gap-2">
        {canHavePin() ? (
          <Button variant="outline" onClick={() => setOpen('pin')}>
            {hasPin ? 'Trocar PIN' : 'Definir PIN'}
          </Button>
        ) : null}
        {hasPin ? (
          <Button variant="outline" onClick={() => void removePin()}>
            Remover PIN
          </Button>
        ) : null}
        <Button variant="outline" onClick={() => setDark(!dark)}>
          {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
          {dark ? 'Tela clara' : 'Tela escura'}
        </Button>
        <Button variant="outline" asChild>
          <a href={paths.meuCampo}>Minhas entrevistas</a>
        </Button>
        {fieldOnly ? null : (
          <Button variant="outline" asChild>
            <a href={paths.dashboard}>Ir ao Dashboard</a>
          </Button>
        )}
        <Button variant="outline" onClick={() => setOpen('sair')}>
          <LogOut aria-hidden="true" />
          Sair
        </Button>
      </div>
      <p className="text-muted-foreground text-sm">Versão {__VERSAO__}</p>
      {open === 'pin' ? <PinDialog onClose={() => setOpen(null)} /> : null}
      {open === 'sair' ? <SignOut onClose={() => setOpen(null)} /> : null}
    </Section>
  );
}
