import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { session, useSession } from '../lib/session.ts';
import { guardTarget } from './guard-rules.ts';

/** Lets its children through for the given roles only. */
export function Guard({ papeis, children }: { papeis: readonly string[]; children: ReactNode }) {
  const current = useSession();
  const target = guardTarget(current, papeis, session.lastEnd() === 'logout');
  return target ? <Navigate to={target} replace /> : children;
}
