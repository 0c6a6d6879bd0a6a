import { describe, expect, it } from 'vitest';
import {
  countConditions,
  type Filtro,
  filtroDaLista,
  filtroSchema,
  listFilter,
  SELECAO_IDS_MAX,
  SEM_FILTRO,
  selecaoSchema,
} from './filtro.ts';

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
