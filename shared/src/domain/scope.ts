/**
 * The companies whose data a query may touch. Only sign-in, session guard and job decoder create a scope; every
 * repository function takes a scope as its first parameter.
 */
export type Scope = { kind: 'empresa'; empresaId: string } | { kind: 'instalacao' };

/** All companies: for data without an owner, or while the caller is not known yet. */
export const INSTALACAO: Scope = { kind: 'instalacao' };

/** A company's scope, for callers that have checked access. */
export const companyScope = (empresaId: string): Scope => ({ kind: 'empresa', empresaId });

/** The scope's part of a `where`; empty for the installation. */
export function whereScope(scope: Scope): { empresaId?: string } {
  return scope.kind === 'empresa' ? { empresaId: scope.empresaId } : {};
}

/** Company id for raw statements (shared/src/platform/database/sql.ts); null: the installation. */
export function empresaIdOf(scope: Scope): string | null {
  return scope.kind === 'empresa' ? scope.empresaId : null;
}
