import type { Db } from '@escuta/prisma/db';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { formatCentavos, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { managerEmails } from '@escuta/shared/services/accounts/managers';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { enqueueMails, type Mail, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import type { AppDeps } from '../../deps.ts';
import { emailOf } from './repo.ts';

export type Purchase = {
  empresa: { id: string; nome: string; cnpj: string; saldo: number };
  pacote: string;
  quantidade: number;
  /** BRL cents; null: price by contract. */
  valorCentavos: number | null;
  saldoApos: number;
  compradorId: string | null;
};

type Told = { assunto: string; titulo: string; paragrafo: string };

/**
 * Queues the e-mails to managers and operator about a purchase or a request. `operador`: null for no e-mail to the
 * operator.
 */
async function enqueueTold(
  db: Db,
  deps: AppDeps,
  purchase: Purchase,
  told: { gestores: Told; operador: Told | null; motivo?: string },
): Promise<void> {
  const { env } = deps;
  if (!mailIsConfigured(env)) return;
  const { empresa, quantidade } = purchase;
  const fatos = [
    ['Empresa', `${empresa.nome} (CNPJ ${formatCnpj(empresa.cnpj)})`],
    ['Pacote', purchase.pacote],
    ['Créditos', formatCreditos(quantidade)],
    ['Valor', purchase.valorCentavos === null ? 'Conforme contrato' : formatCentavos(purchase.valorCentavos)],
    ['Comprado por', (await emailOf(db, purchase.compradorId)) ?? 'Não identificado'],
    ['Saldo atual', formatCreditos(purchase.saldoApos)],
    ...(told.motivo ? ([['Motivo', told.motivo]] as const) : []),
  ] as const;
  const mail = (para: string, text: Told, path: string, action: string, rodape: string): Mail => {
    const url = publicLink(env, path);
    return {
      empresaId: empresa.id,
      para,
      assunto: text.assunto,
      conteudo: {
        titulo: text.titulo,
        paragrafos: [text.paragrafo],
        fatos,
        ...(url ? { acao: { texto: action, url } } : {}),
        rodape,
      },
    };
  };
  const managers = (await managerEmails(db, empresa.id)).map((para) =>
    mail(
      para,
      told.gestores,
      '/dashboard/credits?aba=extrato',
      'Ver extrato',
      `Você recebe esta mensagem porque é gerente de ${empresa.nome} na Escuta.`,
    ),
  );
  const operator =
    told.operador && env.OPERADOR_EMAIL
      ? [
          mail(
            env.OPERADOR_EMAIL,
            told.operador,
            '/admin/pacotes',
            'Ver pedidos',
            'Você recebe esta mensagem porque opera esta instalação da Escuta.',
          ),
        ]
      : [];
  await enqueueMails(db, deps, [...managers, ...operator]);
}

/** Queues the managers' receipt and the notice for the operator, who invoices, in the purchase's transaction. */
export function enqueueReceipt(db: Db, deps: AppDeps, purchase: Purchase): Promise<void> {
  const { empresa, quantidade } = purchase;
  return enqueueTold(db, deps, purchase, {
    gestores: {
      assunto: `Compra de ${formatCreditos(quantidade)} confirmada`,
      titulo: 'Compra de créditos confirmada',
      paragrafo: `Os créditos já estão na conta de ${empresa.nome}. A compra será faturada ao CNPJ ${formatCnpj(empresa.cnpj)}.`,
    },
    operador: {
      assunto: `Compra de créditos: ${empresa.nome}`,
      titulo: 'Uma empresa comprou créditos',
      paragrafo: 'Os créditos já foram adicionados à conta. Agora, emita a cobrança.',
    },
  });
}

/** Queues mails on a request beyond the company's limit, in the request's transaction. No credits are booked yet. */
export function enqueueRequest(db: Db, deps: AppDeps, purchase: Purchase): Promise<void> {
  const { empresa, quantidade } = purchase;
  return enqueueTold(db, deps, purchase, {
    gestores: {
      assunto: `Pedido de ${formatCreditos(quantidade)} enviado`,
      titulo: 'Pedido de créditos enviado',
      paragrafo:
        'A compra passa do limite mensal de compras da empresa. Os créditos entram na conta quando um administrador conceder o pedido.',
    },
    operador: {
      assunto: `Pedido de créditos: ${empresa.nome}`,
      titulo: 'Uma empresa pediu créditos além do limite',
      paragrafo:
        'Os créditos ainda não entraram na conta. Conceda ou recuse o pedido em Pacotes de Créditos.',
    },
  });
}

/** Queues the managers' e-mail on a refused request, in the transaction of the refusal. */
export function enqueueRefusal(db: Db, deps: AppDeps, purchase: Purchase, motivo: string): Promise<void> {
  return enqueueTold(db, deps, purchase, {
    gestores: {
      assunto: `Pedido de ${formatCreditos(purchase.quantidade)} recusado`,
      titulo: 'Pedido de créditos recusado',
      paragrafo: 'Um administrador recusou o pedido. Nada foi cobrado, e o saldo não mudou.',
    },
    operador: null,
    motivo,
  });
}
