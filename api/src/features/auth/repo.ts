import type { createPrisma } from '@escuta/prisma/client';
import type { Papel } from '@escuta/shared/domain/permissions';

type Prisma = ReturnType<typeof createPrisma>;

/** An account as sign-in needs it. */
export type LoginAccount = {
  membroId: string;
  usuarioId: string;
  empresaId: string;
  email: string;
  nome: string | null;
  papel: Papel;
  versao: number;
  senhaHash: string | null;
  /** False when the account or its company was switched off. */
  ativo: boolean;
  /** True for an account that only its archived company keeps out. */
  empresaArquivada: boolean;
};

/** The account of a person in the company with this CNPJ (normalised). Sign-in is what makes a scope, so it has none. */
export async function findLoginAccount(
  prisma: Prisma,
  cnpj: string,
  email: string,
): Promise<LoginAccount | null> {
  const membro = await prisma.membro.findFirst({
    where: { empresa: { cnpj }, usuario: { email } },
    select: {
      id: true,
      usuarioId: true,
      empresaId: true,
      papel: true,
      versaoToken: true,
      senhaHash: true,
      ativo: true,
      usuario: { select: { email: true, nome: true } },
      empresa: { select: { ativa: true, arquivadaEm: true } },
    },
  });
  if (!membro) return null;
  return {
    membroId: membro.id,
    usuarioId: membro.usuarioId,
    empresaId: membro.empresaId,
    email: membro.usuario.email,
    nome: membro.usuario.nome,
    papel: membro.papel,
    versao: membro.versaoToken,
    senhaHash: membro.senhaHash,
    ativo: membro.ativo && membro.empresa.ativa && membro.empresa.arquivadaEm === null,
    empresaArquivada: membro.ativo && membro.empresa.arquivadaEm !== null,
  };
}

export type LoginRecord = {
  account: Pick<LoginAccount, 'membroId' | 'usuarioId' | 'empresaId'> | null;
  resultado: 'sucesso' | 'falha';
  motivo: 'entrou' | 'conta_desconhecida' | 'senha' | 'inativa';
  enderecoIp: string;
  requestId: string;
};

/** Writes one sign-in to the access log, and the account's last access when it succeeded. */
export async function recordLogin(prisma: Prisma, record: LoginRecord): Promise<void> {
  const entry = prisma.registroAcesso.create({
    data: {
      empresaId: record.account?.empresaId ?? null,
      usuarioId: record.account?.usuarioId ?? null,
      acao: 'login',
      recurso: 'sessao',
      recursoId: record.account?.membroId ?? null,
      detalhes: { resultado: record.resultado, motivo: record.motivo },
      enderecoIp: record.enderecoIp,
      requestId: record.requestId,
    },
  });
  if (record.resultado === 'sucesso' && record.account) {
    await prisma.$transaction([
      entry,
      prisma.membro.updateMany({
        where: { id: record.account.membroId, empresaId: record.account.empresaId },
        data: { ultimoAcesso: new Date() },
      }),
    ]);
  } else {
    await entry;
  }
}
