import { describe, expect, it } from 'vitest';
import { filtroDaLista, filtroSchema, SEM_FILTRO, selecaoSchema } from './filtro.ts';
import { countConditions, SELECAO_IDS_MAX } from './filtro-campos.ts';
import { asListAddress, conditionsOf, listFilter } from './filtro-endereco.ts';
import type { Filtro } from './filtro-tabela.ts';

const status: Filtro = { campo: 'status', op: 'um_de', valor: ['erro'] };

describe('filtroSchema', () => {
  it('takes conditions, all, any and not, and gives back what it was given', () => {
    const filtro: Filtro = {
      todas: [
        status,
        {
          qualquer: [
            { campo: 'nota', op: 'ate', valor: 40 },
            { nao: { campo: 'gravacao', op: 'igual', valor: true } },
          ],
        },
        { campo: 'agente', op: 'um_de', valor: ['nenhum'] },
      ],
    };
    expect(filtroSchema.parse(filtro)).toEqual(filtro);
    expect(filtroSchema.parse(SEM_FILTRO)).toEqual(SEM_FILTRO);
  });

  it.each([
    ['a field that is none', { campo: 'senha', op: 'igual', valor: 'x' }],
    ['an operation of another field', { campo: 'status', op: 'de', valor: 'erro' }],
    ['a value of another type', { campo: 'nota', op: 'de', valor: '40' }],
    ['more than it knows', { ...status, sql: '1=1' }],
    ['no day', { campo: 'data_ligacao', op: 'de', valor: '2026-02-31' }],
    ['too deep', { nao: { nao: { nao: { nao: status } } } }],
    [
      'too many',
      { todas: Array.from({ length: 3 }, () => ({ qualquer: Array.from({ length: 20 }, () => status) })) },
    ],
  ])('refuses %s', (_, given) => {
    expect(filtroSchema.safeParse(given).success).toBe(false);
  });
});

describe('listFilter', () => {
  it('says what the address of a list says, by the day that was chosen', () => {
    const asked = filtroDaLista.parse({
      data: 'ligacao',
      de: '2026-10-01',
      ate: '2026-10-31',
      nota_ate: '40',
      alertas: 'com',
    });
    expect(listFilter(asked)).toEqual({
      todas: [
        { campo: 'data_ligacao', op: 'de', valor: '2026-10-01' },
        { campo: 'data_ligacao', op: 'ate', valor: '2026-10-31' },
        { campo: 'nota', op: 'ate', valor: 40 },
        { campo: 'alertas', op: 'de', valor: 1 },
      ],
    });
    expect(countConditions(listFilter(asked))).toBe(4);
    expect(filtroSchema.safeParse(listFilter(asked)).success).toBe(true);
  });

  it.each<[string, string]>([
    ['nota_de=0', 'nota de 0'],
    ['avaliada=nao&revisada=sim', 'avaliada igual false; revisada igual true'],
    ['inaudivel=sim', 'inaudivel igual true'],
    ['hora=0&dia_semana=7', 'hora um_de 0; dia_semana um_de 7'],
    ['tipo=ligacao&agente_id=nenhum', 'tipo um_de ligacao; agente um_de nenhum'],
    ['q=%20%20', ''],
    ['hora=24', 'refused'],
    ['dia_semana=0', 'refused'],
    ['revisada=talvez', 'refused'],
    ['importacao_id=1', 'refused'],
    ['de=ontem', 'refused'],
  ])('reads what links of reports and clients of the API write: %s', (address, conditions) => {
    const read = filtroDaLista.safeParse(Object.fromEntries(new URLSearchParams(address)));
    const said = read.success
      ? conditionsOf(listFilter(read.data)).map(({ campo, op, valor }) => `${campo} ${op} ${valor}`)
      : ['refused'];
    expect(said.join('; ')).toBe(conditions);
  });
});

describe('selecaoSchema', () => {
  const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

  it('takes ids once each, or a filter with what was taken out of it', () => {
    expect(selecaoSchema.parse({ ids: [id(1), id(2), id(1)] })).toEqual({ ids: [id(1), id(2)] });
    expect(selecaoSchema.parse({ filtro: status, exceto: [] })).toEqual({ filtro: status, exceto: [] });
  });

  it.each([
    ['nothing', { ids: [] }],
    ['both', { ids: [id(1)], filtro: status, exceto: [] }],
    ['too many ids', { ids: Array.from({ length: SELECAO_IDS_MAX + 1 }, (_, n) => id(n)) }],
    ['a filter that is none', { filtro: { campo: 'senha' }, exceto: [] }],
  ])('refuses %s', (_, given) => {
    expect(selecaoSchema.safeParse(given).success).toBe(false);
  });
});

describe('asListAddress', () => {
  const id = '0193c1f0-0000-7000-8000-000000000001';
  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    [
      'each word at once',
      {
        q: 'ana',
        status: 'erro',
        tipo: 'ligacao',
        data: 'ligacao',
        de: '2026-10-01',
        ate: '2026-10-31',
        agente_id: id,
        nota_de: 10,
        nota_ate: 40,
        sentimento: 'negativo',
        alertas: 'com',
        revisado_por: 'nenhum',
        gravacao: 'sem',
        importacao_id: id,
        lote_gravacoes_id: id,
        lote_id: id,
      },
    ],
    ['the other of two', { data: 'entrada', ate: '2026-10-31', alertas: 'sem', gravacao: 'com' }],
  ])('gives back the address that listFilter read: %s', (_, address) => {
    expect(asListAddress(listFilter(filtroDaLista.parse(address)))).toEqual(address);
  });

  it('reads one condition, and conditions within conditions that all have to hold', () => {
    expect(asListAddress(status)).toEqual({ status: 'erro' });
    expect(asListAddress({ todas: [{ todas: [status] }] })).toEqual({ status: 'erro' });
  });

  it.each<[string, Filtro]>([
    ['a choice', { qualquer: [status] }],
    ['a contrary', { todas: [{ nao: status }] }],
    ['several values', { campo: 'status', op: 'um_de', valor: ['erro', 'pendente'] }],
    ['a field that has no word', { campo: 'duracao', op: 'de', valor: 60 }],
    ['a number of alerts', { campo: 'alertas', op: 'de', valor: 2 }],
    ['the same twice', { todas: [status, status] }],
    [
      'days of both kinds',
      {
        todas: [
          { campo: 'data_ligacao', op: 'de', valor: '2026-10-01' },
          { campo: 'data_entrada', op: 'ate', valor: '2026-10-31' },
        ],
      },
    ],
  ])('is null for %s', (_, filtro) => {
    expect(asListAddress(filtro)).toBeNull();
  });
});
