import { expect, it } from 'vitest';
import { type ColumnDraft, changeColumn, changesOf, draftProblem } from './column-draft.ts';

const coluna = { n: 3, cabecalho: 'Sexo', papel: 'ignorar', pergunta: null, opcao: null } as const;
const NONE: ColumnDraft = new Map();

it('sends only what was changed; changed back, it is no change', () => {
  const asked = changeColumn(changeColumn(NONE, coluna, { papel: 'pergunta' }), coluna, { pergunta: 2 });
  expect(changesOf(asked)).toEqual([{ n: 3, papel: 'pergunta', pergunta: 2, opcao: null }]);
  expect(changesOf(changeColumn(asked, coluna, { papel: 'ignorar' }))).toEqual([]);
});

it('forgets the question of what holds no answers, and the option of another question', () => {
  const held = { ...coluna, papel: 'pergunta', pergunta: 1, opcao: 4 } as const;
  expect(changesOf(changeColumn(NONE, held, { papel: 'telefone' }))).toEqual([
    { n: 3, papel: 'telefone', pergunta: null, opcao: null },
  ]);
  expect(changesOf(changeColumn(NONE, held, { pergunta: 2 }))).toEqual([
    { n: 3, papel: 'pergunta', pergunta: 2, opcao: null },
  ]);
  expect(changesOf(changeColumn(NONE, held, { opcao: 0 }))).toEqual([
    { n: 3, papel: 'pergunta', pergunta: 1, opcao: 0 },
  ]);
});

it('says which column still wants its question', () => {
  const draft = changeColumn(NONE, coluna, { papel: 'pergunta' });
  expect(draftProblem(draft, [coluna])).toBe('Selecione a pergunta da coluna “Sexo”.');
  expect(draftProblem(changeColumn(draft, coluna, { pergunta: 0 }), [coluna])).toBeNull();
});
