import { expect, it } from 'vitest';
import { checkForgot, checkLogin } from './auth-form.ts';

const full = { cnpj: '11.222.333/0001-81', email: 'ana@aurora.com.br', password: 'segredo' };

it('a login needs CNPJ, e-mail and password', () => {
  expect(checkLogin(full)).toBeNull();
  for (const name of ['cnpj', 'email', 'password'] as const) {
    const problem = checkLogin({ ...full, [name]: '' });
    expect(problem?.title).toBe('Campos obrigatórios');
    expect(Object.keys(problem?.fields ?? {})).toEqual([name]);
  }
});

it('an e-mail has a local part, @ and a dotted domain', () => {
  for (const email of ['ana', 'ana@', '@x.com', 'ana@aurora', 'a na@x.com']) {
    expect(checkLogin({ ...full, email })?.title, email).toBe('E-mail inválido');
    expect(checkForgot(email)?.title, email).toBe('E-mail inválido');
  }
  expect(checkForgot(' ana@aurora.com.br ')).toBeNull();
  expect(checkForgot('')?.title).toBe('Campo obrigatório');
});
