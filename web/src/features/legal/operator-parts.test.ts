import { expect, it } from 'vitest';
import { identitySentence } from './operator-parts.tsx';

it('ends with one full stop', () => {
  const end = (nome: string, cnpj: string | null = null) => identitySentence({ nome, cnpj, endereco: null });
  expect(end('Escuta Tecnologia Ltda.')).toBe('Escuta Tecnologia Ltda.');
  expect(end('Escuta')).toBe('Escuta.');
  expect(end('Escuta Ltda.', '11222333000181')).toBe(
    'Escuta Ltda., inscrita no CNPJ sob o nº 11.222.333/0001-81.',
  );
});
