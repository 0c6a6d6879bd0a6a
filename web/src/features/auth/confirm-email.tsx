import { verifyEmail } from '@escuta/shared/contracts/accounts/confirmacao';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, call } from '../../lib/network/api.ts';
import { useSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AuthFrame } from './auth-frame.tsx';

type State =
  | { step: 'pergunta'; busy: boolean; error: unknown }
  | { step: 'fim'; ok: boolean; message: string };

/** True if the link was used already: the e-mail is then confirmed, so the page shows success. */
const wasConfirmed = ({ dados }: ApiError): boolean =>
  (dados as { confirmado?: unknown } | null)?.confirmado === true;

/**
 * Confirms a company's e-mail with a mailed link. The person has to press a button, because mail programs open links by
 * themselves to scan them.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const signedIn = useSession() !== null;
  const [state, setState] = useState<State>(
    token === ''
      ? { step: 'fim', ok: false, message: 'O link está incompleto. Abra-o de novo no e-mail recebido.' }
      : { step: 'pergunta', busy: false, error: null },
  );
  const running = useRef(false);

  const confirm = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setState({ step: 'pergunta', busy: true, error: null });
    try {
      const { message } = await call(verifyEmail, { body: { token } });
      setState({ step: 'fim', ok: true, message });
    } catch (error) {
      setState(
        error instanceof ApiError && (error.code === 'link_invalido' || error.status === 400)
          ? { step: 'fim', ok: wasConfirmed(error), message: error.message }
          : { step: 'pergunta', busy: false, error },
      );
    } finally {
      running.current = false;
    }
  };

  if (state.step === 'pergunta') {
    return (
      <AuthFrame title="Confirmar o e-mail" subtitle="Confirme que o e-mail do cadastro da empresa é seu.">
        {state.error ? (
          <ErrorState
            title="Não foi possível confirmar o e-mail"
            error={state.error}
            onRetry={() => void confirm()}
          />
        ) : (
          <Button size="lg" className="w-full" loading={state.busy} onClick={() => void confirm()}>
            {state.busy ? 'Confirmando...' : 'Confirmar o e-mail'}
          </Button>
        )}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={state.ok ? 'E-mail confirmado' : 'Link inválido'}>
      <div className="grid gap-6">
        <p
          role={state.ok ? 'status' : 'alert'}
          className="break-words rounded-lg border bg-card p-4 font-medium"
        >
          {state.message}
        </p>
        <Button size="lg" asChild>
          <Link to={signedIn ? paths.dashboard : paths.auth}>
            {signedIn ? 'Ir para o início' : 'Entrar na conta'}
          </Link>
        </Button>
      </div>
    </AuthFrame>
  );
}
