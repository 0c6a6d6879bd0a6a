/**
 * Whose data a query may touch. Only sign-in, the session guard and the job decoder make one; every repository
 * function takes it first. `instalacao` is the administrator's (or an operator command's) view of every company.
 */
export type Scope = { kind: 'empresa'; empresaId: string } | { kind: 'instalacao' };

/** Every company: for what belongs to nobody, or is asked before anybody is known. */
export const INSTALACAO: Scope = { kind: 'instalacao' };

/** The scope of one company, for callers that have checked access. */
export const companyScope = (empresaId: string): Scope => ({ kind: 'empresa', empresaId });

/** The part of a `where` that a scope adds: `{ empresaId }`, or nothing for the whole installation. */
export function whereScope(scope: Scope): { empresaId?: string } {
  return scope.kind === 'empresa' ? { empresaId: scope.empresaId } : {};
}

/** The company id of a scope, or null for the whole installation: for raw statements (shared/src/platform/database/sql.ts). */
export function empresaIdOf(scope: Scope): string | null {
  return scope.kind === 'empresa' ? scope.empresaId : null;
}
