import { expect, it } from 'vitest';
import { progressOf, resultOf, type Tarefa, titleOf } from './task-text.ts';

const at = (status: Tarefa['status'], feito: number, total: number | null) =>
  progressOf({ status, progresso: { feito, total, falhas: 0 } } as Tarefa);

it('says how far a task is, and of one whose size never became known that nothing was done', () => {
  expect(at('pendente', 0, null)).toBe('Ainda não começou');
  expect(at('executando', 0, null)).toBe('Preparando');
  expect(at('executando', 1269, 1305)).toBe('1.269 de 1.305');
  expect(at('cancelada', 0, null)).toBe('Nada foi feito');
  expect(at('cancelada', 2, 3)).toBe('2 de 3');
});

it('says of a sheet that was read how long it is, and not that none of it was done', () => {
  const read = { tipo: 'importar_ligacoes', status: 'concluida', resultado: null };
  expect(progressOf({ ...read, progresso: { feito: 0, total: 3000, falhas: 0 } } as Tarefa)).toBe(
    '3.000 linhas',
  );
});

it("tells an import's reading, its dry run and itself apart", () => {
  const named = (status: Tarefa['status'], simulada: boolean | null) =>
    titleOf({
      tipo: 'importar_ligacoes',
      status,
      alvo: { nome: 'janeiro.csv (Vendas)' },
      resultado: simulada === null ? null : { criadas: 1, duplicadas: 0, recusadas: 0, simulada },
    } as Tarefa);
  expect(named('concluida', null)).toBe('Ler planilha: janeiro.csv (Vendas)');
  expect(named('concluida', true)).toBe('Simular importação: janeiro.csv (Vendas)');
  expect(named('concluida', false)).toBe('Importar ligações: janeiro.csv (Vendas)');
});

it('says of a bulk run how much is done, and what failed', () => {
  const of = (resultado: object) =>
    resultOf({
      tipo: 'lote',
      status: 'concluida',
      progresso: { feito: 5, total: 5, falhas: 0 },
      resultado: { creditos: 5, abertas: 0, falharam: 0, semResultado: 0, retiradas: 0, ...resultado },
    } as Tarefa);
  expect(of({ pedidas: 5 })).toEqual(['5 de 5 processamentos concluídos (5 créditos).']);
  expect(of({ pedidas: 5, falharam: 1, abertas: 2 })).toEqual([
    '2 de 5 processamentos concluídos (5 créditos), 2 na fila ou em andamento.',
    '1 falhou: os créditos voltaram, e o motivo está na fila de falhas.',
  ]);
});

it('says in one number what a model read, and of one piece or more that they do not stand in the document', () => {
  const read = (recusadas: number) => {
    const resultado = { paginas: 1, propostas: 2, recusadas, ilegiveis: 0 };
    return resultOf({ tipo: 'ler_com_ia', status: 'concluida', resultado } as Tarefa);
  };
  expect(read(1)).toEqual([
    '1 página lida, 2 propostas para conferir. 1 trecho recusado: não está no documento.',
  ]);
  expect(read(2)[0]).toMatch(/2 trechos recusados: não estão no documento\.$/u);
});
