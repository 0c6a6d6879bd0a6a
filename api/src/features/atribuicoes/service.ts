import type { BodyOf } from '@escuta/shared/contracts/contract';
import { ATRIBUICAO_MAX, type assignLigacoes } from '@escuta/shared/contracts/team/atribuicoes';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import { findProject } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { findChosen, giveBack, giveTo, listPeople, lockAccess } from './repo.ts';

/** The company of a project. @throws AppError nao_encontrado */
async function companyOf(deps: AppDeps, scope: Scope, projetoId: string): Promise<string> {
  const projeto = await findProject(deps.db, scope, projetoId);
  if (!projeto) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  return projeto.empresaId;
}

/** The people who may get calls of a project. @throws AppError nao_encontrado */
export async function peopleFor(deps: AppDeps, scope: Scope, projetoId: string, q: string | undefined) {
  return listPeople(deps.db, scope, await companyOf(deps, scope, projetoId), q);
}

/**
 * Assigns calls to a person, or to nobody. Stores the previous assignees until an undo or the next assignment.
 * @throws AppError nao_encontrado, regra_violada for a person without access, or too many calls
 */
export async function assign(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  projetoId: string,
  { selecao, usuario_id: usuarioId }: BodyOf<typeof assignLigacoes>,
) {
  const por = personOf(session);
  const empresaId = await companyOf(deps, session.scope, projetoId);
  return deps.db.transaction(async (tx) => {
    const ativo = usuarioId === null || (await lockAccess(tx, session.scope, empresaId, usuarioId));
    if (ativo === null) throw new AppError('nao_encontrado', 'Pessoa não encontrada.');
    if (!ativo) {
      throw new AppError('regra_violada', 'Esta pessoa não tem acesso às ligações desta empresa.', {
        errors: [{ campo: 'usuario_id', mensagem: 'Esta pessoa não tem acesso às ligações desta empresa.' }],
      });
    }
    const ids = await findChosen(tx, session.scope, projetoId, selecao, ATRIBUICAO_MAX + 1);
    if (ids.length > ATRIBUICAO_MAX) {
      throw new AppError(
        'regra_violada',
        `O filtro encontra mais de ${ATRIBUICAO_MAX.toLocaleString('pt-BR')} ligações: reduza o período ou adicione um filtro.`,
      );
    }
    const assignmentId = newId();
    const atribuidas = await giveTo(tx, session.scope, { ids, empresaId, usuarioId, por, assignmentId });
    if (atribuidas > 0) {
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'ligacoes_atribuidas',
        recurso: 'projeto',
        recursoId: projetoId,
        detalhes: { usuario_id: usuarioId, ligacoes: atribuidas, lote_id: assignmentId },
      });
    }
    return {
      lote_id: atribuidas > 0 ? assignmentId : null,
      atribuidas,
      ja_estavam: ids.length - atribuidas,
    };
  });
}

/**
 * Undoes an assignment.
 * @throws AppError nao_encontrado, also for a repetition
 */
export async function undo(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { id: projetoId, loteId: assignmentId }: { id: string; loteId: string },
) {
  const por = personOf(session);
  const empresaId = await companyOf(deps, session.scope, projetoId);
  return deps.db.transaction(async (tx) => {
    const desfeitas = await giveBack(tx, session.scope, { projetoId, assignmentId, por });
    if (desfeitas === 0) {
      throw new AppError(
        'nao_encontrado',
        'Nada a desfazer: estas ligações já voltaram ao responsável anterior ou já têm outro.',
      );
    }
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'atribuicao_desfeita',
      recurso: 'projeto',
      recursoId: projetoId,
      detalhes: { ligacoes: desfeitas, lote_id: assignmentId },
    });
    return { desfeitas };
  });
}
