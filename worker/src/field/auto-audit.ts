import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { DESFECHO_LABEL, type Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import { creditosSozinha, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { companyScope } from '@escuta/shared/domain/scope';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { BalanceNotices } from '@escuta/shared/services/credits/low-balance';
import { requestRun } from '@escuta/shared/services/runs/request';
import type { RowWork, Turn } from '../background/loop.ts';

const RETRY = "interval '1 minute'";

type Wish = {
  id: string;
  empresaId: string;
  projetoId: string;
  itemId: string;
  status: string;
  situacao: string;
  desfecho: Desfecho | null;
  automatica: boolean;
};

const PREFIXO = 'Auditoria automática ';
const INTERROMPIDA = `${PREFIXO}não iniciada: a entrevista foi interrompida. Processe a entrevista, se for o caso.`;
const semSaldo = (creditos: number) =>
  `A entrevista custa ${formatCreditos(creditos)}, mais do que o saldo. A auditoria começa automaticamente quando houver saldo.`;
const dear = (creditos: number, porMinutos: number) =>
  `A entrevista custa ${formatCreditos(creditos)}. Acima de ${formatCreditos(creditosSozinha(porMinutos))}, uma pessoa precisa conferir se o gravador não ficou ligado por engano. Se estiver tudo certo, processe a entrevista.`;

type Options = {
  db: Database;
  publish: LivePublisher;
  entrevistaMinutos: number;
  notices: BalanceNotices;
  isMyTurn?: Turn;
};

/**
 * Requests the audit of interviews from devices, if their project demands this (projetos.auditoria_automatica), once
 * the measured length determines the price. Leaves interrupted interviews, and those dearer than `creditosSozinha`, to
 * a person; waits for missing credits. Deletes the wish (the stored intention) in the run's transaction, so that no
 * audit is requested twice.
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
    // Does nothing, because the claim has moved the wish's due time, which is both lease and next attempt.
    failed: async () => 'adiado',
    giveBack: async () => undefined,
  };
}

async function ask(options: Options, wish: Wish): Promise<void> {
  const { db, publish, entrevistaMinutos, notices } = options;
  const { empresaId, itemId, status, situacao, desfecho, automatica } = wish;
  // Another request for the item's audit came first.
  if (status !== 'pendente') return forget(db, wish);
  if (!automatica) return leave(options, wish, null);
  if (desfecho) return leave(options, wish, `${PREFIXO}não iniciada: ${DESFECHO_LABEL[desfecho]}.`);
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
      return leave(options, wish, `${PREFIXO}à espera de créditos. ${semSaldo(creditos)}`, creditos);
    }
    // A retry would be refused, too, so the reason is shown with the item.
    const why = error.code === 'confirmacao_necessaria' ? dear(creditos, entrevistaMinutos) : error.message;
    await leave(options, wish, `${PREFIXO}não iniciada. ${why}`);
  }
}

/** Requests no audit; stores any reason with the item. `creditos`: the wish waits for that many credits. */
async function leave(
  { db, publish }: Options,
  { id: entrevistaId, empresaId, projetoId, itemId }: Wish,
  motivo: string | null,
  creditos: number | null = null,
): Promise<void> {
  // Locks the item before the interview, as everywhere, against deadlocks.
  await db.transaction(async (tx) => {
    await tx.query({
      name: 'auto_audit_says_why',
      text: `update auditoria_itens set motivo = $2, updated_at = now() where id = $1 and status = 'pendente'`,
      values: [itemId, motivo],
    });
    await tx.within(companyScope(empresaId)).entrevista.updateMany({
      where: { id: entrevistaId, empresaId, auditarEm: { not: null } },
      data: { auditarEm: null, auditarCreditos: creditos },
    });
  });
  publish([{ tipo: 'item', empresaId, projetoId, itemId, status: 'pendente' }]);
}

/** SQL for a claimed wish's columns; `due` is the wish joined with its item. */
const TAKEN = `entrevistas.id, entrevistas.empresa_id as "empresaId", entrevistas.projeto_id as "projetoId",
  due.item_id as "itemId", due.status::text as status, entrevistas.situacao::text as situacao,
  entrevistas.desfecho,
  (select p.auditoria_automatica from projetos p where p.id = entrevistas.projeto_id) as automatica`;

/** Claims the next wish with a measured recording; after a crash, the wish becomes due again. */
async function take(db: Db): Promise<Wish | null> {
  const { rows } = await db.query<Wish>({
    name: 'auto_audit_take',
    text: `with due as (select e.id, i.id as item_id, i.status from entrevistas e
      join auditoria_itens i on i.entrevista_id = e.id
             where e.auditar_em <= now() and e.quarentena is null
               and (i.gravacao_ms > 0 or e.auditar_em < now() - interval '3 days')
             order by e.auditar_em limit 1 for update of e skip locked)
           update entrevistas set auditar_em = now() + ${RETRY} from due
           where entrevistas.id = due.id returning ${TAKEN}`,
  });
  return rows[0] ?? null;
}

/** Claims the longest-waiting wish for which its company now has enough credits. */
async function takeAffordable(db: Db): Promise<Wish | null> {
  const { rows } = await db.query<Wish>({
    name: 'auto_audit_affordable',
    text: `with due as (select w.* from empresas c cross join lateral (
               select e.id, i.id as item_id, i.status from entrevistas e
                 join auditoria_itens i on i.entrevista_id = e.id
               where e.empresa_id = c.id and e.auditar_creditos <= c.saldo_creditos and e.quarentena is null
                 and i.gravacao_ms > 0
               order by e.recebida_em limit 1 for update of e skip locked) w
             where c.saldo_creditos > 0 limit 1)
           update entrevistas set auditar_em = now() + ${RETRY}, auditar_creditos = null from due
           where entrevistas.id = due.id returning ${TAKEN}`,
  });
  return rows[0] ?? null;
}

async function forget(db: Db, { id, empresaId }: Wish): Promise<void> {
  await db.within(companyScope(empresaId)).entrevista.updateMany({
    where: { id, empresaId },
    data: { auditarEm: null, auditarCreditos: null },
  });
}
