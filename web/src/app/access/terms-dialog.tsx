import { acceptTerms, getProfile } from '@escuta/shared/contracts/accounts/users';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { useLogout } from '../../lib/network/logout.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';

const LINK = 'focus-ring rounded-sm text-primary-text underline underline-offset-4';

/**
 * Asks for consent to the terms before anything else, where a client registered the account without it. The dialog
 * closes only with consent or the session's end.
 */
export function TermsDialog() {
  const { data } = useQuery(apiQuery(getProfile));
  const logout = useLogout();
  const accept = useApiMutation(acceptTerms, { failed: null });
  if (!data?.data.termosPendentes) return null;
  return (
    <Dialog open>
      <DialogContent
        hideClose
        onEscapeKeyDown={(event) => event.preventDefault()}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogHeader>
          <DialogTitle>Termos de Uso e Política de Privacidade</DialogTitle>
          <DialogDescription>
            A sua conta foi cadastrada por um aplicativo que não pediu o aceite dos termos. Leia os{' '}
            <Link to={paths.termos} target="_blank" className={LINK}>
              Termos de Uso
            </Link>{' '}
            e a{' '}
            <Link to={paths.privacidade} target="_blank" className={LINK}>
              Política de Privacidade
            </Link>{' '}
            e confirme para continuar.
          </DialogDescription>
        </DialogHeader>
        {accept.error ? (
          <p role="alert" className="text-destructive-text text-sm">
            {errorMessage(accept.error, 'Não foi possível registrar o aceite. Tente novamente.')}
          </p>
        ) : null}
        <DialogFooter>
          <Button variant="outline" disabled={accept.busy} onClick={logout}>
            Sair
          </Button>
          <Button
            loading={accept.busy}
            onClick={() => void accept.attempt({ body: { aceite_termos: true } })}
          >
            Li e aceito
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
