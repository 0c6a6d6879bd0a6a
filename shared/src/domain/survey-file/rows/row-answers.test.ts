import { describe, expect, it } from 'vitest';
import { CELULA_MAX } from '../../interview/comparison/sheet-cell.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { answersOfRow, cellsOfLostSheet, columnsByQuestion } from './row-answers.ts';

const pergunta = (codigo: string, tipo: PerguntaLida['tipo'], ...opcoes: string[]): PerguntaLida => ({
  codigo,
  texto: 'Qual?',
  tipo,
  obrigatoria: true,
  ler_opcoes: true,
  instrucao: null,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes: opcoes.map((texto, at) => ({ texto, valor: at + 1, especial: null })),
  mostrar_se: null,
  avisos: [],
});
const coluna = (n: number, cabecalho: string, place: number | null, opcao: number | null = null) => ({
  n,
  cabecalho,
  papel: place === null ? ('ignorar' as const) : ('pergunta' as const),
  pergunta: place,
  opcao,
});

const PERGUNTAS = [pergunta('P1', 'escolha', 'Sim', 'Não'), pergunta('P2', 'multipla', 'Uva', 'Caju')];
const COLUNAS = [
  coluna(0, 'ID', null),
  coluna(1, 'P1', 0),
  coluna(2, 'P2 Uva', 1, 0),
  coluna(3, 'P2 Caju', 1, 1),
];
const IDS = [
  { id: 'p1', opcoes: ['sim', 'nao'] },
  { id: 'p2', opcoes: ['uva', 'caju'] },
];
const read = (...celulas: string[]) => answersOfRow(columnsByQuestion(PERGUNTAS, COLUNAS), IDS, celulas);

describe('the answers of a row', () => {
  it('are those that the cells say, and nothing of blank ones', () => {
    expect(read('1', 'Não', 'x', '')).toEqual([
      { perguntaId: 'p1', opcoes: ['nao'], texto: null, estado: null, celula: null },
      { perguntaId: 'p2', opcoes: ['uva'], texto: null, estado: null, celula: null },
    ]);
    expect(read('1', ' ', '', '')).toEqual([]);
  });

  it('keep the text of a cell that is not understood, of several with their headings', () => {
    expect(read('1', ' Talvez ', 'x', 'pode ser')).toEqual([
      { perguntaId: 'p1', opcoes: [], texto: null, estado: 'nao_reconhecida', celula: 'Talvez' },
      {
        perguntaId: 'p2',
        opcoes: [],
        texto: null,
        estado: 'nao_reconhecida',
        celula: 'P2 Uva: x; P2 Caju: pode ser',
      },
    ]);
  });

  it('keep no more of it than the limit, and nothing that no database can hold', () => {
    const [long] = read('1', 'é'.repeat(CELULA_MAX + 5), '', '');
    expect(long?.celula).toHaveLength(CELULA_MAX);
    const [broken] = read('1', 'tal\u0000vez\ud800', '', '');
    expect(broken?.celula).toBe('talvez\ufffd');
  });
});

describe('a row whose sheet is gone', () => {
  const filtered = [
    { id: 'p1', mostrarSe: null },
    { id: 'p2', mostrarSe: { perguntaId: 'p1', opcoes: ['sim'] } },
    { id: 'p3', mostrarSe: null },
  ];
  const lost = (dadas: Record<string, string[]>, ...suspeitas: string[]) =>
    cellsOfLostSheet(
      filtered,
      new Set(suspeitas),
      new Map(Object.entries(dadas).map(([id, opcoes]) => [id, { opcoes, texto: null }])),
    ).map(({ perguntaId, estado }) => [perguntaId, estado]);

  it('lacks what was not kept of columns with unread cells, and nothing of the others', () => {
    expect(lost({ p1: ['sim'] }, 'p1', 'p2')).toEqual([['p2', 'planilha_indisponivel']]);
    expect(lost({ p1: ['sim'] })).toEqual([]);
  });

  it('lacks nothing of a question that its answers lead past', () => {
    expect(lost({ p1: ['nao'] }, 'p2')).toEqual([]);
    // Without an answer to p1, the filter of p2 cannot exclude p2.
    expect(lost({}, 'p1', 'p2').map(([id]) => id)).toEqual(['p1', 'p2']);
  });
});
