import type { Mapa } from '@escuta/shared/contracts/surveys/confrontos';
import { describe, expect, it } from 'vitest';
import {
  cellAt,
  describeCell,
  gridOf,
  groupsOf,
  mergeMap,
  queueLength,
  queueOf,
  stepInQueue,
  withVerdict,
} from './map-grid.ts';

const p = (id: string) => ({ id, codigo: id.toUpperCase(), texto: `Pergunta ${id}` });
const line = (id: string, c: string, more: Partial<Mapa['linhas'][number]> = {}): Mapa['linhas'][number] => ({
  id,
  item: `i-${id}`,
  nome: `Pessoa ${id}`,
  agente: 'ana',
  versao: 'v1',
  em: `2026-03-0${id}T10:00:00Z`,
  propria: false,
  c,
  ia: c,
  m: '-'.repeat(c.length),
  ...more,
});
const mapa: Mapa = {
  versoes: [
    {
      id: 'v1',
      questionario_id: 'q',
      questionario_nome: 'Q',
      numero: 1,
      perguntas: [p('a'), p('b'), p('velha')],
    },
    {
      id: 'v2',
      questionario_id: 'q',
      questionario_nome: 'Q',
      numero: 2,
      perguntas: [p('b'), p('a'), p('nova')],
    },
  ],
  entrevistadores: [
    { id: 'ana', nome: 'Ana' },
    { id: 'bia', nome: 'Bia' },
  ],
  filtros: {
    versoes: [{ id: 'v1', questionario_id: 'q', questionario_nome: 'Q', numero: 1 }],
    entrevistadores: [{ id: 'ana', nome: 'Ana' }],
    sem_entrevistador: false,
  },
  linhas: [
    line('1', 'CDR'),
    line('2', 'NCC', { versao: 'v2', agente: 'bia' }),
    line('3', 'CCX', { agente: null }),
  ],
  total: 3,
  ate: '2026-03-04T10:00:00Z',
};

describe('gridOf', () => {
  it('joins versions by their questions, the newest first', () => {
    const { colunas, linhas } = gridOf(mapa, 'tempo');
    expect(colunas.map(({ id }) => id)).toEqual(['b', 'a', 'nova', 'velha']);
    expect(linhas.map(({ id, letras }) => [id, letras])).toEqual([
      ['3', 'CC X'],
      ['2', 'NCC '],
      ['1', 'DC R'],
    ]);
  });
  it('puts the worst first: accusations before what is open', () => {
    expect(gridOf(mapa, 'piores').linhas.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });
  it('puts first the rows that need a person, and leaves rows in their places while somebody judges', () => {
    const waiting = gridOf(mapa, 'pendentes');
    expect(waiting.linhas.map(({ id, abertas, acusadas }) => [id, abertas, acusadas])).toEqual([
      ['1', 1, 1],
      ['2', 0, 1],
      ['3', 0, 0],
    ]);
    const judged = withVerdict(withVerdict(mapa, '1', 'velha', 'C', true), '1', 'b', 'C', true);
    expect(gridOf(judged, 'pendentes').linhas.map(({ id }) => id)).toEqual(['2', '3', '1']);
    const later = { ...judged, linhas: [...judged.linhas, line('4', 'CCC')] };
    expect(gridOf(later, 'pendentes', waiting.linhas).linhas.map(({ id }) => id)).toEqual([
      '4',
      '1',
      '2',
      '3',
    ]);
  });
  it('has nothing waiting in an interview that the caller did', () => {
    const own = {
      ...mapa,
      linhas: [line('1', 'CDR', { propria: true }), line('2', 'NCC', { versao: 'v2' })],
    };
    expect(gridOf(own, 'pendentes').linhas.map(({ id }) => id)).toEqual(['2', '1']);
  });
  it('sorts by interviewer', () => {
    expect(gridOf(mapa, 'entrevistador').linhas.map(({ agente }) => agente)).toEqual([
      'Ana',
      'Bia',
      'Sem entrevistador',
    ]);
  });
  it('has rates of what says something at its margins', () => {
    const { linhas, margens } = gridOf(mapa, 'tempo');
    expect(linhas[2]?.corretas).toEqual({ n: 1, d: 2, valor: 0.5, de: null, ate: null });
    expect(margens.map((one) => one && [one.n, one.d])).toEqual([[1, 3], [3, 3], [1, 1], null]);
  });
  it('has no cell where a version lacks the question', () => {
    const grade = gridOf(mapa, 'tempo');
    expect(cellAt(grade, 0, 2)).toBeNull();
    expect(cellAt(grade, 2, 0)).toMatchObject({
      veredito: 'diverge',
      coluna: { id: 'b' },
      linha: { id: '1' },
    });
    expect(cellAt(grade, 9, 0)).toBeNull();
  });
});

it('groupsOf counts accusations among applicable cells', () => {
  const groups = groupsOf(gridOf(mapa, 'tempo'), 'tempo');
  expect(groups.map(({ nome, entrevistas }) => [nome, entrevistas])).toEqual([
    ['Ana', 1],
    ['Bia', 1],
    ['Sem entrevistador', 1],
  ]);
  expect(groups[0]?.celulas.map(({ falhas, aplicaveis }) => [falhas, aplicaveis])).toEqual([
    [1, 1],
    [0, 1],
    [0, 0],
    [0, 1],
  ]);
});

it('groupsOf puts first whose interviews need a person, or fail most, as rows are', () => {
  const linhas = [
    line('1', 'CCD', { agente: 'ana' }),
    line('2', 'CDD', { agente: 'ana' }),
    line('3', 'CCR', { agente: 'bia' }),
  ];
  const grade = gridOf({ ...mapa, linhas }, 'tempo');
  const order = (ordem: Parameters<typeof groupsOf>[1]) => groupsOf(grade, ordem).map(({ nome }) => nome);
  expect([order('pendentes'), order('piores'), order('tempo')]).toEqual([
    ['Bia', 'Ana'],
    ['Ana', 'Bia'],
    ['Ana', 'Bia'],
  ]);
});

it('takes the interview as the unit of an interviewer, and has no interval of one interview', () => {
  const share = (interviews: number) => {
    const linhas = Array.from({ length: interviews }, (_, n) => line(String(n), n % 2 ? 'CCC' : 'DDD'));
    return gridOf({ ...mapa, linhas }, 'tempo');
  };
  expect(groupsOf(share(9), 'tempo')[0]?.corretas).toMatchObject({ n: 12, d: 27, de: null, ate: null });
  const twenty = share(20);
  // Ten of twenty interviews agree in all cells, so the interviewer's interval equals that of a question with 10 of 20.
  expect(groupsOf(twenty, 'tempo')[0]?.corretas?.de).toBeCloseTo(twenty.margens[0]?.de ?? Number.NaN, 12);
  expect(twenty.linhas[0]?.corretas).toMatchObject({ d: 3, de: null });
});

describe('the queue', () => {
  const grade = gridOf(mapa, 'tempo');
  it('has what is open first, then accusations', () => {
    expect(queueOf(grade)).toEqual([
      { row: 2, column: 3 },
      { row: 1, column: 0 },
      { row: 2, column: 0 },
    ]);
  });
  it('holds nothing of an interview that whoever looks did', () => {
    const [first, ...rest] = mapa.linhas;
    const own = gridOf({ ...mapa, linhas: [{ ...first!, propria: true }, ...rest] }, 'tempo');
    expect(queueOf(own)).toEqual([{ row: 1, column: 0 }]);
    expect(queueLength(own)).toBe(1);
    expect(stepInQueue(own, { row: 1, column: 0 }, 1)).toEqual({ row: 1, column: 0 });
  });
  it('goes round, and begins at either end', () => {
    expect(stepInQueue(grade, null, 1)).toEqual({ row: 2, column: 3 });
    expect(stepInQueue(grade, null, -1)).toEqual({ row: 2, column: 0 });
    expect(stepInQueue(grade, { row: 2, column: 0 }, 1)).toEqual({ row: 2, column: 3 });
  });
  it('leaves out what a person judged, and goes on from there', () => {
    const judged = gridOf(withVerdict(mapa, '2', 'b', 'C', true), 'tempo');
    expect(queueOf(judged)).toHaveLength(2);
    expect([queueLength(grade), queueLength(judged)]).toEqual([3, 2]);
    expect(stepInQueue(judged, { row: 1, column: 0 }, 1)).toEqual({ row: 2, column: 3 });
    expect(stepInQueue(gridOf({ ...mapa, linhas: [] }, 'tempo'), null, 1)).toBeNull();
  });
});

describe('mergeMap', () => {
  it('puts changed and new rows in', () => {
    const merged = mergeMap(
      mapa,
      { ...mapa, linhas: [line('1', 'CCC'), line('4', 'CCC')], total: 4, ate: 'x' },
      2000,
    );
    expect(merged?.linhas.map(({ id, c }) => [id, c])).toEqual([
      ['1', 'CCC'],
      ['2', 'NCC'],
      ['3', 'CCX'],
      ['4', 'CCC'],
    ]);
    expect(merged?.ate).toBe('x');
  });
  it('offers the filters of what came', () => {
    const changes = { ...mapa, filtros: null, linhas: [line('3', 'CCX', { agente: null })] };
    expect(mergeMap(mapa, changes, 2000)?.filtros).toEqual({
      versoes: [
        expect.objectContaining({ id: 'v1', numero: 1 }),
        { id: 'v2', questionario_id: 'q', questionario_nome: 'Q', numero: 2 },
      ],
      entrevistadores: mapa.entrevistadores,
      sem_entrevistador: true,
    });
  });
  it('gives up where rows have gone', () => {
    expect(mergeMap(mapa, { ...mapa, linhas: [], total: 2 }, 2000)).toBeNull();
  });
});

it('tells a verdict after a correction from the AI’s own and from a person’s', () => {
  const grade = gridOf({ ...mapa, linhas: [line('1', 'DDC', { ia: 'CCC', m: 'mp-' })] }, 'tempo');
  const said = [1, 0, 3].map((column) => describeCell(grade, { row: 0, column }).split(': ')[1]);
  expect(said).toEqual([
    'Diverge, após correção da transcrição, com observação',
    'Diverge, revisto por uma pessoa',
    'Confere',
  ]);
});

it('withVerdict marks a person, and takes the mark back', () => {
  const marked = { ...mapa, linhas: [line('1', 'CDR', { m: 'm--' })] };
  const given = withVerdict(withVerdict(marked, '1', 'a', 'I', true), '1', 'b', 'C', true);
  expect(given.linhas[0]).toMatchObject({ c: 'ICR', ia: 'CDR', m: 'bp-' });
  const undone = withVerdict(withVerdict(given, '1', 'a', 'C', false), '1', 'b', 'D', false);
  expect(undone.linhas[0]).toMatchObject({ c: 'CDR', m: 'm--' });
  expect(withVerdict(mapa, '1', 'unknown', 'C', true)).toEqual(mapa);
});
