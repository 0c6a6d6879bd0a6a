import { describe, expect, it } from 'vitest';
import { type AsteriskConfig, changesOf, checkForm, formOf, keepsPassword } from './asterisk-form-rules.ts';

const saved: AsteriskConfig = {
  id: '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11',
  empresa_id: '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b12',
  name: 'Matriz',
  asterisk_url: 'http://pabx.example:8088',
  username: 'escuta',
  timeout: 5000,
  is_active: true,
  created_at: '2026-05-04T13:00:00.000Z',
  updated_at: '2026-05-04T13:00:00.000Z',
};
const filled = {
  ...formOf(null, true),
  asterisk_url: 'http://pabx.example:8088',
  username: 'escuta',
  password: 'x',
};

it('starts with the defaults of the specification, and a saved one without its password', () => {
  expect(formOf(null, false)).toEqual({
    name: 'Configuração Principal',
    asterisk_url: '',
    username: '',
    password: '',
    timeout: '30000',
    is_active: false,
  });
  expect(formOf(saved, false)).toMatchObject({
    name: 'Matriz',
    password: '',
    timeout: '5000',
    is_active: true,
  });
});

it('sends of a saved one only what was touched, and no blank password', () => {
  const form = { ...formOf(saved, true), timeout: '9000' };
  expect(changesOf(form, new Set(['timeout', 'password']))).toEqual({ timeout: 9000 });
  expect(changesOf({ ...form, password: 'y' }, new Set(['password', 'is_active']))).toEqual({
    password: 'y',
    is_active: true,
  });
});

describe('checkForm', () => {
  it.each(['asterisk_url', 'username', 'password'] as const)('asks for %s', (field) => {
    const { errors, missing } = checkForm(null, { ...filled, [field]: '' });
    expect(missing).toBe(true);
    expect(errors).toEqual({ [field]: 'Campo obrigatório.' });
  });

  it.each(['', '999', '120001', '1500.5', 'abc'])('refuses a timeout of %j', (timeout) => {
    const { errors, missing } = checkForm(null, { ...filled, timeout });
    expect(Object.keys(errors)).toEqual(['timeout']);
    expect(missing).toBe(false);
  });

  it.each(['pabx.example:8088', 'ftp://pabx.example', 'http://a:b@pabx.example', 'http://pabx.example/?x=1'])(
    'refuses the address %s',
    (asterisk_url) => {
      expect(Object.keys(checkForm(null, { ...filled, asterisk_url }).errors)).toEqual(['asterisk_url']);
    },
  );

  it('takes a filled form', () => {
    expect(checkForm(null, filled)).toEqual({ errors: {}, missing: false });
  });

  it('keeps a stored password only for the same server and user', () => {
    const form = formOf(saved, true);
    expect(checkForm(saved, form)).toEqual({ errors: {}, missing: false });
    expect(keepsPassword(saved, { ...form, asterisk_url: 'http://PABX.example:8088/ari/' })).toBe(true);
    for (const change of [{ asterisk_url: 'http://outro.example:8088' }, { username: 'outro' }]) {
      const { errors, missing } = checkForm(saved, { ...form, ...change });
      expect(errors).toEqual({ password: 'A URL ou o usuário mudou: informe a senha novamente.' });
      expect(missing).toBe(true);
      expect(checkForm(saved, { ...form, ...change, password: 'y' }).errors).toEqual({});
    }
  });
});
