import { type LinhaParaPar, pairRecordings } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { describe, expect, it } from 'vitest';
import { duplicateRows, isOneToOne } from './row-checks.ts';

const linha = (n: number, fields: Partial<LinhaParaPar>): LinhaParaPar => ({
  n,
  arquivo: '',
  identificador: '',
  telefone: '',
  nome: '',
  data: '',
  ...fields,
});
const gravacoes = (...nomes: string[]) => nomes.map((nome) => ({ id: nome, nome }));

describe('isOneToOne', () => {
  const linhas = [linha(2, { identificador: 'Q001' }), linha(3, { identificador: 'Q002' })];
  const is = (...nomes: string[]) => isOneToOne(pairRecordings(linhas, gravacoes(...nomes)), linhas);

  it('where every row has one recording and every recording its row', () => {
    expect(is('Q001.mp3', 'Q002.mp3')).toBe(true);
    expect(is('Q002.mp3', 'Q001.mp3')).toBe(true);
  });

  it('not with a row, a recording or a doubt left', () => {
    expect(is('Q001.mp3')).toBe(false);
    expect(is('Q001.mp3', 'Q002.mp3', 'audio.mp3')).toBe(false);
    expect(is('Q001.mp3', 'Q001 (1).mp3')).toBe(false);
    expect(is()).toBe(false);
    expect(isOneToOne([], [])).toBe(false);
  });

  it('not with one row twice or a row that is not there', () => {
    const par = (gravacao: string, n: number) => ({
      gravacao,
      linha: n,
      regra: 'pessoa' as const,
      candidatas: [],
    });
    expect(isOneToOne([par('a', 2), par('b', 2)], linhas)).toBe(false);
    expect(isOneToOne([par('a', 2), par('b', 9)], linhas)).toBe(false);
    expect(isOneToOne([par('a', 2), par('b', 3)], linhas)).toBe(true);
  });
});

describe('duplicateRows', () => {
  it('names what stands in more than one row, however it is written', () => {
    const linhas = [
      linha(4, { identificador: 'q-7', telefone: '11987654321', arquivo: 'A.mp3' }),
      linha(2, { identificador: 'Q007', telefone: '(11) 98765-4321 / 3333-4444', arquivo: 'a.mp3' }),
      linha(3, { identificador: 'Q008', telefone: '(21) 98765-4321' }),
      linha(5, {}),
      linha(6, {}),
    ];
    expect(duplicateRows(linhas)).toEqual([
      {
        campo: 'identificador',
        valor: 'Q007',
        linhas: [2, 4],
        texto: '2 linhas têm o mesmo identificador: “Q007”.',
      },
      {
        campo: 'telefone',
        valor: '(11) 98765-4321 / 3333-4444',
        linhas: [2, 4],
        texto: '2 linhas têm o mesmo telefone: “(11) 98765-4321 / 3333-4444”.',
      },
      { campo: 'arquivo', valor: 'a.mp3', linhas: [2, 4], texto: '2 linhas têm o mesmo arquivo: “a.mp3”.' },
    ]);
  });

  it('says nothing of rows that differ', () => {
    expect(duplicateRows([linha(1, { identificador: '1' }), linha(2, { identificador: '11' })])).toEqual([]);
  });
});
