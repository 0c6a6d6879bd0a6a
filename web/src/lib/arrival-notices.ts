import { useEffect, useRef } from 'react';
import { entryTarget } from './guard-rules.ts';
import { useSession } from './session.ts';
import { toast } from './toast.ts';

/** Tells somebody who is signed in, but whose role opens nothing, why they stand outside. Once a page. */
export function useArrivalNotices(): void {
  const current = useSession();
  const told = useRef(false);
  useEffect(() => {
    if (told.current || !current || entryTarget(current) !== null) return;
    told.current = true;
    if (!current.papel) {
      toast.info('Sua conta está sendo configurada', {
        description: 'Você poderá entrar assim que um administrador definir o seu perfil de acesso.',
      });
    } else {
      toast.warning('Acesso não permitido', {
        description: 'O seu perfil de acesso não permite abrir o painel. Fale com o administrador.',
      });
    }
  }, [current]);
}
