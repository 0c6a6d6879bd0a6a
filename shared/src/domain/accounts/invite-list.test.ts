import { expect, it } from 'vitest';
import { CONVITES_MAX, readInviteList } from './invite-list.ts';

const isEmail = (address: string) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(address);
const read = (text: string) => readInviteList(text, isEmail);

it('reads name and e-mail, with or without phone, from a sheet, a file or a paste', () => {
  const { convites, invalidas } = read(
    'Nome;E-mail;Telefone\r\nAna Souza;ANA@exemplo.com;11 98888-7777\r\n\r\nBruno\tbruno@exemplo.com\n"Carla Dias", carla@exemplo.com',
  );
  expect(invalidas).toEqual([]);
  expect(convites).toEqual([
    { linha: 2, nome: 'Ana Souza', email: 'ana@exemplo.com' },
    { linha: 4, nome: 'Bruno', email: 'bruno@exemplo.com' },
    { linha: 5, nome: 'Carla Dias', email: 'carla@exemplo.com' },
  ]);
});

it('says the fault of each row, and the others count', () => {
  const { convites, invalidas } = read(
    'Ana\nBruno;bruno\n;c@exemplo.com\nDani;d@exemplo.com\nDaniela;D@exemplo.com',
  );
  expect(convites.map(({ linha }) => linha)).toEqual([4]);
  expect(invalidas.map(({ linha, motivo }) => [linha, motivo])).toEqual([
    [1, 'Falta o e-mail: use nome;e-mail.'],
    [2, 'E-mail inválido.'],
    [3, 'Falta o nome: use nome;e-mail.'],
    [5, 'E-mail repetido: já está na linha 4.'],
  ]);
  expect(read('ana@exemplo.com').invalidas.map(({ motivo }) => motivo)).toEqual([
    'Falta o nome: use nome;e-mail.',
  ]);
});

it('a list too long is not read', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `P${i};p${i}@exemplo.com`).join('\n');
  expect(read(lines(CONVITES_MAX)).convites).toHaveLength(CONVITES_MAX);
  expect(read(lines(CONVITES_MAX + 1))).toEqual({ convites: [], invalidas: [], excesso: true });
});

it('an empty list has nothing', () => {
  expect(read(' \n\n')).toEqual({ convites: [], invalidas: [], excesso: false });
});

it('quoted text is one cell; an unpaired quote is a letter', () => {
  const { convites, invalidas } = read(
    '"Souza, Ana",ana@exemplo.com\n"Lima; Bruno";bruno@exemplo.com\n"Zé ""Zito"" Sá",ze@exemplo.com\nJoão "Jô;joao@exemplo.com',
  );
  expect(invalidas).toEqual([]);
  expect(convites.map(({ nome }) => nome)).toEqual(['Souza, Ana', 'Lima; Bruno', 'Zé "Zito" Sá', 'João "Jô']);
});
