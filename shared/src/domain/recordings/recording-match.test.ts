import { describe, expect, it } from 'vitest';
import {
  type CallFacts,
  type FileToSettle,
  findCall,
  isSamePhone,
  readRecordingName,
  saoPauloMoment,
  settle,
} from './recording-match.ts';

const at = (text: string): number => Date.parse(text);
const call = (id: string, fields: Partial<CallFacts> = {}): CallFacts => ({
  ...{ id, asteriskFilename: null, uniqueId: null, numero: null, ramal: null, agentes: [], momento: null },
  temGravacao: false,
  ...fields,
});
const MOMENT = at('2026-11-20T10:15:00-03:00');
const found = (nome: string, calls: readonly CallFacts[]) => findCall(readRecordingName(nome), calls);

describe('the name of a recording', () => {
  it.each([
    ['out-11987654321-2001-20261120-101500-1795180000.12.wav', '11987654321', '2001'],
    ['20261120_101500_2001_11987654321.mp3', '11987654321', '2001'],
    ['2001/2026-11-20/10-15-00 5511987654321.wav', '5511987654321', null],
    ['20-11-2026 10h15m00s ramal 2001 (11987654321).ogg', '11987654321', '2001'],
  ])('%s', (nome, numero, ramal) => {
    const facts = readRecordingName(nome);
    expect(facts.momento).toBe(MOMENT);
    expect(facts.numeros).toEqual([numero]);
    if (ramal) expect(facts.ramais).toContain(ramal);
  });

  it('a day alone is no moment, nor one that does not exist; the second in which Asterisk began a call is one', () => {
    expect(readRecordingName('20261120_11987654321.wav').momento).toBeNull();
    expect(readRecordingName('20260231-101500-2001.wav').momento).toBeNull();
    expect(readRecordingName('1795180000.12.wav')).toMatchObject({ momento: 1_795_180_000_000, numeros: [] });
    // Summer time in São Paulo ended in 2019.
    expect(saoPauloMoment(2018, 12, 1, 10, 0, 0)).toBe(at('2018-12-01T10:00:00-02:00'));
  });

  it('what the company’s pattern names stands', () => {
    const grupos = {
      agente: 'Ana_Souza',
      numero: '(11) 98765-4321',
      data: '20/11/2026',
      hora: '10:15',
      ramal: 'SIP/2001-0a',
    };
    expect(readRecordingName('x.wav', grupos)).toMatchObject({
      ...{ agente: 'ana souza', numeros: ['11987654321'], ramais: ['2001'], momento: MOMENT },
    });
  });

  it('telephones are one with or without country, area and ninth digit, and not where areas differ', () => {
    expect(isSamePhone('5511987654321', '11987654321')).toBe(true);
    expect(isSamePhone('87654321', '1187654321')).toBe(true);
    expect(isSamePhone('011987654321', '987654321')).toBe(true);
    expect(isSamePhone('11987654321', '21987654321')).toBe(false);
    expect(isSamePhone('4321', '11987654321')).toBe(false);
  });
});

describe('the call of a recording', () => {
  it('the name at the telephony says it, with or without folder, extension and case', () => {
    const calls = [
      call('a', { asteriskFilename: '/var/spool/2026/Out-1-2001.WAV' }),
      call('b', { asteriskFilename: 'out-1-2002' }),
    ];
    expect(found('meus/out-1-2001.mp3', calls)).toEqual({ kind: 'uma', regra: 'arquivo', id: 'a' });
    expect(found('out-1-200.wav', calls)).toEqual({ kind: 'nenhuma' });
  });

  it('an identifier is a whole piece of the name, never a part of a longer one', () => {
    const calls = [
      call('a', { uniqueId: '1795180000.1' }),
      call('b', { uniqueId: '1795180000.12' }),
      call('c', { uniqueId: 'pbx1-1795180000.7' }),
    ];
    expect(found('out-9-1795180000.12.wav', calls)).toMatchObject({ regra: 'unique_id', id: 'b' });
    expect(found('1795180000.1.wav', calls)).toMatchObject({ id: 'a' });
    expect(found('q-pbx1-1795180000.7.wav', calls)).toMatchObject({ id: 'c' });
    expect(found('21795180000.123.wav', calls)).toEqual({ kind: 'nenhuma' });
  });

  it('number and moment within 90 seconds; several are asked, and the nearest is not chosen', () => {
    const nome = '20261120-101500-11987654321.wav';
    const numero = '11987654321';
    const calls = [
      call('a', { numero, momento: MOMENT + 90_000 }),
      call('b', { numero, momento: MOMENT - 91_000 }),
    ];
    expect(found(nome, calls)).toEqual({ kind: 'uma', regra: 'numero_momento', id: 'a' });
    expect(found(nome, [...calls, call('c', { numero, momento: MOMENT })])).toEqual({
      kind: 'varias',
      ids: ['a', 'c'],
    });
    expect(found('20261120-11987654321.wav', calls)).toEqual({ kind: 'nenhuma' });
  });

  it('extension and moment; the agent whom a pattern named', () => {
    const calls = [
      call('a', { ramal: 'SIP/2001-00af', momento: MOMENT + 20_000, agentes: ['Ana Souza', 'M-7'] }),
    ];
    expect(found('20261120-101500-2001.wav', calls)).toMatchObject({ regra: 'ramal_momento', id: 'a' });
    const name = readRecordingName('x.wav', { agente: 'ana souza', data: '20261120', hora: '101500' });
    expect(findCall(name, calls)).toMatchObject({ regra: 'agente_momento', id: 'a' });
  });

  it('rules that contradict each other are asked about', () => {
    const calls = [
      call('a', { asteriskFilename: 'out-1795180000.12' }),
      call('b', { uniqueId: '1795180000.12' }),
    ];
    expect(found('out-1795180000.12.wav', calls)).toEqual({ kind: 'varias', ids: ['a', 'b'] });
  });
});

describe('recordings of a batch among each other', () => {
  const known = { temGravacao: () => false, keptBy: new Map(), decided: new Map(), taken: new Set<string>() };
  const file = (id: string, indice: number, sha256: string, one: FileToSettle['found']): FileToSettle => ({
    id,
    indice,
    sha256,
    found: one,
  });
  const uma = (id: string, regra: 'arquivo' | 'ramal_momento' = 'arquivo') =>
    ({ kind: 'uma', id, regra }) as const;
  const stands = (files: FileToSettle[], more = {}) =>
    Object.fromEntries(settle(files, { ...known, ...more }).map(({ id, situacao }) => [id, situacao]));

  it('a call gets one recording: the weaker rule asks, and two alike both do', () => {
    expect(stands([file('1', 0, 'x', uma('a', 'ramal_momento')), file('2', 1, 'y', uma('a'))])).toEqual({
      1: 'ambigua',
      2: 'pareada',
    });
    expect(stands([file('1', 0, 'x', uma('a')), file('2', 1, 'y', uma('a'))])).toEqual({
      1: 'ambigua',
      2: 'ambigua',
    });
    expect(stands([file('1', 0, 'x', uma('a'))], { taken: new Set(['a']) })).toEqual({ 1: 'ambigua' });
  });

  it('the same sound is kept once, and asked about where its names mean two calls', () => {
    const none = { kind: 'nenhuma' } as const;
    expect(stands([file('1', 0, 'x', none), file('2', 1, 'x', uma('a'))])).toEqual({
      1: 'repetida',
      2: 'pareada',
    });
    expect(stands([file('1', 0, 'x', uma('a')), file('2', 1, 'x', uma('b'))])).toEqual({
      1: 'ambigua',
      2: 'repetida',
    });
    expect(stands([file('1', 0, 'x', uma('a'))], { keptBy: new Map([['x', 'z']]) })).toEqual({
      1: 'repetida',
    });
  });

  it('a call that has a recording is not given another one by itself', () => {
    expect(stands([file('1', 0, 'x', uma('a'))], { temGravacao: () => true })).toEqual({ 1: 'ja_tem' });
  });
});
