import { describe, expect, it } from 'vitest';
import { callKeyText } from './call-key.ts';
import { orderOf, plainCell, readClock, readDuration, readMoment, readNumber } from './cells.ts';
import type { Mapeamento } from './fields.ts';
import { findHeading } from './heading.ts';
import { formulaQuestion, openQuestion, orderQuestion, SheetFigures, suggestedMapping } from './recognise.ts';
import { type LinhaImportada, metadataKey, RowReader } from './row.ts';
import { headerKey } from './titles.ts';
import { instantOf } from './wall-clock.ts';

const NBSP = '\u00a0';
const value = <T>(read: { valor: T } | { motivo: string }): T | string =>
  'valor' in read ? read.valor : read.motivo;

describe('number', () => {
  it.each([
    ['0800 727 1234', '08007271234'],
    ['8007271234', '08007271234'],
    ['+55 (85) 98888-7777', '85988887777'],
    ['5585988887777', '85988887777'],
    [`${NBSP}11${NBSP}98765-4321${NBSP}`, '11987654321'],
    ['011987654321', '11987654321'],
    ['0 15 11 98765-4321', '11987654321'],
    ['="11987654321"', '11987654321'],
    ['11987654321,0', '11987654321'],
    ['tel:+5511987654321', '11987654321'],
    ['+1 212 555 0100', '+12125550100'],
    ['2001', '2001'],
    ['*97', '*97'],
    [
      '1,19988E+10',
      'o Excel arredondou o número "1,19988E+10"; gere a planilha de novo, com a coluna formatada como texto',
    ],
    ['(11) 9', 'o número "(11) 9" não é um telefone'],
    ['abc', 'o número "abc" não é um telefone'],
    ['=1+1', 'o número "=1+1" não é um telefone'],
  ])('%s', (cell, read) => expect(value(readNumber(cell))).toBe(read));
});

describe('moment', () => {
  const shown = (cell: string, ordem: 'dma' | 'mda' = 'dma', from1904 = false): string => {
    const read = readMoment(cell, ordem, from1904);
    if ('motivo' in read) return read.motivo;
    const { ano, mes, dia, segundos } = read.valor;
    return `${ano}-${mes}-${dia} ${segundos ?? 'dia'}`;
  };
  it.each([
    ['2026-11-16 08:06:15', '2026-11-16 29175'],
    ['16/11/2026 08:06', '2026-11-16 29160'],
    ['16-11-26', '2026-11-16 dia'],
    ['16 de nov de 2026 8:06', '2026-11-16 29160'],
    ['20261116080615', '2026-11-16 29175'],
    ['45234,5', '2023-11-4 43200'],
    ['31/02/2026', 'a data "31/02/2026" não existe'],
    ['2026-11-16 25:00', 'a hora de "2026-11-16 25:00" não existe'],
    ['ontem', 'a data "ontem" não foi entendida'],
  ])('%s', (cell, read) => expect(shown(cell)).toBe(read));

  it('of an Excel file that counts from 1904, and of mm/dd', () => {
    expect(shown('43772', 'dma', true)).toBe('2023-11-4 dia');
    expect(shown('11/16/2026 8:06 PM', 'mda')).toBe('2026-11-16 72360');
    expect([
      orderOf('16/11/2026'),
      orderOf('11/16/2026'),
      orderOf('05/06/2026'),
      orderOf('2026-05-06'),
    ]).toEqual(['dma', 'mda', 'ambigua', null]);
  });

  it('is the time of São Paulo, with and without daylight saving, unless another zone is chosen', () => {
    const at = (ano: number, mes: number, fuso: Mapeamento['fuso']) =>
      new Date(instantOf({ ano, mes, dia: 16, segundos: null, offset: null }, 28_800, fuso)).toISOString();
    expect(at(2026, 1, 'America/Sao_Paulo')).toBe('2026-01-16T11:00:00.000Z');
    expect(at(2018, 1, 'America/Sao_Paulo')).toBe('2018-01-16T10:00:00.000Z');
    expect(at(2026, 1, 'America/Manaus')).toBe('2026-01-16T12:00:00.000Z');
  });
});

it('durations: 00:03:10, 190 and 3,16 are the same', () => {
  for (const cell of ['00:03:10', '3:10', '190', '3,16', '3min 10s', '0,002199074074', '190 s'])
    expect([cell, value(readDuration(cell, 'segundos'))]).toEqual([cell, 190]);
  expect(value(readDuration('3', 'minutos'))).toBe(180);
  expect(value(readDuration('3:75', 'segundos'))).toBe('a duração "3:75" não foi entendida');
  expect(value(readClock('08:06:15'))).toBe(29_175);
  expect(plainCell(`'0${NBSP}1`)).toBe('0 1');
});

describe('a row', () => {
  const mapeamento: Mapeamento = {
    colunas: ['inicio', 'fim', 'numero', 'nome', 'metadado'],
    ordem: null,
    fuso: 'America/Sao_Paulo',
    duracao: 'segundos',
    criar_agentes: false,
  };
  const titulos = ['Início', 'Fim', 'Telefone', 'Cliente', '__proto__'];
  const reader = new RowReader({
    titulos,
    mapeamento,
    ordem: 'dma',
    de1904: false,
    ate: Date.UTC(2026, 10, 20),
  });
  const reasons = (...celulas: string[]): string[] | LinhaImportada => {
    const read = reader.read(celulas);
    return read.tipo === 'recusada' ? read.motivos : read;
  };

  it('says every reason for its refusal', () => {
    expect(reasons('16/11/2026 08:00', '16/11/2026 07:00', '', 'x'.repeat(201))).toEqual([
      'falta o número',
      'o fim é anterior ao início',
      'o nome do cliente tem mais de 200 caracteres',
    ]);
    expect(reasons('21/11/2026 08:00', '', '11987654321')).toEqual([
      'o início "21/11/2026 08:00" está no futuro',
    ]);
    expect(reasons(...titulos)).toEqual({ tipo: 'resumo' });
    expect(reasons('Total', '', '42')).toEqual({ tipo: 'resumo' });
    const byNumber = new RowReader({
      titulos: ['Telefone', 'Início'],
      mapeamento: { ...mapeamento, colunas: ['numero', 'inicio'] },
      ...{ ordem: 'dma', de1904: false, ate: Date.UTC(2026, 10, 20) },
    });
    // A count in the column of start times also marks a summary.
    expect(byNumber.read(['Total', '8'])).toEqual({ tipo: 'resumo' });
    // A call of a person named Total stays a call.
    expect(reasons('16/11/2026 08:00', '', '11987654321', 'Total')).not.toEqual({ tipo: 'resumo' });
  });

  it('becomes a call, with its duration from start to end and what else it has; a formula is text', () => {
    const read = reasons('16/11/2026 23:59:00', '00:01:00', '11 98765-4321', '=1+1', 'valor');
    expect(read).toEqual({
      tipo: 'ligacao',
      ligacao: {
        inicio: Date.UTC(2026, 10, 17, 2, 59),
        fim: Date.UTC(2026, 10, 17, 3, 1),
        duracao: 120,
        numero: '11987654321',
        ramal: null,
        agente: null,
        nome: '=1+1',
        arquivo: null,
        uniqueId: null,
        metadata: { 'coluna __proto__': 'valor' },
      },
    });
    expect(metadataKey('Fila')).toBe('Fila');
  });

  it('is the same call with or without +55, and another one with another extension', () => {
    const call = { inicio: 1_790_000_000_400, numero: '11987654321', ramal: 'sip/1', arquivo: null };
    expect(
      callKeyText({ ...call, numero: '+5511987654321', ramal: 'SIP/1 ', inicio: 1_790_000_000_900 }),
    ).toBe(callKeyText(call));
    expect(callKeyText({ ...call, ramal: 'sip/2' })).not.toBe(callKeyText(call));
  });
});

describe('columns', () => {
  const look = (rows: string[][]) => {
    const linhas = rows.map((celulas, at) => ({ n: at + 1, celulas }));
    const figures = new SheetFigures(findHeading(linhas));
    for (const linha of linhas) figures.add(linha);
    const { colunas, duracao } = figures.result(null);
    const mapeamento = suggestedMapping(colunas, duracao);
    return {
      colunas,
      mapeamento,
      origem: figures.cabecalho.origem,
      aberta: openQuestion(colunas, mapeamento),
    };
  };

  it('quote the rounded number of the file, also one that is no example', () => {
    const celulas = ['11987654321', '11987654322', '11987654323', '11987654324', '1,14999E+10'];
    const figures = new SheetFigures(findHeading([{ n: 1, celulas: ['Telefone'] }]));
    for (const [at, cell] of celulas.entries()) figures.add({ n: at + 2, celulas: [cell] });
    expect(figures.result(null).avisos).toEqual([expect.stringContaining('há números como 1,14999E+10:')]);
  });

  it('are found by name and, without a known name, by their contents', () => {
    const { mapeamento, aberta } = look([
      ['Relatório de janeiro'],
      ['Quando', 'Falou com', 'Operador', 'Tempo (min)'],
      ...Array.from({ length: 10 }, (_, n) => [`1${n}/01/2026 08:00`, `1198765432${n}`, 'Ana', '3']),
    ]);
    expect([mapeamento.colunas, mapeamento.duracao]).toEqual([
      ['inicio', 'numero', 'agente', 'duracao'],
      'minutos',
    ]);
    expect(aberta).toContain('“Quando” não foi reconhecida com certeza');
  });

  it.each([
    ['3cx', ['Call Time', 'Caller ID', 'Destination', 'Status', 'Ringing', 'Talking', 'Cost', 'Reason']],
    [
      'issabel',
      [
        'Date',
        'Source',
        'Ring Group',
        'Destination',
        'Src. Channel',
        'Account Code',
        'Dst. Channel',
        'Status',
        'Duration',
      ],
    ],
    ['vonix', ['Callid', 'Data/Hora', 'Fila', 'Agente', 'Ramal', 'Origem', 'Destino', 'Duração']],
    [
      'genesys',
      ['Conversation ID', 'Users', 'Remote', 'Date', 'Duration', 'Direction', 'ANI', 'DNIS', 'Queue'],
    ],
    ['freepbx', ['calldate', 'clid', 'src', 'dst', 'dcontext', 'channel', 'duration', 'billsec', 'uniqueid']],
  ])('of %s are known without a question', (origem, titulos) => {
    const found = look([
      titulos,
      titulos.map((titulo) => (/date|time|data/iu.test(titulo) ? '2026-01-16 08:00:00' : '11987654321')),
    ]);
    expect([found.origem, found.aberta]).toEqual([origem, null]);
  });

  it('decide between dd/mm and mm/dd; what fits both is asked, and so are two formats in one file', () => {
    const order = (...dias: string[]) => {
      const { colunas, mapeamento } = look([
        ['Início', 'Telefone'],
        ...dias.map((dia) => [dia, '11987654321']),
      ]);
      return [colunas[0]?.ordem, orderQuestion(colunas, mapeamento)?.ordem ?? null];
    };
    expect(order('05/06/2026', '16/06/2026')).toEqual(['dma', null]);
    expect(order('05/06/2026', '06/16/2026')).toEqual(['mda', null]);
    expect(order('05/06/2026', '06/07/2026')).toEqual(['ambigua', 'ambigua']);
    expect(order('16/06/2026', '06/16/2026')).toEqual(['mista', 'mista']);
  });

  it('are remembered by the heading, also of the file of refused rows', () => {
    expect(headerKey(['Início ', 'TELEFONE', 'Motivo'])).toBe(headerKey(['inicio', 'Telefone']));
  });
});

it('formulas without a value ask for the sheet to be saved again, or the column to be ignored', () => {
  const coluna = { titulo: 'Telefone', exemplos: [], preenchidas: 0, ordem: null, certa: false };
  const colunas = [{ ...coluna, sugestao: 'numero' as const, formulas: { celula: 'E2', n: 2 } }];
  expect(formulaQuestion(colunas, { colunas: ['numero'] })).toContain(
    'A coluna “Telefone” tem fórmulas sem o valor calculado (2 células, da E2 em diante)',
  );
  expect(formulaQuestion(colunas, { colunas: ['ignorar'] })).toBeNull();
});
