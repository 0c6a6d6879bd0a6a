import type { LoteWire } from '@escuta/shared/contracts/operation/operacao';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatNumber } from '../../lib/text/format.ts';

/** Number of a batch's failed runs dealt with so far: started again, already handled, refused, or without credit. */
export function doneOf(batch: LoteWire): number {
  return batch.reprocessadas + batch.jaTratadas + batch.recusadas + batch.semCredito;
}

/**
 * Results of a batch, a text per line. The first line counts the failures dealt with so far or, after the batch's end,
 * the runs started again.
 */
export function summaryOf(batch: LoteWire): string[] {
  const lines = [
    batch.status === 'em_andamento'
      ? `${formatNumber(doneOf(batch))} de ${plural(batch.total, 'falha', 'falhas')}…`
      : `${plural(batch.reprocessadas, 'falha voltou', 'falhas voltaram')} ao processamento.`,
  ];
  if (batch.jaTratadas > 0) {
    lines.push(
      `${plural(batch.jaTratadas, 'já tinha sido tratada', 'já tinham sido tratadas')} por outra pessoa.`,
    );
  }
  if (batch.processadasDepois > 0) {
    lines.push(
      `${plural(batch.processadasDepois, 'ficou de fora', 'ficaram de fora')} porque o processamento foi refeito depois: reprocessar custa outro crédito e substitui a análise. Reprocesse as falhas uma a uma, ou descarte-as.`,
    );
  }
  if (batch.recusadas > 0) {
    lines.push(`${plural(batch.recusadas, 'não pôde ser reprocessada', 'não puderam ser reprocessadas')}.`);
  }
  if (batch.semCredito > 0) {
    const names = batch.empresasSemCredito.map(({ nome }) => nome).join(', ');
    lines.push(
      `Créditos insuficientes em ${names}: ${plural(batch.semCredito, 'falha continua aberta', 'falhas continuam abertas')}.`,
    );
  }
  if (batch.status === 'interrompido') {
    lines.push('Interrompido: as falhas restantes continuam abertas. Veja o motivo e continue em Tarefas.');
  }
  if (batch.status !== 'em_andamento' && batch.restantes > 0) {
    lines.push(
      `Há mais ${plural(batch.restantes, 'falha aberta', 'falhas abertas')} com este filtro. Na fila de falhas, clique de novo em “Reprocessar todas”.`,
    );
  }
  return lines;
}

/** Reasons for refusals, each once with its count. */
export function reasonsOf(batch: LoteWire): { mensagem: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const { mensagem } of batch.problemas) counts.set(mensagem, (counts.get(mensagem) ?? 0) + 1);
  return [...counts].map(([mensagem, n]) => ({ mensagem, n })).sort((a, b) => b.n - a.n);
}
