import { expect, it } from 'vitest';
import { readingDiff, wordDiff } from './word-diff.ts';

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

it('does not take the options that are read with a question for additions', () => {
  const read = (heard: string) =>
    readingDiff('Como é o preço da passagem?', ['Barato', 'Justo', 'Caro'], heard)
      .map(({ texto, tipo }) => (tipo === 'igual' ? texto : `${tipo === 'faltou' ? '-' : '+'}${texto}`))
      .join(' ');
  expect(read('como é o preço da passagem barato justo caro')).toBe('Como é o preço da passagem?');
  expect(read('como é o preço da passagem barato justo ou caro')).toBe('Como é o preço da passagem?');
  expect(read('como é ou seria o preço da passagem barato justo ou caro')).toBe(
    'Como é +ou +seria o preço da passagem?',
  );
  // An option that was not read is shown with the options, not in the question.
  expect(read('como é o preço da passagem barato caro')).toBe('Como é o preço da passagem?');
  // Only part of the question was read, and no option.
  expect(read('como é o preço')).toBe('Como é o preço -da -passagem?');
  expect(read('como é o preço absurdo da passagem barato justo caro né')).toBe(
    'Como é o preço +absurdo da passagem? +né',
  );
});
