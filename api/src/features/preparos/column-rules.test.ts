import {
  COLUNA_POR_PESSOA,
  type ColunaDoPreparoGravada,
  nadaContado,
} from '@escuta/shared/domain/audit-preparation';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { expect, it } from 'vitest';
import { correctedColumns } from './column-rules.ts';

const column = (n: number, fields: Partial<ColunaDoPreparoGravada> = {}): ColunaDoPreparoGravada => ({
  ...{ n, cabecalho: `C${n}`, papel: 'ignorar', pergunta: null, opcao: null, regra: 'não reconhecida' },
  exemplos: ['x'],
  amostra: [{ linha: 2, texto: 'x' }],
  nao_reconhecidas: {
    ...nadaContado(),
    ...{ n: 2, de: 9, exemplos: [{ linha: 3, texto: 'y', motivo: 'não é opção' }] },
  },
  ...fields,
});
const question = (codigo: string, opcoes: number): PerguntaLida => ({
  ...{ codigo, texto: codigo, tipo: 'multipla', obrigatoria: false, ler_opcoes: false, instrucao: null },
  ...{ minimo: null, maximo: null, unidade: null, mostrar_se: null, avisos: [] },
  opcoes: Array.from({ length: opcoes }, (_, i) => ({ texto: `O${i}`, valor: i + 1, especial: null })),
});
const PERGUNTAS = [question('P1', 3), question('P2', 0)];
const said = (
  n: number,
  papel: ColunaDoPreparoGravada['papel'],
  pergunta: number | null = null,
  opcao: number | null = null,
) => ({
  ...{ n, papel, pergunta, opcao },
});

it('what is said of a column again as it was stays what it was', () => {
  const columns = [column(0, { papel: 'nome', regra: 'texto igual' }), column(1)];
  expect(correctedColumns(columns, [said(0, 'nome')], PERGUNTAS)).toEqual(columns);
});

it('a column that nothing was found for is left out by a person only once they say so', () => {
  const [left, other] = correctedColumns([column(0), column(1)], [said(0, 'ignorar')], PERGUNTAS);
  expect(left).toMatchObject({ papel: 'ignorar', regra: COLUNA_POR_PESSOA });
  expect(other).toEqual(column(1));
});

it('a changed column is a person’s choice, and its cells are to be read anew', () => {
  const [changed, other] = correctedColumns([column(0), column(1)], [said(0, 'pergunta', 1)], PERGUNTAS);
  expect(changed).toMatchObject({
    ...{ papel: 'pergunta', pergunta: 1, regra: COLUNA_POR_PESSOA, exemplos: ['x'] },
    nao_reconhecidas: nadaContado(),
  });
  expect(other).toEqual(column(1));
});

it('what “outro” is has a column of its own beside the answer, or beside its mark', () => {
  const outro = {
    ...question('P3', 2),
    opcoes: [...question('P3', 1).opcoes, { texto: 'Outro', valor: 9, especial: 'outro' as const }],
  };
  const said3 = (...options: (number | null)[]) => options.map((opcao, at) => said(at, 'pergunta', 0, opcao));
  const columns = [column(0), column(1), column(2)];
  for (const right of [said3(null, 1), said3(0, 1, 1)])
    expect(
      correctedColumns(columns, right, [outro]).filter(({ papel }) => papel === 'pergunta'),
    ).toHaveLength(right.length);
  for (const wrong of [said3(null, 0), said3(null, 1, 1), said3(1, 1, 1), said3(null, null)])
    expect(() => correctedColumns(columns, wrong, [outro])).toThrow();
});

it('two roles can be swapped in one go; a question has several columns only by its options', () => {
  const columns = [column(0, { papel: 'nome' }), column(1, { papel: 'telefone' }), column(2), column(3)];
  const swapped = correctedColumns(columns, [said(0, 'telefone'), said(1, 'nome')], PERGUNTAS);
  expect(swapped.map(({ papel }) => papel)).toEqual(['telefone', 'nome', 'ignorar', 'ignorar']);
  const byOption = [said(2, 'pergunta', 0, 0), said(3, 'pergunta', 0, 2)];
  expect(correctedColumns(columns, byOption, PERGUNTAS).map(({ opcao }) => opcao)).toEqual([
    null,
    null,
    0,
    2,
  ]);
  for (const wrong of [
    [said(2, 'pergunta', 0, 0), said(3, 'pergunta', 0, 0)],
    [said(2, 'pergunta', 0), said(3, 'pergunta', 0, 1)],
    [said(2, 'pergunta', 1), said(3, 'pergunta', 1)],
    [said(2, 'nome')],
    [said(2, 'pergunta', 1, 0)],
  ]) {
    expect(() => correctedColumns(columns, wrong, PERGUNTAS), JSON.stringify(wrong)).toThrow();
  }
});
