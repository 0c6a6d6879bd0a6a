import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { creditosSozinha, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { companyScope } from '@escuta/shared/domain/scope';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { BalanceNotices } from '@escuta/shared/services/credits/low-balance';
import { requestRun } from '@escuta/shared/services/runs/request';
import type { RowWork, Turn } from '../background/loop.ts';

/** One that could not be asked for now is asked for again after this long. */
const RETRY = "interval '1 minute'";

type Wish = {
  /** The interview's. */
  id: string;
  empresaId: string;
  projetoId: string;
  itemId: string;
  status: string;
  situacao: string;
  /** Whether its project audits by itself still. */
  automatica: boolean;
};

const PREFIXO = 'Auditoria automática ';
const INTERROMPIDA = `${PREFIXO}não iniciada: a entrevista foi interrompida. Processe-a, se for o caso.`;
const semSaldo = (creditos: number) =>
  `custa ${formatCreditos(creditos)}, mais do que o saldo. Começa automaticamente quando houver saldo.`;
const dear = (creditos: number, porMinutos: number) =>
  `custa ${formatCreditos(creditos)}, e acima de ${formatCreditos(creditosSozinha(porMinutos))} uma pessoa precisa conferir se a gravação não ficou ligada. Processe-a para confirmar.`;

type Options = {
  db: Database;
  publish: LivePublisher;
  entrevistaMinutos: number;
  notices: BalanceNotices;
  isMyTurn?: Turn;
};

/**
 * Asks for the audit of interviews that came in from devices, where their project says so (projetos.auditoria_automatica): once the joined
 * recording was measured, because its length is its price. By the sampling and the credits of every batch. What an interrupted one, or one
 * that takes more than `creditosSozinha`, is worth is for a person to say: it stays as it is and says why. What the balance lacks credits
 * for waits for them, and is asked for again when there are as many. The wish stands in the interview and goes in the transaction of the
 * run: nobody asks twice.
 */
export function autoAuditing(options: Options): RowWork<Wish> {
  const { db, isMyTurn } = options;
  return {
    nome: 'auditoria_automatica',
    places: 1,
    pollMs: 5000,
    isMyTurn,
    atEnd: 'leave',
    take: async () => [(await take(db)) ?? (await takeAffordable(db))].filter((wish) => wish !== null),
    run: async (wish) => {
      await ask(options, wish);
      return 'feito';
    },
    // Taking it has put it off: that is its lease, and its next try.
    failed: async () => 'adiado',
    giveBack: async () => undefined,
  };
}

async function ask(options: Options, wish: Wish): Promise<void> {
  const { db, publish, entrevistaMinutos, notices } = options;
  const { empresaId, itemId, status, situacao, automatica } = wish;
  // Somebody was faster.
  if (status !== 'pendente') return forget(db, wish);
  if (!automatica) return leave(options, wish, null);
  if (situacao === 'interrompida') return leave(options, wish, INTERROMPIDA);
  try {
    await requestRun(
      db,
      {
        scope: companyScope(empresaId),
        itemId,
        origem: 'lote',
        solicitadoPor: null,
        entrevistaMinutos,
        creditosConfirmados: creditosSozinha(entrevistaMinutos),
        prioridade: 'lote',
        alongside: (tx) => forget(tx, wish),
      },
      publish,
      notices,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const creditos = Number(error.dados?.creditos);
    if (error.code === 'creditos_insuficientes') {
      return leave(options, wish, `${PREFIXO}à espera de créditos: ${semSaldo(creditos)}`, creditos);
    }
    // It was refused, and would be again: whoever looks at the item reads why.
    const why = error.code === 'confirmacao_necessaria' ? dear(creditos, entrevistaMinutos) : error.message;
    await leave(options, wish, `${PREFIXO}não iniciada: ${why}`);
  }
}

/** Leaves an item as it is, with why; null: nothing is to be said. `creditos`: its wish waits until there are so many. */
async function leave(
  { db, publish }: Options,
  { id: entrevistaId, empresaId, projetoId, itemId }: Wish,
  motivo: string | null,
  creditos: number | null = null,
): Promise<void> {
  // In the order of everybody else: the item, then its interview.
  await db.transaction(async (tx) => {
    await tx.query({
      name: 'auto-audit-says-why',
      text: `UPDATE auditoria_itens SET motivo = $2, updated_at = now() WHERE id = $1 AND status = 'pendente'`,
      values: [itemId, motivo],
    });
    await tx.within(companyScope(empresaId)).entrevista.updateMany({
      where: { id: entrevistaId, empresaId, auditarEm: { not: null } },
      data: { auditarEm: null, auditarCreditos: creditos },
    });
  });
  publish([{ tipo: 'item', empresaId, projetoId, itemId, status: 'pendente' }]);
}

/** What is told of the one that was taken: `due` is it, with its item. */
const TAKEN = `entrevistas.id, entrevistas.empresa_id AS "empresaId", entrevistas.projeto_id AS "projetoId",
  due.item_id AS "itemId", due.status::text AS status, entrevistas.situacao::text AS situacao,
  (SELECT p.auditoria_automatica FROM projetos p WHERE p.id = entrevistas.projeto_id) AS automatica`;

/** Takes the next whose recording was measured; who dies with it leaves it for later. */
async function take(db: Db): Promise<Wish | null> {
  const { rows } = await db.query<Wish>({
    name: 'auto-audit-take',
    text: `WITH due AS (SELECT e.id, i.id AS item_id, i.status FROM entrevistas e JOIN auditoria_itens i ON i.entrevista_id = e.id
             WHERE e.auditar_em <= now() AND e.quarentena IS NULL
               AND (i.gravacao_ms > 0 OR e.auditar_em < now() - interval '3 days')
             ORDER BY e.auditar_em LIMIT 1 FOR UPDATE OF e SKIP LOCKED)
           UPDATE entrevistas SET auditar_em = now() + ${RETRY} FROM due
           WHERE entrevistas.id = due.id RETURNING ${TAKEN}`,
  });
  return rows[0] ?? null;
}

/** Takes the one that has waited longest for credits which its company has now; one whose recording was replaced is measured first. */
async function takeAffordable(db: Db): Promise<Wish | null> {
  const { rows } = await db.query<Wish>({
    name: 'auto-audit-affordable',
    text: `WITH due AS (SELECT w.* FROM empresas c CROSS JOIN LATERAL (
               SELECT e.id, i.id AS item_id, i.status FROM entrevistas e JOIN auditoria_itens i ON i.entrevista_id = e.id
               WHERE e.empresa_id = c.id AND e.auditar_creditos <= c.saldo_creditos AND e.quarentena IS NULL
                 AND i.gravacao_ms > 0
               ORDER BY e.recebida_em LIMIT 1 FOR UPDATE OF e SKIP LOCKED) w
             WHERE c.saldo_creditos > 0 LIMIT 1)
           UPDATE entrevistas SET auditar_em = now() + ${RETRY}, auditar_creditos = NULL FROM due
           WHERE entrevistas.id = due.id RETURNING ${TAKEN}`,
  });
  return rows[0] ?? null;
}

async function forget(db: Db, { id, empresaId }: Wish): Promise<void> {
  await db.within(companyScope(empresaId)).entrevista.updateMany({
    where: { id, empresaId },
    data: { auditarEm: null, auditarCreditos: null },
  });
}
