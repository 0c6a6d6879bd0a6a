import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { session, useRequiredSession, useSession } from '../../lib/network/session.ts';
import { guardTarget, wantedPage } from '../../lib/page/guard-rules.ts';
import { paths } from '../../lib/paths.ts';
import { RoleRefusal } from './refused.tsx';

/**
 * Renders its children only for the given roles. A visitor without a session is sent to the sign-in, and returns to
 * this page after it.
 */
export function Guard({ papeis, children }: { papeis: readonly string[]; children: ReactNode }) {
  const current = useSession();
  const location = useLocation();
  const target = guardTarget(current, papeis, session.lastEnd() === 'logout');
  if (!target) return children;
  return <Navigate to={target} replace state={target === paths.auth ? wantedPage(location) : null} />;
}

/** Navigation state with which the home page explains why an account limited to field work was sent there. */
export const OFFICE_PAGE = { telaDoEscritorio: true } as const;

/**
 * Guards a screen of the signed-in area. A role that may not open the screen is told which roles may. A field-only
 * account is led to its own home, unless the screen is open to field-only accounts (`field`).
 */
export function RoleGuard({
  papeis,
  field,
  children,
}: {
  papeis: readonly string[];
  field: boolean;
  children: ReactNode;
}) {
  const { papel, soCampo } = useRequiredSession();
  const { pathname } = useLocation();
  if (soCampo && !field)
    return <Navigate to={paths.meuCampo} replace state={pathname === paths.dashboard ? null : OFFICE_PAGE} />;
  return papel !== null && papeis.includes(papel) ? children : <RoleRefusal papeis={papeis} />;
}
