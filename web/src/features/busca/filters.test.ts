import { filtroSchema } from '@escuta/shared/domain/filters/filtro';
import { conditionsOf } from '@escuta/shared/domain/filters/filtro-endereco';
import { expect, it } from 'vitest';
import { askedFilters, readListFilters } from '../../kit/list/filter-params.ts';
import { boxesOf, filterOfSearch, SEARCH_FILTERS, searchQuery } from './filters.ts';

it('a kept search says the same boxes again, by days of the call and of entry', () => {
  const id = '0192f3a4-5b6c-7d8e-9f01-23456789abcd';
  for (const boxes of [
    { projeto: id, agente: 'nenhum', data: 'entrada', de: '2026-03-02', ate: '2026-03-29' },
    {
      data: 'ligacao',
      de: '2026-03-02',
      direcao: 'recebida',
      sentimento: 'negativo',
      nota: 'media',
      alertas: 'com',
      duracao: 'curta',
    },
    { nota: 'baixa', alertas: 'sem', duracao: 'longa' },
    {},
  ] as const) {
    const filtro = filterOfSearch(searchQuery({ q: 'multa', papel: 'cliente', ...boxes } as never));
    // Parses the filter, because the server stores and returns it parsed.
    expect(boxesOf(filtroSchema.parse(filtro))).toEqual(boxes);
  }
});

it('asks by every known address of a search what it always asked', () => {
  const id = '0192f3a4-5b6c-7d8e-9f01-23456789abcd';
  const known = [
    ['q=multa&papel=cliente', ''],
    [
      'projeto=ID&agente=nenhum&data=entrada&de=2026-03-02&ate=2026-03-29',
      'agente um_de nenhum; data_entrada ate 2026-03-29; data_entrada de 2026-03-02; projeto um_de ID',
    ],
    [
      'data=ligacao&de=2026-03-02&direcao=recebida&sentimento=negativo&nota=media&alertas=com&duracao=curta',
      'alertas de 1; data_ligacao de 2026-03-02; direcao um_de recebida; duracao ate 60; nota ate 79; nota de 50; sentimento um_de negativo',
    ],
    ['nota=baixa&alertas=sem&duracao=longa', 'alertas ate 0; duracao de 300; nota ate 49'],
    ['nota=alta&duracao=media', 'duracao ate 300; duracao de 60; nota de 80'],
    ['nota=boa&direcao=nenhum&projeto=1', 'direcao um_de nenhum'],
    ['ate=2026-03-29', 'data_ligacao ate 2026-03-29'],
    ['agente=ID', 'agente um_de ID'],
  ];
  const read = known.map(([address = '']) => {
    const filters = readListFilters(SEARCH_FILTERS, new URLSearchParams(address.replaceAll('ID', id)));
    const filtro = filterOfSearch(searchQuery(askedFilters<typeof SEARCH_FILTERS>(filters)));
    const written = conditionsOf(filtro).map(({ campo, op, valor }) => `${campo} ${op} ${valor}`);
    return [address, written.sort().join('; ').replaceAll(id, 'ID')];
  });
  expect(read).toEqual(known);
});
