import { expect, it } from 'vitest';
import { headingOf, labelOf } from './item.ts';

type Item = Parameters<typeof headingOf>[0];
const item = (fields: Partial<Item>) =>
  ({ perfil: 'ligacao', numeroDestino: null, nomeEntrevistado: null, arquivoNome: null, ...fields }) as Item;

it('names a call by its number and an interview by who was interviewed', () => {
  const call = item({ numeroDestino: '11987650002', nomeEntrevistado: 'Ana' });
  expect([headingOf(call), labelOf(call)]).toEqual(['(11) 98765-0002', '(11) 98765-0002']);
  expect(headingOf(item({ arquivoNome: 'a.mp3' }))).toBe('a.mp3');
  expect(headingOf(item({}))).toBe('Ligação sem número');
  const interview = item({ perfil: 'entrevista', numeroDestino: '11987650002', nomeEntrevistado: 'Ana' });
  expect([headingOf(interview), labelOf(interview)]).toEqual(['Ana', 'de Ana']);
  expect(headingOf(item({ perfil: 'entrevista' }))).toBe('Entrevista sem nome');
});
