import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useOperador } from '../../../lib/network/operador.ts';
import { useSession } from '../../../lib/network/session.ts';
import { useDocumentTitle } from '../../../lib/page/document-title.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { ConfirmEmail } from '../confirm-email.tsx';
import { FORGOT_LINK } from '../entry-links.ts';
import { ChangePassword } from './change-password.tsx';
import { DEFAULT_MIN_LENGTH } from './new-password.ts';
import { PasswordLink } from './password-link.tsx';

/** The secret of an e-mailed link, which stands after '#' so that no server or log sees it. */
function secretOf(hash: string, name: 'token' | 'confirmar'): string | null {
  return new URLSearchParams(hash.slice(1)).get(name);
}

/**
 * Page that sets passwords (specification 1, §2.3), by an e-mailed link or for a signed-in person. A link that confirms
 * a company's e-mail leads here too, so that the screens around signing in need no further page. The secret leaves the
 * address bar at once; the history entry keeps it for a reload.
 */
export default function UpdatePasswordPage() {
  const current = useSession();
  const navigate = useNavigate();
  const { hash, state } = useLocation();
  const minLength = useOperador().operador?.senhaMinima ?? DEFAULT_MIN_LENGTH;
  const arrived = secretOf(hash, 'token');
  const confirming = secretOf(hash, 'confirmar');
  useDocumentTitle(confirming !== null ? 'Confirmar o e-mail' : 'Nova senha');
  useEffect(() => {
    if (arrived) navigate(paths.updatePassword, { replace: true, state: { token: arrived } });
  }, [arrived, navigate]);

  if (confirming !== null) return <ConfirmEmail token={confirming} />;
  const kept: unknown = (state as { token?: unknown } | null)?.token;
  const token = arrived ?? (typeof kept === 'string' ? kept : null);
  if (token) return <PasswordLink key={token} token={token} minLength={minLength} />;
  if (current) return <ChangePassword minLength={minLength} />;
  return (
    <AuthFrame
      title="Definir a senha"
      subtitle="Para definir uma nova senha, abra o link que enviamos por e-mail, ou entre na sua conta."
    >
      <div className="grid gap-3">
        <Button size="lg" asChild>
          <Link to={FORGOT_LINK}>Receber um link por e-mail</Link>
        </Button>
        <Button size="lg" variant="outline" asChild>
          <Link to={paths.auth}>Entrar</Link>
        </Button>
      </div>
    </AuthFrame>
  );
}
