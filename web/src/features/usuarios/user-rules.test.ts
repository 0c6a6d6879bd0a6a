import { expect, it } from 'vitest';
import { assignableRoles, isOwn, mayManage, situacaoOf } from './user-rules.ts';

const account = (role: 'admin' | 'gerente' | 'usuario', usuario_id = 'outra', empresa = 'a') => ({
  usuario_id,
  role,
  empresa: { id: empresa, nome: 'Lumavia' },
});
const person = (papel: string) => ({ papel, usuarioId: 'eu', empresaId: 'a' });

it('names the state of an account', () => {
  const label = (ativo: boolean, convite_pendente: boolean) => situacaoOf({ ativo, convite_pendente }).label;
  expect(label(true, false)).toBe('Ativo');
  expect(label(true, true)).toBe('Convite pendente');
  expect(label(false, false)).toBe('Inativo');
  expect(label(false, true)).toBe('Inativo');
});

it('lets only administrators make or touch administrators', () => {
  expect(assignableRoles('admin')).toEqual(['admin', 'gerente', 'usuario']);
  expect(assignableRoles('gerente')).toEqual(['gerente', 'usuario']);
  expect(mayManage(person('admin'), account('admin'))).toBe(true);
  expect(mayManage(person('gerente'), account('admin'))).toBe(false);
  expect(mayManage(person('gerente'), account('gerente'))).toBe(true);
});

it('keeps people from changing the account they are signed in with, not the one in another company', () => {
  expect(mayManage(person('admin'), account('admin', 'eu'))).toBe(false);
  expect(isOwn(person('admin'), account('gerente', 'eu', 'b'))).toBe(false);
  expect(mayManage(person('admin'), account('gerente', 'eu', 'b'))).toBe(true);
});
