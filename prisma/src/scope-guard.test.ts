import { describe, expect, it } from 'vitest';
import { assertScope, INSTALLATION_MODELS, modelFields, ownerPath, ScopeViolation } from './scope-guard.ts';

const OURS = '0190a0a0-0000-7000-8000-000000000001';
const THEIRS = '0190a0a0-0000-7000-8000-000000000002';
const allowed = (model: string, operation: string, args: unknown) => () =>
  assertScope(model, operation, args, OURS);

describe('the owner of each model', () => {
  it('is a company field of the model, or a known path: a new table cannot slip through', () => {
    for (const [model, fields] of modelFields()) {
      const path = ownerPath(model);
      if (path === null) expect(fields, model).not.toContain('empresaId');
      else if (path.length === 1) expect(fields, model).toContain(path[0]);
    }
    expect(modelFields().size).toBeGreaterThan(35);
  });
});

describe('reading and changing', () => {
  it.each([
    ['findMany', { where: { empresaId: OURS, status: 'erro' } }],
    ['findFirst', { where: { AND: [{ empresaId: { equals: OURS } }, { nome: 'x' }] } }],
    ['update', { where: { id: 'x', empresaId: OURS }, data: { nome: 'novo' } }],
    ['deleteMany', { where: { empresaId: OURS } }],
    ['groupBy', { by: ['status'], where: { empresaId: OURS } }],
  ])('%s passes when the filter fixes the company', (operation, args) => {
    expect(allowed('Projeto', operation, args)).not.toThrow();
  });

  it.each([
    ['findMany', undefined],
    ['findMany', {}],
    ['findUnique', { where: { id: 'x' } }],
    ['findMany', { where: { empresaId: THEIRS } }],
    ['findMany', { where: { empresaId: undefined } }],
    ['findMany', { where: { empresaId: { in: [OURS, THEIRS] } } }],
    ['findMany', { where: { OR: [{ empresaId: OURS }, { nome: 'x' }] } }],
    ['findMany', { where: { NOT: { empresaId: OURS } } }],
    ['count', { where: { nome: 'x' } }],
    ['updateMany', { where: { id: 'x' }, data: { nome: 'x' } }],
    ['update', { where: { id: 'x', empresaId: OURS }, data: { empresaId: THEIRS } }],
    ['delete', { where: { id: 'x' } }],
  ])('%s of %j is refused', (operation, args) => {
    expect(allowed('Projeto', operation, args)).toThrow(ScopeViolation);
  });

  it('reads compound keys', () => {
    const key = (empresaId: string) => ({ where: { empresaId_projetoId: { empresaId, projetoId: 'p' } } });
    expect(allowed('ConfiguracaoProcessamento', 'findUnique', key(OURS))).not.toThrow();
    expect(allowed('ConfiguracaoProcessamento', 'findUnique', key(THEIRS))).toThrow(ScopeViolation);
  });
});

describe('creating', () => {
  it('takes rows of the company only, each of them', () => {
    expect(allowed('Ticket', 'create', { data: { empresaId: OURS, titulo: 'x' } })).not.toThrow();
    expect(allowed('Ticket', 'create', { data: { empresa: { connect: { id: OURS } } } })).not.toThrow();
    expect(allowed('Ticket', 'create', { data: { titulo: 'x' } })).toThrow(ScopeViolation);
    expect(allowed('Ticket', 'create', { data: { empresa: { connect: { id: THEIRS } } } })).toThrow(
      ScopeViolation,
    );
    const rows = [{ empresaId: OURS }, { empresaId: THEIRS }];
    expect(allowed('Ticket', 'createMany', { data: rows })).toThrow(ScopeViolation);
    expect(allowed('Ticket', 'createMany', { data: rows.slice(0, 1) })).not.toThrow();
  });

  it('looks into nested writes', () => {
    const nested = (empresaId: string) => ({
      data: { empresaId: OURS, nome: 'x', versoes: { create: [{ empresaId, versao: 1 }] } },
    });
    expect(allowed('InsightTemplate', 'create', nested(OURS))).not.toThrow();
    expect(allowed('InsightTemplate', 'create', nested(THEIRS))).toThrow(ScopeViolation);
  });

  it('does not mistake what people wrote into a JSON column for an owner', () => {
    const metadata = { empresa: 'Padaria', empresaId: THEIRS };
    expect(allowed('AuditoriaItem', 'create', { data: { empresaId: OURS, metadata } })).not.toThrow();
  });

  it('checks both halves of an upsert', () => {
    const upsert = (where: string, create: string) => ({
      where: { id: 'x', empresaId: where },
      create: { empresaId: create },
      update: {},
    });
    expect(allowed('Pesquisa', 'upsert', upsert(OURS, OURS))).not.toThrow();
    expect(allowed('Pesquisa', 'upsert', upsert(THEIRS, OURS))).toThrow(ScopeViolation);
    expect(allowed('Pesquisa', 'upsert', upsert(OURS, THEIRS))).toThrow(ScopeViolation);
  });
});

describe('models without a company column', () => {
  it('reach the company through what they hang on', () => {
    expect(allowed('Empresa', 'findUnique', { where: { id: OURS } })).not.toThrow();
    expect(allowed('Empresa', 'findUnique', { where: { id: THEIRS } })).toThrow(ScopeViolation);
    expect(allowed('Empresa', 'create', { data: { nome: 'x' } })).toThrow(ScopeViolation);
    expect(allowed('ProjetoContador', 'findMany', { where: { projeto: { empresaId: OURS } } })).not.toThrow();
    expect(allowed('ProjetoContador', 'findMany', { where: { projetoId: 'x' } })).toThrow(ScopeViolation);
    expect(
      allowed('Usuario', 'findMany', { where: { membros: { some: { empresaId: OURS } } } }),
    ).not.toThrow();
    expect(allowed('Usuario', 'findMany', {})).toThrow(ScopeViolation);
  });

  it('are read by everyone and changed by the installation when they belong to it', () => {
    for (const model of INSTALLATION_MODELS) {
      expect(allowed(model, 'findMany', {})).not.toThrow();
      expect(allowed(model, 'updateMany', { data: {} })).toThrow(ScopeViolation);
    }
  });
});
