import { toast } from '../browser/toast.ts';

/**
 * The reason why somebody who is signed in stands outside: loaded only for them, since the sign-in page weighs every
 * word.
 */
export function tellArrival(papel: string | null): void {
  if (!papel) {
    toast.info('Sua conta está sendo configurada', {
      description: 'Você poderá entrar assim que um administrador definir o seu perfil de acesso.',
    });
  } else {
    toast.warning('Acesso não permitido', {
      description: 'O seu perfil de acesso não permite abrir o painel. Fale com o administrador.',
    });
  }
}
