import type { Db } from '@escuta/prisma/db';
import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import { AppError } from '@escuta/shared/domain/errors';
import { issueApiKey } from '@escuta/shared/services/accounts/companies';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { removeExamples } from '@escuta/shared/services/projects/remove';
import { isInUse, lockAccounts } from '../../accounts/accounts.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  CONTA_ATE,
  countHoldings,
  deleteEmpresa,
  endSessionsOf,
  type Holding,
  revokeKeys,
  setArquivada,
} from './lifecycle-repo.ts';
import { lockEmpresa } from './repo.ts';
import { readChanged } from './service.ts';

const notFound = () => new AppError('nao_encontrado', 'Empresa não encontrada ou acesso negado.');

const HOLDING_LABEL: Record<Holding, readonly [um: string, varios: string]> = {
  projetos: ['projeto', 'projetos'],
  usuarios: ['usuário', 'usuários'],
  tickets: ['ticket de suporte', 'tickets de suporte'],
  pesquisas: ['pesquisa', 'pesquisas'],
  templates: ['template de insight', 'templates de insight'],
  lancamentos: ['lançamento de créditos', 'lançamentos de créditos'],
  pedidos: ['pedido de créditos', 'pedidos de créditos'],
  telefonia: ['configuração de telefonia', 'configurações de telefonia'],
};

/** Text like '3 projetos, 2 usuários e mais de 1.000 lançamentos de créditos'; null for an empty company. */
function describeHoldings(holdings: Record<Holding, number>): string | null {
  const parts = (Object.keys(HOLDING_LABEL) as Holding[])
    .filter((name) => holdings[name] > 0)
    .map((name) => {
      const n = holdings[name];
      const [one, several] = HOLDING_LABEL[name];
      return n > CONTA_ATE
        ? `mais de ${CONTA_ATE.toLocaleString('pt-BR')} ${several}`
        : `${n} ${n === 1 ? one : several}`;
    });
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length === 0 ? last : `${parts.join(', ')} e ${last}`;
}

/** @throws AppError regra_violada if company `id` is the caller's own */
function assertNotOwn(session: Session, id: string, verbo: 'excluir' | 'arquivar'): void {
  if (id !== session.empresaId) return;
  throw new AppError('regra_violada', `Você não pode ${verbo} a sua própria empresa.`);
}

/**
 * Deletes an empty company.
 * @throws AppError nao_encontrado, regra_violada for the caller's company, empresa_com_dados naming its data
 */
export async function removeEmpresa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<void> {
  assertNotOwn(session, id, 'excluir');
  await deps.db.transaction(async (tx) => {
    await removeExamples(tx, session.scope, id);
    const holdings = await countHoldings(tx, session.scope, id);
    const empresa = holdings && (await lockEmpresa(tx, session.scope, id));
    if (!holdings || !empresa) throw notFound();
    const held = describeHoldings(holdings);
    if (held !== null) {
      const advice = empresa.arquivada_em
        ? 'Ela já está arquivada: ninguém entra, e os dados são mantidos.'
        : 'Você pode arquivá-la: ninguém mais entra, e os dados são mantidos.';
      throw new AppError(
        'empresa_com_dados',
        `A empresa ${empresa.nome} não pode ser excluída porque tem ${held}. ${advice}`,
        { dados: holdings },
      );
    }
    await deleteEmpresa(tx, session.scope, id);
    await recordAction(tx, {
      ...actor,
      empresaId: id,
      acao: 'empresa_excluida',
      recurso: 'empresa',
      recursoId: id,
      detalhes: { nome: empresa.nome, cnpj: empresa.cnpj },
    });
  });
  deps.sessions.announce(id);
}

async function setState(
  deps: AppDeps,
  db: Db,
  session: Session,
  actor: Actor,
  id: string,
  arquivada: boolean,
): Promise<EmpresaWire> {
  if (await setArquivada(db, session.scope, id, arquivada)) {
    // Ends the sessions for good, because an old session must not work again after a restore.
    if (arquivada) await endSessionsOf(db, id);
    const empresa = await lockEmpresa(db, session.scope, id);
    await recordAction(db, {
      ...actor,
      empresaId: id,
      acao: arquivada ? 'empresa_arquivada' : 'empresa_reativada',
      recurso: 'empresa',
      recursoId: id,
      detalhes: { nome: empresa?.nome ?? null },
    });
  }
  return readChanged(deps, db, session, id);
}

/**
 * Archives a company: ends its sessions and API key, keeps its data. Idempotent.
 * @throws AppError nao_encontrado, regra_violada for the caller's company, nao_autenticado if the caller lost access
 */
export async function archiveEmpresa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<EmpresaWire> {
  assertNotOwn(session, id, 'arquivar');
  const empresa = await deps.db.transaction(async (tx) => {
    await lockAccounts(tx, id);
    // Checks under the lock, because two administrators must not archive each other's company, which nobody could undo.
    if (session.membroId === null || !(await isInUse(tx, session.membroId))) {
      throw new AppError('nao_autenticado', 'Usuário não autenticado.');
    }
    return setState(deps, tx, session, actor, id, true);
  });
  deps.sessions.announce(id);
  return empresa;
}

/**
 * Restores an archived company. Idempotent.
 * @throws AppError nao_encontrado
 */
export async function restoreEmpresa(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<EmpresaWire> {
  const empresa = await deps.db.transaction((tx) => setState(deps, tx, session, actor, id, false));
  deps.sessions.announce(id);
  return empresa;
}

/**
 * Replaces the API key of the caller's company; the old key ends at once in every process.
 * @returns the new key
 */
export async function rotateApiKey(deps: AppDeps, session: Session, actor: Actor): Promise<string> {
  const { empresaId, ownScope } = session;
  const key = await deps.db.transaction(async (tx) => {
    // A concurrent rotation waits here, then revokes the key created here.
    if (!(await lockEmpresa(tx, ownScope, empresaId))) throw notFound();
    await revokeKeys(tx, ownScope);
    const issued = await issueApiKey(tx, deps, empresaId);
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'chave_api_trocada',
      recurso: 'empresa',
      recursoId: empresaId,
    });
    return issued;
  });
  deps.sessions.announce(empresaId);
  return key;
}
