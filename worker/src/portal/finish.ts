// SQL deletes data that a finished prepared audit no longer needs, in the transaction that changes the audit's state.

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
 * Closes a prepared audit once its last recording's audit is requested. Keeps the counts, names and pairing rules that
 * its page shows; deletes its rows' contents.
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
      name: 'portal_close_rows',
      text: `delete from preparo_linhas l where preparo_id = $1
               and not exists (select from preparo_gravacoes g where g.preparo_id = l.preparo_id and g.linha_n = l.n)`,
      values: [preparo.id],
    });
    await preparoLinha.updateMany({ where, data: { celulas: [] } });
    await discardUploads(tx, { dono: 'preparo', ids: [preparo.id] });
    await tx.query({
      name: 'portal_close',
      text: `update auditoria_preparos set estado = 'auditando', motivo = null, avisos = '[]', avisos_planilha = null,
        colunas = $2,
               updated_at = now() where id = $1`,
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

/** Turns recordings without an interview into files of the audit, each with the reason why it was left out. */
async function keepLeftOut(tx: Db, { id, auditoriaId }: PreparoLido): Promise<void> {
  await tx.query({
    name: 'portal_close_left_out',
    text: `insert into auditoria_arquivos (id, empresa_id, auditoria_id, papel, nome, tipo, tamanho, sha256,
      chave_objeto, status, motivo)
           select g.id, g.empresa_id, $2, 'gravacao', regexp_replace(g.nome, '^.*/', ''), g.tipo, g.tamanho, g.sha256,
           g.chave_objeto, 'pendente',
             case when o.id is not null then 'Não auditada: é a mesma gravação de ' || regexp_replace(o.nome, '^.*/',
               '') || '.'
               when g.linha_n is null then $3 else $4 end
           from preparo_gravacoes g left join lateral (
             select o.id, o.nome from preparo_gravacoes o where o.preparo_id = g.preparo_id and o.id <> g.id
               and o.sha256 = g.sha256
               and o.item_id is not null limit 1) o on true
           where g.preparo_id = $1 and g.item_id is null and g.chave_objeto is not null`,
    values: [id, auditoriaId, SEM_LINHA, DEIXADA],
  });
}

type Options = { db: Database; notices: BalanceNotices; isMyTurn?: Turn };

/** Concludes audits whose runs have ended; requests the rereading of sheets whose unread cells were dropped. */
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

/**
 * Concludes an audit without open runs, and mails its author.
 * @returns false if there was no such audit
 */
export async function concludeNext({ db, notices }: Pick<Options, 'db' | 'notices'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<Ended>({
      name: 'portal_conclude',
      text: `update auditoria_preparos p set estado = 'concluido', updated_at = now()
             from projetos j, empresas e, auditorias a
             where p.id = (select q.id from auditoria_preparos q where q.estado = 'auditando' and not exists (
                 select from preparo_gravacoes g join execucoes x on x.item_id = g.item_id
                 where g.preparo_id = q.id and x.status in ('na_fila', 'executando'))
               order by q.confirmado_em limit 1 for no key update skip locked)
               and j.id = p.projeto_id and e.id = p.empresa_id and a.id = p.auditoria_id
             returning p.id, p.empresa_id, p.autor_id, p.pesquisa_id, j.nome as projeto, e.nome as empresa,
             a.nome as auditoria`,
    });
    const ended = rows[0];
    if (!ended) return false;
    const para = await authorEmail(tx, { notices }, ended);
    if (para === null) return true;
    const { rows: counts } = await tx.query<Counts>({
      name: 'portal_counts',
      text: `select (count(*) filter (where i.status = 'concluido'))::int as concluidas,
        (count(*) filter (where i.status = 'erro'))::int as falhas,
               (count(*) filter (where i.status = 'pendente' and starts_with(i.motivo, $2)))::int as sem_credito,
               (count(*) filter (where i.status = 'pendente' and not coalesce(starts_with(i.motivo, $2), false)))::int
                 as outras
             from preparo_gravacoes g join auditoria_itens i on i.id = g.item_id where g.preparo_id = $1`,
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
