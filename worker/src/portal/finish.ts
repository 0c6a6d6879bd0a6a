// SQL: what a preparation no longer needs goes as sets, in the transaction that changes its state.

import type { Database, Db } from '@escuta/prisma/db';
import { auditEndMail } from '@escuta/shared/domain/accounts/portal-mails';
import { companyScope } from '@escuta/shared/domain/scope';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import type { BalanceNotices } from '@escuta/shared/services/credits/low-balance';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import { authorEmail } from '@escuta/shared/services/portal/preparos';
import { enqueueMails } from '@escuta/shared/services/tasks/mail-queue';
import type { RoundWork, Turn } from '../background/loop.ts';
import { writeHeld } from '../intake/intake-repo.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { PreparoLido } from './preparo-repo.ts';
import { A_ESPERA } from './requests.ts';
import { requestRereads } from './reread-repo.ts';

const SEM_LINHA = 'Não auditada: sem linha na planilha.';
const DEIXADA = 'Não auditada: deixada de fora na conferência.';

/**
 * All that was to be asked for was: the preparation keeps what its page tells (counts, names of the recordings taken, the rules of their
 * pairs) and nothing else of anybody. Rows go, or are blank where a recording names them; what was left out is a file of the audit.
 */
export async function closeMaking(
  context: TaskContext<'criar_auditoria'>,
  preparo: PreparoLido,
): Promise<void> {
  const { total, feito } = context.task;
  await writeHeld(context, 'preparo', { estado: 'criando', feito: total ?? feito }, async (tx) => {
    await keepLeftOut(tx, preparo);
    const { preparoGravacao, preparoLinha } = tx.within(companyScope(preparo.empresaId));
    const where = { preparoId: preparo.id, empresaId: preparo.empresaId };
    await preparoGravacao.deleteMany({ where: { ...where, itemId: null } });
    await tx.query({
      name: 'portal-close-rows',
      text: `DELETE FROM preparo_linhas l WHERE preparo_id = $1
               AND NOT EXISTS (SELECT FROM preparo_gravacoes g WHERE g.preparo_id = l.preparo_id AND g.linha_n = l.n)`,
      values: [preparo.id],
    });
    await preparoLinha.updateMany({ where, data: { celulas: [] } });
    await discardUploads(tx, { dono: 'preparo', ids: [preparo.id] });
    await tx.query({
      name: 'portal-close',
      text: `UPDATE auditoria_preparos SET estado = 'auditando', motivo = NULL, avisos = '[]', avisos_planilha = NULL, colunas = $2,
               updated_at = now() WHERE id = $1`,
      values: [
        preparo.id,
        JSON.stringify(
          preparo.colunas.map((coluna) => ({
            ...coluna,
            exemplos: [],
            amostra: [],
            nao_reconhecidas: { ...coluna.nao_reconhecidas, codigos: [], exemplos: [] },
          })),
        ),
      ],
    });
  });
}

/** Keeps the recordings that became no interview's as files of the audit, each with the reason. */
async function keepLeftOut(tx: Db, { id, auditoriaId }: PreparoLido): Promise<void> {
  await tx.query({
    name: 'portal-close-left-out',
    text: `INSERT INTO auditoria_arquivos (id, empresa_id, auditoria_id, papel, nome, tipo, tamanho, sha256, chave_objeto, status, motivo)
           SELECT g.id, g.empresa_id, $2, 'gravacao', regexp_replace(g.nome, '^.*/', ''), g.tipo, g.tamanho, g.sha256, g.chave_objeto, 'pendente',
             CASE WHEN o.id IS NOT NULL THEN 'Não auditada: é a mesma gravação de ' || regexp_replace(o.nome, '^.*/', '') || '.'
               WHEN g.linha_n IS NULL THEN $3 ELSE $4 END
           FROM preparo_gravacoes g LEFT JOIN LATERAL (
             SELECT o.id, o.nome FROM preparo_gravacoes o WHERE o.preparo_id = g.preparo_id AND o.id <> g.id AND o.sha256 = g.sha256
               AND o.item_id IS NOT NULL LIMIT 1) o ON true
           WHERE g.preparo_id = $1 AND g.item_id IS NULL AND g.chave_objeto IS NOT NULL`,
    values: [id, auditoriaId, SEM_LINHA, DEIXADA],
  });
}

type Options = { db: Database; notices: BalanceNotices; isMyTurn?: Turn };

/** Ends audits whose runs have all ended. Asks for the rereading of sheets of which an earlier version dropped cells. */
export function endingPortal(options: Options): RoundWork {
  const { db, isMyTurn } = options;
  return {
    nome: 'portal',
    pollMs: 5000,
    isMyTurn,
    round: async (progress) => {
      while (!progress.isStopped() && (await concludeNext(options))) progress.moved();
      await requestRereads(db);
      return true;
    },
  };
}

type Ended = {
  id: string;
  empresa_id: string;
  autor_id: string | null;
  pesquisa_id: string | null;
  projeto: string;
  empresa: string;
  auditoria: string;
};
type Counts = { concluidas: number; falhas: number; sem_credito: number; outras: number };

/** Ends an audit of which nothing is under way, and tells whoever sent it. @returns whether there was one */
export async function concludeNext({ db, notices }: Pick<Options, 'db' | 'notices'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<Ended>({
      name: 'portal-conclude',
      text: `UPDATE auditoria_preparos p SET estado = 'concluido', updated_at = now()
             FROM projetos j, empresas e, auditorias a
             WHERE p.id = (SELECT q.id FROM auditoria_preparos q WHERE q.estado = 'auditando' AND NOT EXISTS (
                 SELECT FROM preparo_gravacoes g JOIN execucoes x ON x.item_id = g.item_id
                 WHERE g.preparo_id = q.id AND x.status IN ('na_fila', 'executando'))
               ORDER BY q.confirmado_em LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
               AND j.id = p.projeto_id AND e.id = p.empresa_id AND a.id = p.auditoria_id
             RETURNING p.id, p.empresa_id, p.autor_id, p.pesquisa_id, j.nome AS projeto, e.nome AS empresa, a.nome AS auditoria`,
    });
    const ended = rows[0];
    if (!ended) return false;
    const para = await authorEmail(tx, { notices }, ended);
    if (para === null) return true;
    const { rows: counts } = await tx.query<Counts>({
      name: 'portal-counts',
      text: `SELECT (count(*) FILTER (WHERE i.status = 'concluido'))::int AS concluidas, (count(*) FILTER (WHERE i.status = 'erro'))::int AS falhas,
               (count(*) FILTER (WHERE i.status = 'pendente' AND starts_with(i.motivo, $2)))::int AS sem_credito,
               (count(*) FILTER (WHERE i.status = 'pendente' AND NOT coalesce(starts_with(i.motivo, $2), false)))::int AS outras
             FROM preparo_gravacoes g JOIN auditoria_itens i ON i.id = g.item_id WHERE g.preparo_id = $1`,
      values: [ended.id, A_ESPERA],
    });
    const { concluidas = 0, falhas = 0, sem_credito: semCredito = 0, outras = 0 } = counts[0] ?? {};
    const path =
      ended.pesquisa_id === null ? `/auditoria/${ended.id}` : `/dashboard/pesquisas/${ended.pesquisa_id}`;
    const mail = auditEndMail(
      ended,
      { concluidas, falhas, semCredito, outras },
      publicLink(notices.env, path),
    );
    await enqueueMails(tx, notices, [{ empresaId: ended.empresa_id, para, ...mail }]);
    return true;
  });
}
