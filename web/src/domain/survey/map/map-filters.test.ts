import { expect, it } from 'vitest';
import { questionnaireOptions } from './map-filters.tsx';

const versao = (questionario: string, numero: number) => ({
  id: `${questionario}${numero}`,
  questionario_id: questionario,
  questionario_nome: questionario.toUpperCase(),
  numero,
});

it('offers nothing of one questionnaire with one version', () => {
  expect(questionnaireOptions([versao('a', 1)])).toEqual([]);
});

it('offers versions of one questionnaire', () => {
  expect(questionnaireOptions([versao('a', 2), versao('a', 1)])).toEqual([
    { value: 'a2', label: 'Versão 2' },
    { value: 'a1', label: 'Versão 1' },
  ]);
});

it('offers questionnaires, and versions of those that have several', () => {
  expect(questionnaireOptions([versao('a', 2), versao('a', 1), versao('b', 1)])).toEqual([
    { value: 'a', label: 'A' },
    { value: 'a2', label: 'A, versão 2' },
    { value: 'a1', label: 'A, versão 1' },
    { value: 'b', label: 'B' },
  ]);
});
