import type { Db } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows, type Row } from '@escuta/shared/platform/database/insert-rows';
import { type Call, endOf, FALHA } from './calls.ts';

/** Adds ledger entries: a month's credits are bought before its first call and used by its calls. */
export async function addLedger(tx: Db, empresaId: string, calls: readonly Call[]): Promise<void> {
  const runs = calls.filter(({ status }) => status !== 'pendente');
  const monthOf = (call: Call) => call.at.toISOString().slice(0, 7);
  const used = new Map<string, number>();
  for (const call of runs) {
    if (call.status === 'concluido') used.set(monthOf(call), (used.get(monthOf(call)) ?? 0) + 1);
  }
  const rows: Row[] = [];
  let saldo = 0;
  const add = (at: Date, tipo: string, quantidade: number, descricao: string, extra: Row = {}): void => {
    saldo += quantidade;
    rows.push({
      id: newId(),
      empresa_id: empresaId,
      tipo,
      quantidade,
      saldo_apos: saldo,
      execucao_id: null,
      chave_idempotente: null,
      ...extra,
      descricao,
      created_at: at,
    });
  };
  const bought = new Set<string>();
  const moves = runs.flatMap((call) => [
    { at: call.at, call, fim: false },
    { at: endOf(call), call, fim: true },
  ]);
  moves.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, call, fim } of moves) {
    const month = monthOf(call);
    if (!bought.has(month)) {
      bought.add(month);
      // The first month buys spare credits for reservations refunded later.
      add(
        new Date(at.getTime() - 60_000),
        'compra',
        (used.get(month) ?? 0) + (bought.size === 1 ? 2 : 0),
        'Pacote da demonstração',
        {
          chave_idempotente: `historico:${month}`,
        },
      );
    }
    const extra = { execucao_id: call.run };
    if (!fim) add(at, 'reserva', -1, 'Processamento de gravação', extra);
    else if (call.status === 'concluido') add(at, 'captura', 0, 'Gravação processada', extra);
    else add(at, 'estorno', 1, FALHA.motivo, extra);
  }
  const last = moves.at(-1);
  if (last && saldo !== 0) {
    add(new Date(last.at.getTime() + 60_000), 'ajuste', -saldo, 'Acerto do histórico da demonstração', {
      chave_idempotente: 'historico:acerto',
    });
  }
  await insertRows(tx, 'credito_lancamentos', rows);
}
