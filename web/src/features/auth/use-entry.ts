import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type SessionUser, session, useSession } from '../../lib/network/session.ts';
import { destinationOf, entryTarget, firstPage } from '../../lib/page/guard-rules.ts';

/** Delay between the answer of a login or registration and the next page, ms (specification 1, §9). */
const REDIRECT_MS = 500;

/**
 * Starts a session from a form's response. `entering` is true during the half second before the redirect. `enter`
 * throws an Error if the response has an unknown shape.
 */
export function useEntry(): {
  entering: boolean;
  enter: (answer: { token?: string; user?: SessionUser } | undefined) => void;
} {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const destination = destinationOf(state, search, firstPage(useSession()));
  const [entering, setEntering] = useState(false);

  useEffect(() => {
    if (!entering) return;
    const timer = setTimeout(() => navigate(destination, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [entering, navigate, destination]);

  return {
    entering,
    enter(answer) {
      const { token, user } = answer ?? {};
      if (!token || !user) throw new Error('Resposta da API em formato inesperado');
      // `entering` is set before the session starts; otherwise the page would redirect before the half second is over.
      setEntering(true);
      try {
        const started = session.start({ token, user });
        if (!started.empresaId) console.warn('A sessão não traz o id da empresa.');
        if (entryTarget(started) === null) setEntering(false);
      } catch (error) {
        setEntering(false);
        throw error;
      }
    },
  };
}
