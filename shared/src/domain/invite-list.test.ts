import { expect, it } from 'vitest';
import { CONVITES_MAX, readInviteList } from './invite-list.ts';

const isEmail = (address: string) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(address);
const read = (text: string) => readInviteList(text, isEmail);

it('lê nome e e-mail, com ou sem telefone, de planilha, de arquivo ou colados', () => {
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

it('diz o que há de errado com cada linha, e as outras valem', () => {
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
});

it('uma lista longa demais não é lida', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `P${i};p${i}@exemplo.com`).join('\n');
  expect(read(lines(CONVITES_MAX)).convites).toHaveLength(CONVITES_MAX);
  expect(read(lines(CONVITES_MAX + 1))).toEqual({ convites: [], invalidas: [], excesso: true });
});

it('uma lista vazia não tem nada', () => {
  expect(read(' \n\n')).toEqual({ convites: [], invalidas: [], excesso: false });
});

it('o que está entre aspas é uma célula só; uma aspa sem par é uma letra', () => {
  const { convites, invalidas } = read(
    '"Souza, Ana",ana@exemplo.com\n"Lima; Bruno";bruno@exemplo.com\n"Zé ""Zito"" Sá",ze@exemplo.com\nJoão "Jô;joao@exemplo.com',
  );
  expect(invalidas).toEqual([]);
  expect(convites.map(({ nome }) => nome)).toEqual(['Souza, Ana', 'Lima; Bruno', 'Zé "Zito" Sá', 'João "Jô']);
});
