import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { session, useSession } from '../lib/session.ts';
import { guardTarget, wantedPage } from './guard-rules.ts';
import { paths } from './paths.ts';

/** Lets its children through for the given roles only; whoever must sign in first comes back to this page. */
export function Guard({ papeis, children }: { papeis: readonly string[]; children: ReactNode }) {
  const current = useSession();
  const location = useLocation();
  const target = guardTarget(current, papeis, session.lastEnd() === 'logout');
  if (!target) return children;
  return <Navigate to={target} replace state={target === paths.auth ? wantedPage(location) : null} />;
}
