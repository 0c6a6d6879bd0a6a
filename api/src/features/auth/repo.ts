// SQL: failed sign-ins with the same account and address share a log entry, under a lock.

import type { Database, Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';
import { recordAction } from '@escuta/shared/services/log/audit-log';

export type LoginAccount = {
  membroId: string;
  usuarioId: string;
  empresaId: string;
  email: string;
  nome: string | null;
  papel: Papel;
  /** Rights beyond those of the role. */
  direitos: string[];
  versao: number;
  senhaHash: string | null;
  /** False if the account or its company is inactive. */
  ativo: boolean;
  /** True if only the archived company blocks the account. */
  empresaArquivada: boolean;
};

/** The account of a person in the company with this normalised CNPJ. Before sign-in there is no scope. */
export async function findLoginAccount(db: Db, cnpj: string, email: string): Promise<LoginAccount | null> {
  const membro = await db.within(INSTALACAO).membro.findFirst({
    where: { empresa: { cnpj }, usuario: { email } },
    select: {
      id: true,
      usuarioId: true,
      empresaId: true,
      papel: true,
      direitos: { select: { direito: true } },
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
    direitos: membro.direitos.map(({ direito }) => direito),
    versao: membro.versaoToken,
    senhaHash: membro.senhaHash,
    ativo: membro.ativo && membro.empresa.ativa && membro.empresa.arquivadaEm === null,
    empresaArquivada: membro.ativo && membro.empresa.arquivadaEm !== null,
  };
}

export type LoginRecord = {
  account: Pick<LoginAccount, 'membroId' | 'usuarioId' | 'empresaId'> | null;
  motivo: 'entrou' | 'conta_desconhecida' | 'senha' | 'inativa';
  enderecoIp: string;
  requestId: string;
};

/** Time for which failed sign-ins with the same account and address share an entry. */
const UMA_ENTRADA = "interval '10 minutes'";

/**
 * Logs an attempt to sign in; a successful one also sets the account's last access. Failed attempts from the same
 * address share an entry with a count, so that guessing does not fill the log.
 */
export async function recordLogin(db: Database, record: LoginRecord): Promise<void> {
  const { account, motivo, enderecoIp, requestId } = record;
  const entry = {
    empresaId: account?.empresaId ?? null,
    usuarioId: account?.usuarioId ?? null,
    via: 'pessoa' as const,
    viaId: null,
    recurso: 'sessao',
    recursoId: account?.membroId ?? null,
    enderecoIp,
    requestId,
  };
  await db.transaction(async (tx) => {
    if (motivo === 'entrou' && account) {
      await recordAction(tx, { ...entry, acao: 'login' });
      await tx.query({
        name: 'login_last_access',
        text: 'update membros set ultimo_acesso = now() where id = $1 and empresa_id = $2',
        values: [account.membroId, account.empresaId],
      });
      return;
    }
    await lock(tx, 'acessosRecusados', `${enderecoIp} ${entry.recursoId ?? ''}`);
    const { rowCount } = await tx.query({
      name: 'login_refused_again',
      text: `update registros_acesso set detalhes = detalhes || jsonb_build_object('motivo', $3::text,
               'tentativas', (detalhes ->> 'tentativas')::int + 1, 'ultima', now())
             where acao = 'login_recusado' and created_at > now() - ${UMA_ENTRADA} and endereco_ip = $1
               and recurso_id is not distinct from $2`,
      values: [enderecoIp, entry.recursoId, motivo],
    });
    if (rowCount) return;
    await recordAction(tx, { ...entry, acao: 'login_recusado', detalhes: { motivo, tentativas: 1 } });
  });
}
