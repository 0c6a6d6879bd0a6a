import { expect, it } from 'vitest';
import { checkRegister, type RegisterFields } from './register-form.ts';

const full: RegisterFields = {
  cnpj: '12.ABC.345/01DE-35',
  empresa: 'Aurora',
  nome: 'Ana Reis',
  email: 'ana@aurora.com.br',
  password: 'segredo-9',
  confirmation: 'segredo-9',
  aceite_termos: true,
};

it('lets a whole form through, with a CNPJ of either form', () => {
  expect(checkRegister(full, 6)).toBeNull();
  expect(checkRegister({ ...full, cnpj: '11.222.333/0001-81' }, 6)).toBeNull();
});

it.each([
  ['cnpj', '', 'Informe o CNPJ.'],
  ['cnpj', '11.222.333/0001-80', 'CNPJ inválido. Confira os dígitos.'],
  ['empresa', ' ', 'Informe o nome da empresa.'],
  ['nome', '', 'Informe o seu nome.'],
  ['email', 'ana@aurora', 'E-mail inválido'],
  ['password', '', 'Informe a senha.'],
  ['password', 'curta', 'A senha deve ter no mínimo 6 caracteres.'],
  ['confirmation', 'segredo-8', 'As senhas não coincidem.'],
  ['aceite_termos', false, 'Para se cadastrar, aceite os Termos de Uso e a Política de Privacidade.'],
] as const)('names what is wrong with %s: %j', (field, value, message) => {
  expect(checkRegister({ ...full, [field]: value }, 6)).toEqual({ [field]: message });
});

it("follows the installation's minimum", () => {
  expect(checkRegister(full, 12)).toEqual({ password: 'A senha deve ter no mínimo 12 caracteres.' });
});
