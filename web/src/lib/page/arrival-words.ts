import { toast } from '../browser/toast.ts';

/** Explains why a signed-in person is outside the app. A separate chunk, to keep the sign-in page light. */
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
