import type { Database } from '@escuta/prisma/db';
import { type AvisoContado, noticeMail } from '@escuta/shared/domain/accounts/notice-mail';
import { canaisDaPessoa, isMailed } from '@escuta/shared/domain/accounts/notices';
import { type DadosEvento, EVENTOS, type TipoEvento } from '@escuta/shared/domain/log/events';
import { TAREFA_LABEL } from '@escuta/shared/domain/tasks/task-names';
import { readStoredObject } from '@escuta/shared/domain/text/stored';
import type { BalanceNotices } from '@escuta/shared/services/credits/low-balance';
import { enqueueMails, mailIsConfigured, type NoticeMail } from '@escuta/shared/services/tasks/mail-queue';
import type { RoundWork, Turn } from '../background/loop.ts';
import { noticeAddresses } from './addresses.ts';
import { type AvisoDevido, ESPERA_MIN, endHeld, takeHeld, tidyHeld } from './held-repo.ts';

const POLL_MS = 5000;
/** Notices per transaction. */
const BATCH = 50;
const TIDY_MS = 3_600_000;

type Options = { db: Database; notices: BalanceNotices; isMyTurn?: Turn; pollMs?: number };

/** Sends e-mails that people want at once, one per person and subject. */
export function mailingNotices({ db, notices, isMyTurn, pollMs = POLL_MS }: Options): RoundWork {
  let tidyAt = 0;
  return {
    nome: 'avisos',
    pollMs,
    isMyTurn,
    round: async (progress) => {
      if (performance.now() >= tidyAt) {
        await tidyHeld(db);
        tidyAt = performance.now() + TIDY_MS;
      }
      if (!mailIsConfigured(notices.env)) return true;
      while (!progress.isStopped() && (await mailBatch(db, notices)) === BATCH) progress.moved();
      return true;
    },
  };
}

function mailBatch(db: Database, notices: BalanceNotices): Promise<number> {
  return db.transaction(async (tx) => {
    const held = await takeHeld(tx, BATCH);
    const mails: NoticeMail[] = [];
    const ended = held.map((aviso) => {
      const mail = mailOf(aviso, notices);
      if (mail) mails.push(mail);
      return { aviso, enviado: mail !== null };
    });
    if (ended.length > 0) await endHeld(tx, ended);
    await enqueueMails(tx, notices, mails);
    return held.length;
  });
}

/** A notice's e-mail; null if the person cannot receive or does not want it, or nothing is left to report. */
function mailOf(aviso: AvisoDevido, { env }: BalanceNotices): NoticeMail | null {
  const { email, papel, escolhidos, empresaId, usuarioId } = aviso;
  if (email === null || papel === null || !isMailed(aviso.aviso)) return null;
  if (!canaisDaPessoa(papel, escolhidos)[aviso.aviso].includes('email')) return null;
  const urls = noticeAddresses(env);
  const counted = countedOf(aviso, urls);
  if (counted === null) return null;
  return {
    ...{ empresaId, para: email, descadastro: { usuarioId, email: aviso.aviso } },
    ...noticeMail(aviso.empresa, counted, urls, ESPERA_MIN),
  };
}

function countedOf(
  { dados, alvoId, n, desde, projeto, regra, dado, haFolha }: AvisoDevido,
  urls: ReturnType<typeof noticeAddresses>,
): AvisoContado | null {
  const { evento, ...rest } = readStoredObject(dados);
  const of = <T extends TipoEvento>(tipo: T): DadosEvento<T> | undefined =>
    evento === tipo ? (EVENTOS[tipo].dados.safeParse(rest).data as DadosEvento<T> | undefined) : undefined;
  const task = of('tarefa_encerrada');
  if (task) {
    return {
      tipo: 'tarefa',
      nome: TAREFA_LABEL[task.tipo],
      erro: task.status === 'erro',
      url: urls.tarefa(alvoId),
    };
  }
  const ended = of('auditoria_concluida');
  const failed = of('falha_definitiva');
  const run = ended ?? failed;
  if (run) {
    const status = failed ? 'erro' : 'concluido';
    const url = n === 1 ? urls.ligacao(alvoId) : urls.ligacoes(run.projeto_id, status);
    return { tipo: failed ? 'falhas' : 'concluidas', n, projeto, url };
  }
  if (of('sinal_indicado')) return dado && { tipo: 'sinal', pesquisa: dado.pesquisa, url: urls.sinais };
  if (of('verificacao_atribuida')) {
    if (!dado?.n) return null;
    return { tipo: 'verificacoes', n: dado.n, pesquisa: dado.pesquisa, url: urls.verificacoes(alvoId) };
  }
  const sheet = of('folha_enviada');
  if (sheet) return haFolha ? { tipo: 'folha', dia: sheet.dia, url: urls.folha(sheet.dia) } : null;
  const fired = of('regra_disparou');
  // Sends nothing if all firings were resolved or the rule was deleted meanwhile.
  if (!fired || regra === null || regra.porResolver === 0) return null;
  const { nome, disparos, porResolver, ligacoes } = regra;
  const url = urls.alertas(fired.regra_id);
  return { tipo: 'regra', nome, gravidade: fired.gravidade, disparos, porResolver, desde, ligacoes, url };
}
