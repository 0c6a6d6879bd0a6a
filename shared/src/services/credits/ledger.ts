import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { CHAVE_BOAS_VINDAS, MAX_SALDO } from '../../domain/runs/credits.ts';
import { companyScope, INSTALACAO } from '../../domain/scope.ts';
import { newId } from '../../platform/database/ids.ts';
import { resumeForCredits } from '../tasks/tasks.ts';
import { type BalanceNotices, noticeLowBalance } from './low-balance.ts';

/**
 * The append-only credit ledger. `empresas.saldo_creditos` is always the sum of `quantidade`, and changes only here, in
 * the entry's transaction.
 * reserva -n: a run is requested (domain/runs/credits.ts creditsFor; 0: another run of its batch pays)
 * captura 0: the run ends with a result, and the reservation becomes final
 * estorno +n: the run ends without a result (failure, inaudible, outside the sample); a trigger demands the reserved
 * amount
 * compra +n, ajuste ±n
 * Unique by (run, kind) or (company, idempotency key), so that repeated requests change the balance once. Every change
 * first locks the company's row.
 */

type Entry = {
  empresaId: string;
  tipo: 'compra' | 'ajuste' | 'reserva' | 'captura' | 'estorno';
  quantidade: number;
  saldoApos: number;
  valorCentavos?: number | null;
  execucaoId?: string | null;
  pacoteId?: string | null;
  usuarioId?: string | null;
  chaveIdempotente?: string | null;
  descricao: string;
};

/** Writes an entry, with its time under the company's lock, so that entries by time show the balance's course. */
async function append(db: Db, entry: Entry): Promise<void> {
  await db.query({
    name: 'ledger_append',
    text: `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id, pacote_id,
             usuario_id, chave_idempotente, descricao, valor_centavos, created_at)
           values ($1, $2, $3::tipo_lancamento, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())`,
    values: [
      newId(),
      entry.empresaId,
      entry.tipo,
      entry.quantidade,
      entry.saldoApos,
      entry.execucaoId ?? null,
      entry.pacoteId ?? null,
      entry.usuarioId ?? null,
      entry.chaveIdempotente ?? null,
      entry.descricao,
      entry.valorCentavos ?? null,
    ],
  });
}

/**
 * Locks the company's row; returns its balance.
 * @throws AppError nao_encontrado
 */
export async function lockBalance(db: Db, empresaId: string): Promise<number> {
  const { rows } = await db.query<{ saldo_creditos: number }>({
    name: 'ledger_lock',
    text: 'select saldo_creditos from empresas where id = $1 for no key update',
    values: [empresaId],
  });
  const row = rows[0];
  if (!row) throw new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');
  return row.saldo_creditos;
}

async function setBalance(db: Db, empresaId: string, change: number): Promise<number> {
  const { rows } = await db.query<{ saldo_creditos: number }>({
    name: 'ledger_balance',
    text: `update empresas set saldo_creditos = saldo_creditos + $2
           where id = $1 and saldo_creditos + $2 >= 0 returning saldo_creditos`,
    values: [empresaId, change],
  });
  const row = rows[0];
  if (!row) throw insufficient(-change, await getBalance(db, empresaId));
  return row.saldo_creditos;
}

function insufficient(creditos: number, saldo: number): AppError {
  return new AppError(
    'creditos_insuficientes',
    'Saldo de créditos insuficiente. Peça ao gerente da empresa que compre créditos para processar esta gravação.',
    { dados: { creditos, saldo } },
  );
}

/**
 * Reserves a run's credits in the transaction that writes the run. `notices`: mails managers when the balance becomes
 * low.
 * @returns the remaining balance, credits
 * @throws AppError creditos_insuficientes (402)
 */
export async function reserveCredit(
  db: Db,
  {
    creditos,
    ...entry
  }: {
    empresaId: string;
    execucaoId: string;
    usuarioId: string | null;
    /** Credits to reserve; 0: another run of the batch pays. */
    creditos: number;
    descricao: string;
  },
  notices?: BalanceNotices,
): Promise<number> {
  // The update locks the row and sees the previous change's balance.
  const saldoApos = await setBalance(db, entry.empresaId, -creditos);
  await append(db, {
    ...entry,
    tipo: 'reserva',
    quantidade: 0 - creditos,
    saldoApos,
  });
  if (notices) {
    const { empresaId } = entry;
    await noticeLowBalance(db, notices, {
      empresaId,
      antes: saldoApos + creditos,
      depois: saldoApos,
    });
  }
  return saldoApos;
}

/**
 * Makes a run's reservation final, once; the balance stays.
 * @throws Error without a reservation or after its refund: the caller's transaction must not commit
 */
export async function captureCredit(db: Db, entry: { empresaId: string; execucaoId: string }): Promise<void> {
  const { rows } = await db.query<{ tipo: string }>({
    name: 'ledger_of_run',
    text: 'select tipo::text as tipo from credito_lancamentos where execucao_id = $1',
    values: [entry.execucaoId],
  });
  const tipos = new Set(rows.map((row) => row.tipo));
  if (tipos.has('captura')) return;
  if (!tipos.has('reserva') || tipos.has('estorno')) throw new Error('run without an open reservation');
  await db.query({
    name: 'ledger_capture',
    text: `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id, descricao)
           select $1, id, 'captura', 0, saldo_creditos, $3, 'Gravação processada' from empresas where id = $2
           on conflict (execucao_id, tipo) do nothing`,
    values: [newId(), entry.empresaId, entry.execucaoId],
  });
}

/**
 * Refunds a run's credits, unless they were refunded before, are final, or were never reserved.
 * @param entry.descricao reason for people
 * @returns whether the balance changed
 */
export async function refundCredit(
  db: Db,
  entry: { empresaId: string; execucaoId: string; descricao: string },
): Promise<boolean> {
  await lockBalance(db, entry.empresaId);
  const { rows } = await db.query<{ tipo: string; quantidade: number }>({
    name: 'ledger_of_run_amounts',
    text: 'select tipo::text as tipo, quantidade from credito_lancamentos where execucao_id = $1',
    values: [entry.execucaoId],
  });
  const taken = rows.find(({ tipo }) => tipo === 'reserva');
  if (!taken || rows.some(({ tipo }) => tipo === 'estorno' || tipo === 'captura')) return false;
  const quantidade = 0 - taken.quantidade;
  const saldoApos = await setBalance(db, entry.empresaId, quantidade);
  await append(db, { ...entry, tipo: 'estorno', quantidade, saldoApos });
  await resumeForCredits(db, entry.empresaId);
  return true;
}

/** Credits reserved for a run, even if refunded. */
export async function creditsTaken(db: Db, execucaoId: string): Promise<number> {
  const taken = await db.within(INSTALACAO).creditoLancamento.findFirst({
    where: { execucaoId, tipo: 'reserva' },
    select: { quantidade: true },
  });
  return taken ? 0 - taken.quantidade : 0;
}

/** A purchase (quantity above 0) or adjustment (not 0). */
export type BalanceChange = {
  empresaId: string;
  tipo: 'compra' | 'ajuste';
  quantidade: number;
  valorCentavos?: number | null;
  pacoteId?: string | null;
  usuarioId?: string | null;
  /** A repeated key changes nothing and returns the first balance. */
  chaveIdempotente: string;
  descricao: string;
};

export type BookedChange = {
  tipo: 'compra' | 'ajuste';
  quantidade: number;
  pacoteId: string | null;
  descricao: string;
  saldoApos: number;
};

/** Entry of an idempotency key, if any. Another request may add this entry unless the company's row is locked. */
export async function findBookedChange(
  db: Db,
  empresaId: string,
  chaveIdempotente: string,
): Promise<BookedChange | null> {
  const { rows } = await db.query<BookedChange>({
    name: 'ledger_by_key',
    text: `select tipo::text as tipo, quantidade, pacote_id as "pacoteId", descricao, saldo_apos as "saldoApos"
           from credito_lancamentos where empresa_id = $1 and chave_idempotente = $2`,
    values: [empresaId, chaveIdempotente],
  });
  return rows[0] ?? null;
}

/**
 * Books a purchase or adjustment in the caller's transaction, once per idempotency key. Added credits allow the next
 * low-balance mail; `notices`: mails managers if an adjustment makes the balance low.
 * @returns the new balance, credits
 * @throws AppError requisicao_invalida, nao_encontrado, regra_violada above the largest balance, creditos_insuficientes
 * below 0
 */
export async function bookChange(db: Db, change: BalanceChange, notices?: BalanceNotices): Promise<number> {
  const { empresaId, quantidade } = change;
  const valid = Number.isInteger(quantidade) && quantidade !== 0;
  if (!valid || (change.tipo === 'compra' && quantidade < 0)) {
    throw new AppError('requisicao_invalida', 'Quantidade de créditos inválida.');
  }
  const antes = await lockBalance(db, empresaId);
  const booked = await findBookedChange(db, empresaId, change.chaveIdempotente);
  if (booked) return booked.saldoApos;
  if (antes + quantidade > MAX_SALDO) {
    throw new AppError('regra_violada', 'O saldo passaria do máximo de 2.000.000.000 de créditos.');
  }
  const saldoApos = await setBalance(db, empresaId, quantidade);
  await append(db, { ...change, saldoApos });
  if (quantidade > 0) {
    await db
      .within(companyScope(empresaId))
      .empresa.updateMany({ where: { id: empresaId }, data: { saldoBaixoAvisadoEm: null } });
    await resumeForCredits(db, empresaId);
  } else if (notices) {
    await noticeLowBalance(db, notices, { empresaId, antes, depois: saldoApos });
  }
  return saldoApos;
}

export function changeBalance(db: Database, change: BalanceChange): Promise<number> {
  return db.transaction((tx) => bookChange(tx, change));
}

/** SQL: true if company `e` bought credits, or received others than its initial credits. */
export const RECEBEU_CREDITOS = `exists (select from credito_lancamentos l where l.empresa_id = e.id
  and (l.tipo = 'compra' or (l.tipo = 'ajuste' and l.chave_idempotente is distinct from '${CHAVE_BOAS_VINDAS}')))`;

/**
 * A company's balance, credits.
 * @throws AppError nao_encontrado
 */
export async function getBalance(db: Db, empresaId: string): Promise<number> {
  const empresa = await db
    .within(companyScope(empresaId))
    .empresa.findFirst({ where: { id: empresaId }, select: { saldoCreditos: true } });
  if (!empresa) throw new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');
  return empresa.saldoCreditos;
}
