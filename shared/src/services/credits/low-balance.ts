import type { Db } from '@escuta/prisma/db';
import { crossesLimit, formatCreditos } from '../../domain/runs/credits.ts';
import type { Env } from '../../platform/process/env.ts';
import { managerEmails } from '../accounts/managers.ts';
import { publicLink } from '../accounts/public-links.ts';
import { enqueueMails, type MailDeps, mailIsConfigured } from '../tasks/mail-queue.ts';

export type BalanceNotices = MailDeps & {
  env: Pick<Env, 'LOW_BALANCE_CREDITS' | 'PUBLIC_URL' | 'SMTP_URL' | 'NODE_ENV'>;
};

type Change = { empresaId: string; antes: number; depois: number };

/**
 * Mails managers that the balance fell below the limit, in the change's transaction. A company's changes are
 * serialised, so only one crosses the limit.
 */
export async function noticeLowBalance(db: Db, deps: BalanceNotices, change: Change): Promise<void> {
  const limite = deps.env.LOW_BALANCE_CREDITS;
  if (!crossesLimit(change.antes, change.depois, limite) || !mailIsConfigured(deps.env)) return;
  const { rows } = await db.query<{ nome: string }>(
    `update empresas set saldo_baixo_avisado_em = now()
     where id = $1 and saldo_baixo_avisado_em is null returning nome`,
    [change.empresaId],
  );
  const nome = rows[0]?.nome;
  if (nome === undefined) return;
  const saldo = formatCreditos(change.depois);
  const url = publicLink(deps.env, '/dashboard/credits');
  const mails = (await managerEmails(db, change.empresaId)).map((para) => ({
    empresaId: change.empresaId,
    para,
    assunto: `Saldo de créditos baixo: ${change.depois === 1 ? 'resta' : 'restam'} ${saldo}`,
    conteudo: {
      titulo: 'O saldo de créditos está baixo',
      paragrafos: [
        `A conta de ${nome} tem ${saldo}. Cada gravação processada consome créditos; sem saldo, novas gravações ficam sem transcrição e análise até a próxima compra.`,
      ],
      ...(url ? { acao: { texto: 'Ver créditos', url } } : {}),
      rodape: `Você recebe esta mensagem porque é gerente de ${nome} na Escuta. O aviso é enviado uma vez, quando o saldo passa a ser menor que ${formatCreditos(limite)}.`,
    },
  }));
  await enqueueMails(db, deps, mails);
}
