import { expect, it } from 'vitest';
import { wordDiff } from './word-diff.ts';

const text = (written: string, heard: string) =>
  wordDiff(written, heard)
    .map(({ texto, tipo }) => (tipo === 'igual' ? texto : `${tipo === 'faltou' ? '-' : '+'}${texto}`))
    .join(' ');

it('says which words are missing and which were added, in order', () => {
  expect(text('Qual nota o senhor dá ao serviço?', 'qual a nota que dá ao ótimo serviço')).toBe(
    'Qual +a nota -o -senhor +que dá ao +ótimo serviço?',
  );
});
it('does not mind accents, case and punctuation', () => {
  expect(text('Você mora aqui, senhor?', 'voce mora aqui senhor')).toBe('Você mora aqui, senhor?');
});
it('takes nothing on either side', () => {
  expect(text('', 'só isto')).toBe('+só +isto');
  expect(text('só isto', '')).toBe('-só -isto');
});
