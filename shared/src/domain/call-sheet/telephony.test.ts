import { describe, expect, it } from 'vitest';
import { readCall, readingCall } from '../../../../worker/src/imports/rows-of-call.ts';
import { partyNumber } from './direction.ts';
import { holdsCalls } from './heading.ts';
import { LegIndex, type Marcas } from './leg-index.ts';
import { Legs, PERNAS_GUARDADAS, type Perna } from './legs.ts';
import { firstPhone } from './phone-text.ts';
import { suggestedMapping } from './recognise.ts';
import { RowReader } from './row.ts';
import { asteriskTitles, withDirections } from './titles.ts';

const marks = (given: Partial<Marcas>): Marcas => ({
  ...{ ligacao: '', uniqueId: '', canal: '', canalDestino: '', chamada: '', de: null, ate: null },
  ...given,
});

describe('rows of one call', () => {
  it('are found wherever they stand, and the last one is known before it is read', () => {
    const index = new LegIndex(true);
    index.add(2, marks({ ligacao: '1763980000.01', uniqueId: '1763980000.01' }));
    index.add(3, marks({ uniqueId: '1763980000.09' }));
    index.add(9, marks({ ligacao: '1763980000.01', uniqueId: '1763980000.05' }));
    // The only identifier names a channel of an earlier row; a dash is a placeholder.
    index.add(12, marks({ uniqueId: '1763980000.05' }));
    index.add(13, marks({ uniqueId: '-' }));
    index.add(14, marks({ uniqueId: '-' }));
    const grupos = index.end();
    expect([2, 9, 12].map((n) => [grupos.firstOf(n), grupos.lastOf(n)])).toEqual([
      [2, 12],
      [2, 12],
      [2, 12],
    ]);
    expect([3, 13, 14].map((n) => grupos.lastOf(n))).toEqual([null, null, null]);
  });

  it('a restarted exchange counts its channels anew: an hour later it is another call', () => {
    const index = new LegIndex(true);
    const canal = 'Local/2001@from-queue-00000001;2';
    index.add(2, marks({ canal, uniqueId: '1763980000.01', de: 0, chamada: 'a' }));
    index.add(
      3,
      marks({ canalDestino: canal.replace(';2', ';1'), uniqueId: '1763980000.02', de: 60_000, chamada: 'b' }),
    );
    index.add(4, marks({ canal, uniqueId: '1763990000.01', de: 7_200_000, chamada: 'c' }));
    const grupos = index.end();
    expect([grupos.lastOf(2), grupos.lastOf(4)]).toEqual([3, null]);
  });

  it('fit into the call: of a queue that rang many, the first ones and the main one stay, with the total', () => {
    const perna = (n: number): Perna => ({
      n,
      metade: false,
      ligacao: {
        ...{
          inicio: 1000 * n,
          fim: null,
          duracao: n === 500 ? 180 : 0,
          numero: '11987650001',
          ramal: `${2000 + n}`,
        },
        ...{ agente: null, nome: null, arquivo: null, uniqueId: '1763980000.01', metadata: {} },
      },
    });
    const legs = new Legs();
    for (let n = 1; n <= 500; n += 1) legs.add(perna(n));
    const { ligacao } = legs.call() ?? perna(0);
    const { metadata, duracao, ramal } = ligacao;
    const kept = metadata.pernas as { linha: number; principal?: true }[];
    expect([duracao, ramal, metadata.pernas_total]).toEqual([180, '2500', 500]);
    expect([kept.length, kept.at(-1)]).toEqual([
      PERNAS_GUARDADAS.n,
      expect.objectContaining({ linha: 500, principal: true }),
    ]);
    expect(JSON.stringify(kept).length).toBeLessThanOrEqual(PERNAS_GUARDADAS.json + 200);
  });
});

it('a call of many rows is read row by row: the reader can stop between two', () => {
  const reader = new RowReader({
    titulos: ['Início', 'Telefone', 'Duração'],
    mapeamento: { ...suggestedMapping([], 'segundos'), colunas: ['inicio', 'numero', 'duracao'] },
    ...{ ordem: 'dma' as const, de1904: false, ate: Date.UTC(2027, 0, 1) },
  });
  const linhas = Array.from({ length: 300 }, (_, at) => ({
    ...{ n: at + 2, celulas: ['20/11/2026 10:00:00', '11987650001', `${at}`] },
  }));
  const steps = readingCall(reader, linhas);
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses += 1;
  expect(pauses).toBe(300);
  expect(step.value).toEqual(readCall(reader, linhas));
  expect(step.value.chamada?.ligacao.duracao).toBe(299);
});

it('a long cell is not searched for a number', () => {
  for (const cell of ['-'.repeat(32_000), 'a'.repeat(32_000), '1'.repeat(32_000)]) {
    expect(firstPhone(cell)).toBe(cell);
    expect(partyNumber(cell)).toBe(cell);
  }
});

describe('formats', () => {
  it("a mapping remembered from before directions gets the columns of today; a person's change stays", () => {
    const titulos = ['calldate', 'src', 'dst', 'dcontext', 'billsec', 'uniqueid'];
    expect(
      withDirections(['inicio', 'ramal', 'numero', 'metadado', 'duracao', 'unique_id'], titulos, 'freepbx'),
    ).toEqual(['inicio', 'origem', 'destino', 'contexto', 'duracao', 'unique_id']);
    expect(withDirections(['inicio', 'nome', 'numero'], ['Quando', 'Quem', 'Fone'], null)).toEqual([
      'inicio',
      'nome',
      'numero',
    ]);
  });

  it('Master.csv has 16 to 21 columns, depending on the configuration', () => {
    const row = (...more: string[]) => [...Array<string>(16).fill('x'), ...more];
    const last = (...more: string[]) => asteriskTitles(row(...more)).slice(16);
    expect(last()).toEqual([]);
    expect(last('1763980000.01')).toEqual(['uniqueid']);
    expect(last('anotação')).toEqual(['userfield']);
    expect(last('1763980000.01', '')).toEqual(['uniqueid', 'userfield']);
    expect(last('', '1763980000.01', '7')).toEqual(['peeraccount', 'linkedid', 'sequence']);
    expect(last('1763980000.02', '', '', '1763980000.01', '7').length).toBe(5);
  });

  it('a cover sheet has no calls', () => {
    const rows = (...linhas: string[][]) => linhas.map((celulas, at) => ({ n: at + 1, celulas }));
    expect(
      holdsCalls(rows(['Relatório'], ['Empresa', 'Exemplo'], ['Período', 'de 01/11/2026 a 30/11/2026'])),
    ).toBe(false);
    expect(holdsCalls(rows(['Data', 'Telefone'], ['20/11/2026', '11987650001']))).toBe(true);
    expect(holdsCalls(rows(['20/11/2026 10:00', '(11) 98765-0001']))).toBe(true);
  });
});
