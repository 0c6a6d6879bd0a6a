import type { LoteWire } from '@escuta/shared/contracts/operation/operacao';
import { expect, it } from 'vitest';
import { doneOf, reasonsOf, summaryOf } from './batch-summary.ts';

const batch: LoteWire = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  status: 'concluido',
  total: 10,
  restantes: 0,
  processadasDepois: 0,
  reprocessadas: 10,
  jaTratadas: 0,
  recusadas: 0,
  semCredito: 0,
  problemas: [],
  empresasSemCredito: [],
};

it('says how far it has come, and then what became of it', () => {
  expect(summaryOf({ ...batch, status: 'em_andamento', reprocessadas: 3, recusadas: 1 })[0]).toBe(
    '4 de 10 falhas…',
  );
  expect(summaryOf(batch)).toEqual(['10 falhas voltaram ao processamento.']);
  expect(summaryOf({ ...batch, reprocessadas: 1 })).toEqual(['1 falha voltou ao processamento.']);
});

it('names what was not done, and why', () => {
  const poor = {
    ...batch,
    reprocessadas: 2,
    jaTratadas: 1,
    recusadas: 2,
    semCredito: 5,
    restantes: 40,
    empresasSemCredito: [{ id: batch.id, nome: 'Lumavia' }],
    problemas: ['Sem gravação.', 'Sem gravação.', 'Sem saldo.'].map((mensagem) => ({
      falhaId: batch.id,
      itemId: batch.id,
      codigo: 'x',
      mensagem,
    })),
  };
  expect(doneOf(poor)).toBe(10);
  expect(summaryOf(poor)).toEqual([
    '2 falhas voltaram ao processamento.',
    '1 já tinha sido tratada por outra pessoa.',
    '2 não puderam ser reprocessadas.',
    'Créditos insuficientes em Lumavia: 5 falhas continuam abertas.',
    'Há mais 40 falhas abertas com este filtro. Na fila de falhas, clique de novo em “Reprocessar todas”.',
  ]);
  expect(reasonsOf(poor)).toEqual([
    { mensagem: 'Sem gravação.', n: 2 },
    { mensagem: 'Sem saldo.', n: 1 },
  ]);
  expect(summaryOf({ ...batch, status: 'interrompido' })[1]).toContain('continuam abertas');
});

it('says what was left out because the call was processed since', () => {
  expect(summaryOf({ ...batch, processadasDepois: 2 })[1]).toBe(
    '2 ficaram de fora porque o processamento foi refeito depois: reprocessar custa outro crédito e substitui a análise. Reprocesse as falhas uma a uma, ou descarte-as.',
  );
});
