import { expect, it } from 'vitest';
import { formValues, templateSchema, toContent } from '../editor/form-rules.ts';
import { type VersionContent, versionChanges } from './version-changes.ts';

const base = toContent(
  templateSchema.parse({ ...formValues(null), nome: 'Um', promptTemplate: 'Avalie.' }),
  {},
) as VersionContent;
const criterio = (id: string, fields: object = {}) => ({
  id,
  descricao: `Critério ${id}`,
  peso: 1,
  critico: false,
  ...fields,
});

it('finds nothing where nothing changed', () => {
  expect(versionChanges(base, { ...base })).toEqual([]);
});

it('says what became of each field, and keeps long texts apart', () => {
  expect(
    versionChanges(base, {
      ...base,
      nome: 'Dois',
      categoria: 'compliance',
      promptTemplate: 'Avalie {empresa}.',
      parametrosObrigatorios: ['empresa'],
      temperature: 0.2,
      formatoSaida: 'livre',
    }),
  ).toEqual([
    { campo: 'Nome', resumo: 'Um → Dois' },
    { campo: 'Categoria', resumo: 'Performance → Compliance' },
    { campo: 'Template de prompt', resumo: 'texto alterado', antes: 'Avalie.', depois: 'Avalie {empresa}.' },
    { campo: 'Parâmetros obrigatórios', resumo: 'nenhum → empresa' },
    { campo: 'Temperature', resumo: '0,7 → 0,2' },
    { campo: 'Formato de Saída', resumo: 'Estruturado (JSON) → Texto livre' },
  ]);
});

it('follows criteria by their ids: new, changed, moved, removed', () => {
  const older = { ...base, criterios: [criterio('a'), criterio('b'), criterio('c')] };
  const newer = {
    ...base,
    criterios: [criterio('b', { critico: true }), criterio('a', { descricao: 'Outro texto' }), criterio('d')],
  };
  expect(versionChanges(older, newer).map(({ campo, resumo }) => `${campo}: ${resumo}`)).toEqual([
    'Critério: Critério b (peso 1 → peso 1, crítico)',
    'Critério: Critério a → Outro texto',
    'Critério novo: Critério d (peso 1)',
    'Critério removido: Critério c',
    'Critérios: ordem alterada',
  ]);
});
