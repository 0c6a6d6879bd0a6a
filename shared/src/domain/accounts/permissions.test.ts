import { describe, expect, it } from 'vitest';
import { can, PAPEIS, type Papel, PERMISSIONS, permissionsOf } from './permissions.ts';

describe('permissions', () => {
  it('lets admin do everything through manage_all even without the explicit flag', () => {
    const stripped = { ...PERMISSIONS.admin, company: { manage_all: true } };
    expect(can('admin', stripped, 'company', 'delete')).toBe(true);
    expect(can('gerente', stripped, 'company', 'delete')).toBe(false);
  });

  it('keeps company edits and project deletion from usuario, and company deletion from gerente', () => {
    expect(can('usuario', PERMISSIONS.usuario, 'company', 'update')).toBe(false);
    expect(can('usuario', PERMISSIONS.usuario, 'project', 'delete')).toBe(false);
    expect(can('gerente', PERMISSIONS.gerente, 'company', 'update')).toBe(true);
    expect(can('gerente', PERMISSIONS.gerente, 'company', 'delete')).toBe(false);
  });

  it('lets everybody process and read results', () => {
    for (const papel of ['admin', 'gerente', 'usuario'] as const) {
      expect(can(papel, PERMISSIONS[papel], 'result', 'process')).toBe(true);
      expect(can(papel, PERMISSIONS[papel], 'result', 'read')).toBe(true);
    }
  });

  it('lets whoever manages take results out as files, and nobody who interviews', () => {
    const may = (papel: Papel) => can(papel, PERMISSIONS[papel], 'result', 'export');
    expect(PAPEIS.filter(may)).toEqual(['admin', 'gerente']);
  });

  it('lets a user take files out by a right, and by that right nothing else', () => {
    const given = permissionsOf('usuario', ['exportar', 'de outra versão']);
    const { audit_item, result, credit, ...others } = given;
    const { audit_item: item, result: own, credit: saldo, ...before } = PERMISSIONS.usuario;
    expect([audit_item, result, credit]).toEqual(
      [item, own, saldo].map((flags) => ({ ...flags, export: true })),
    );
    expect(others).toEqual(before);
    expect(can('usuario', given, 'user', 'export')).toBe(false);
    expect(permissionsOf('usuario', [])).toBe(PERMISSIONS.usuario);
  });
});
