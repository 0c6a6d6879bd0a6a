import { filtroSchema } from '@escuta/shared/domain/filtro';
import { expect, it } from 'vitest';
import { boxesOf, filterOfSearch, searchQuery } from './filters.ts';

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
    // What the server keeps and answers.
    expect(boxesOf(filtroSchema.parse(filtro))).toEqual(boxes);
  }
});
