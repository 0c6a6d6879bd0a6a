import { formatCnpj } from '@escuta/shared/domain/cnpj';
import { formatCentavos, formatCreditos } from '@escuta/shared/domain/credits';
import { enqueueMails, type Mail, mailIsConfigured } from '@escuta/shared/node/mail-queue';
import { managerEmails } from '@escuta/shared/node/managers';
import { publicLink } from '@escuta/shared/node/public-links';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { AppDeps } from '../../deps.ts';
import { emailOf } from './repo.ts';

export type Purchase = {
  empresa: { id: string; nome: string; cnpj: string; saldo: number };
  pacote: string;
  /** Credits. */
  quantidade: number;
  /** BRL cents; null: as the contract says. */
  valorCentavos: number | null;
  saldoApos: number;
  compradorId: string | null;
};

/**
 * Queues the receipt for the company's managers and the notice for the operator, who invoices it, in the transaction of
 * the purchase.
 */
export async function enqueueReceipt(db: Queryable, deps: AppDeps, purchase: Purchase): Promise<void> {
  const { env } = deps;
  if (!mailIsConfigured(env)) return;
  const { empresa, quantidade } = purchase;
  const cnpj = formatCnpj(empresa.cnpj);
  const url = publicLink(env, '/dashboard/credits?aba=extrato');
  const fatos = [
    ['Empresa', `${empresa.nome} (CNPJ ${cnpj})`],
    ['Pacote', purchase.pacote],
    ['Créditos', formatCreditos(quantidade)],
    ['Valor', purchase.valorCentavos === null ? 'Conforme contrato' : formatCentavos(purchase.valorCentavos)],
    ['Comprado por', (await emailOf(db, purchase.compradorId)) ?? 'Não identificado'],
    ['Saldo atual', formatCreditos(purchase.saldoApos)],
  ] as const;
  const receipts: Mail[] = (await managerEmails(db, empresa.id)).map((para) => ({
    empresaId: empresa.id,
    para,
    assunto: `Compra de ${formatCreditos(quantidade)} confirmada`,
    conteudo: {
      titulo: 'Compra de créditos confirmada',
      paragrafos: [
        `Os créditos já estão na conta de ${empresa.nome}. A compra será faturada ao CNPJ ${cnpj}.`,
      ],
      fatos,
      ...(url ? { acao: { texto: 'Ver extrato', url } } : {}),
      rodape: `Você recebe esta mensagem porque é gestor de ${empresa.nome} no Escuta.`,
    },
  }));
  const notice: Mail[] = env.OPERADOR_EMAIL
    ? [
        {
          empresaId: empresa.id,
          para: env.OPERADOR_EMAIL,
          assunto: `Compra de créditos: ${empresa.nome}`,
          conteudo: {
            titulo: 'Uma empresa comprou créditos',
            paragrafos: ['Os créditos já foram adicionados à conta. Falta emitir a cobrança.'],
            fatos,
            rodape: 'Você recebe esta mensagem porque opera esta instalação do Escuta.',
          },
        },
      ]
    : [];
  await enqueueMails(db, deps, [...receipts, ...notice]);
}
