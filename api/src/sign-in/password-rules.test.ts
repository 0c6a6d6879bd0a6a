import { COMMON_PASSWORDS } from '@escuta/shared/domain/accounts/common-passwords';
import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const COMMON = 'Esta senha é muito comum e fácil de adivinhar. Use outra.';
const OWN = 'A senha não pode ser o seu e-mail, o nome ou o CNPJ da empresa.';

describe('passwordProblem', () => {
  it("asks for the installation's minimum, counted in characters", () => {
    expect(passwordProblem('Xk9$p', 6)).toBe('A senha deve ter no mínimo 6 caracteres.');
    expect(passwordProblem('Xk9$p2vB', 12)).toBe('A senha deve ter no mínimo 12 caracteres.');
    expect(passwordProblem('😀😀a', 6)).toBe('A senha deve ter no mínimo 6 caracteres.');
  });

  it.each([
    '123456',
    '1234567890',
    '654321',
    'abcdef',
    'QWERTY',
    'asdfgh',
    'aaaaaa',
    '121212',
    'abcabc',
    'Senha123',
    'senha@2026',
    'Brasil2024!',
    'flamengo',
    'Flamengo1981',
    'palmeiras!!',
    'coração',
    'P@ssw0rd',
  ])('refuses %s', (password) => {
    expect(passwordProblem(password, 6)).toBe(COMMON);
  });

  it.each(['Escuta-2026', 'Xk9$p2', 'vaso azul sobre a mesa', 'Senha-de-teste-1', 'trovoada7', '735291'])(
    'accepts %s',
    (password) => {
      expect(passwordProblem(password, 6)).toBeNull();
    },
  );

  it("refuses words of the account's own registration", () => {
    const owner = { email: 'ana.prado@lumavia.example', empresa: 'Lumavia Telecom', cnpj: '11222333000181' };
    for (const password of [
      'ana.prado',
      'Ana.Prado2026',
      'ana.prado@lumavia.example',
      'LumaviaTelecom1',
      'lumavia telecom',
      '11222333000181',
    ]) {
      expect(passwordProblem(password, 6, owner)).toBe(OWN);
    }
    expect(passwordProblem('lumavia-azul-escuro', 6, owner)).toBeNull();
  });

  it('keeps the list in lower case, without accents and without words already too short', () => {
    for (const word of COMMON_PASSWORDS) expect(word).toMatch(/^[a-z0-9@]{5,}$/);
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(400);
  });
});
