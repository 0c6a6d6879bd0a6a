import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { CHAVE_BOAS_VINDAS, MAX_SALDO } from '../../domain/runs/credits.ts';
import { companyScope, INSTALACAO } from '../../domain/scope.ts';
import { newId } from '../../platform/database/ids.ts';
import { resumeForCredits } from '../tasks/tasks.ts';
import { type BalanceNotices, noticeLowBalance } from './low-balance.ts';

/**
 * The credit ledger. It is append-only; `empresas.saldo_creditos` is always the sum of its `quantidade` and changes only
 * here, in the transaction that adds the entry.
 *
 *   reserva  -n  when a run is requested (domain/runs/credits.ts creditsFor)
 *   captura   0  when the run ends with a result: the reservation becomes final
 *   estorno  +n  when it ends without (failure, inaudible recording, outside the sample): what was taken is given back
 *                (a trigger holds it to its reservation, whatever version of a worker writes it)
 *   compra   +n, ajuste ±n
 *
 * An entry of a run is unique by (run, kind), a purchase or adjustment by (company, idempotency key): asking twice
 * changes the balance once. Every change takes the company's row lock first, so that concurrent ones queue up.
 */

type Entry = {
  empresaId: string;
  tipo: 'compra' | 'ajuste' | 'reserva' | 'captura' | 'estorno';
  quantidade: number;
  saldoApos: number;
  /** Of a purchase: what it costs, BRL cents. */
  valorCentavos?: number | null;
  execucaoId?: string | null;
  pacoteId?: string | null;
  usuarioId?: string | null;
  chaveIdempotente?: string | null;
  descricao: string;
};

/**
 * Writes an entry that changes the balance. Its time is taken under the company's lock, not when the transaction began:
 * in the order of their times, entries tell how the balance went.
 */
async function append(db: Db, entry: Entry): Promise<void> {
  await db.query({
    name: 'ledger-append',
    text: `INSERT INTO credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id, pacote_id,
             usuario_id, chave_idempotente, descricao, valor_centavos, created_at)
           VALUES ($1, $2, $3::tipo_lancamento, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())`,
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

/** Locks the company's row until the transaction ends. @returns its balance. @throws AppError nao_encontrado */
export async function lockBalance(db: Db, empresaId: string): Promise<number> {
  const { rows } = await db.query<{ saldo_creditos: number }>({
    name: 'ledger-lock',
    text: 'SELECT saldo_creditos FROM empresas WHERE id = $1 FOR NO KEY UPDATE',
    values: [empresaId],
  });
  const row = rows[0];
  if (!row) throw new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');
  return row.saldo_creditos;
}

async function setBalance(db: Db, empresaId: string, change: number): Promise<number> {
  const { rows } = await db.query<{ saldo_creditos: number }>({
    name: 'ledger-balance',
    text: `UPDATE empresas SET saldo_creditos = saldo_creditos + $2
           WHERE id = $1 AND saldo_creditos + $2 >= 0 RETURNING saldo_creditos`,
    values: [empresaId, change],
  });
  const row = rows[0];
  if (!row) throw insufficient(-change, await getBalance(db, empresaId));
  return row.saldo_creditos;
}

/** Details: what it takes and what there is, credits. */
function insufficient(creditos: number, saldo: number): AppError {
  return new AppError(
    'creditos_insuficientes',
    'Saldo de créditos insuficiente. Peça ao gerente da empresa que compre créditos para processar esta gravação.',
    { dados: { creditos, saldo } },
  );
}

/**
 * Takes the credits of a run that is being requested, in the caller's transaction. The run's row is written by the
 * caller. With `notices` the company's managers hear of it when the balance becomes low.
 * @returns the balance left, in credits. @throws AppError creditos_insuficientes (402)
 */
export async function reserveCredit(
  db: Db,
  {
    creditos,
    ...entry
  }: { empresaId: string; execucaoId: string; usuarioId: string | null; creditos: number },
  notices?: BalanceNotices,
): Promise<number> {
  // The update itself locks the row and sees the balance that the one before it left.
  const saldoApos = await setBalance(db, entry.empresaId, -creditos);
  await append(db, {
    ...entry,
    tipo: 'reserva',
    quantidade: -creditos,
    saldoApos,
    descricao: 'Processamento de gravação',
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
 * Makes a run's reservation final. Asking again does nothing. The balance does not change.
 * @throws Error when the run has no reservation or was already given back: the caller's transaction must not commit.
 */
export async function captureCredit(db: Db, entry: { empresaId: string; execucaoId: string }): Promise<void> {
  const { rows } = await db.query<{ tipo: string }>({
    name: 'ledger-of-run',
    text: 'SELECT tipo::text AS tipo FROM credito_lancamentos WHERE execucao_id = $1',
    values: [entry.execucaoId],
  });
  const tipos = new Set(rows.map((row) => row.tipo));
  if (tipos.has('captura')) return;
  if (!tipos.has('reserva') || tipos.has('estorno')) throw new Error('run without an open reservation');
  await db.query({
    name: 'ledger-capture',
    text: `INSERT INTO credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id, descricao)
           SELECT $1, id, 'captura', 0, saldo_creditos, $3, 'Gravação processada' FROM empresas WHERE id = $2
           ON CONFLICT (execucao_id, tipo) DO NOTHING`,
    values: [newId(), entry.empresaId, entry.execucaoId],
  });
}

/**
 * Gives back what a run took. Does nothing when it was given back before, was never taken, or is already final.
 * @returns whether the balance changed. `descricao`: why, for people.
 */
export async function refundCredit(
  db: Db,
  entry: { empresaId: string; execucaoId: string; descricao: string },
): Promise<boolean> {
  await lockBalance(db, entry.empresaId);
  const { rows } = await db.query<{ tipo: string; quantidade: number }>({
    name: 'ledger-of-run-amounts',
    text: 'SELECT tipo::text AS tipo, quantidade FROM credito_lancamentos WHERE execucao_id = $1',
    values: [entry.execucaoId],
  });
  const taken = rows.find(({ tipo }) => tipo === 'reserva');
  if (!taken || rows.some(({ tipo }) => tipo === 'estorno' || tipo === 'captura')) return false;
  const quantidade = -taken.quantidade;
  const saldoApos = await setBalance(db, entry.empresaId, quantidade);
  await append(db, { ...entry, tipo: 'estorno', quantidade, saldoApos });
  await resumeForCredits(db, entry.empresaId);
  return true;
}

/** Credits that a run took, whatever became of them; 0 of one that took none. */
export async function creditsTaken(db: Db, execucaoId: string): Promise<number> {
  const taken = await db.within(INSTALACAO).creditoLancamento.findFirst({
    where: { execucaoId, tipo: 'reserva' },
    select: { quantidade: true },
  });
  return taken ? -taken.quantidade : 0;
}

/** A purchase (quantity above 0) or an adjustment (any but 0) of a company's credits. */
export type BalanceChange = {
  empresaId: string;
  tipo: 'compra' | 'ajuste';
  /** Credits: the change of the balance. */
  quantidade: number;
  /** Of a purchase: what it costs, BRL cents. */
  valorCentavos?: number | null;
  pacoteId?: string | null;
  usuarioId?: string | null;
  /** The same key again changes nothing and returns the first entry's balance. */
  chaveIdempotente: string;
  descricao: string;
};

/** What an idempotency key stands for. */
export type BookedChange = {
  tipo: 'compra' | 'ajuste';
  quantidade: number;
  pacoteId: string | null;
  descricao: string;
  saldoApos: number;
};

/** The entry that a key made in a company, or null. Under the company's lock the answer stays true. */
export async function findBookedChange(
  db: Db,
  empresaId: string,
  chaveIdempotente: string,
): Promise<BookedChange | null> {
  const { rows } = await db.query<BookedChange>({
    name: 'ledger-by-key',
    text: `SELECT tipo::text AS tipo, quantidade, pacote_id AS "pacoteId", descricao, saldo_apos AS "saldoApos"
           FROM credito_lancamentos WHERE empresa_id = $1 AND chave_idempotente = $2`,
    values: [empresaId, chaveIdempotente],
  });
  return rows[0] ?? null;
}

/**
 * Books a purchase or an adjustment in the caller's transaction, once per idempotency key. Credits that come in end the
 * silence about a low balance; with `notices` managers hear of an adjustment that makes it low.
 * @returns the balance after it, in credits. @throws AppError requisicao_invalida, nao_encontrado, regra_violada beyond
 * the largest balance, or creditos_insuficientes when an adjustment would make it negative
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

/** `bookChange` in a transaction of its own. */
export function changeBalance(db: Database, change: BalanceChange): Promise<number> {
  return db.transaction((tx) => bookChange(tx, change));
}

/** Whether company `e` bought credits, or was given some besides those it began with: an SQL condition. */
export const RECEBEU_CREDITOS = `exists (select from credito_lancamentos l where l.empresa_id = e.id
  and (l.tipo = 'compra' or (l.tipo = 'ajuste' and l.chave_idempotente is distinct from '${CHAVE_BOAS_VINDAS}')))`;

/** A company's balance, in credits. @throws AppError nao_encontrado */
export async function getBalance(db: Db, empresaId: string): Promise<number> {
  const empresa = await db
    .within(companyScope(empresaId))
    .empresa.findFirst({ where: { id: empresaId }, select: { saldoCreditos: true } });
  if (!empresa) throw new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');
  return empresa.saldoCreditos;
}
