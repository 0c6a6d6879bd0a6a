import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/agentes';
import { type AgenteWire, APELIDOS_MAX } from '@escuta/shared/contracts/team/agentes';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope } from '@escuta/shared/domain/scope';
import { lockAgents } from '@escuta/shared/services/calls/agent-merges';
import { lockRamais } from '@escuta/shared/services/calls/call-agents';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { takeBackNotice } from '@escuta/shared/services/log/take-back-notice';

import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { findMerge, listMerges, merge, unmerge } from './merges-repo.ts';
import { asTrecho } from './ramais-repo.ts';
import { resolveAnew } from './ramais-service.ts';
import { type AgenteRow, lockAgentes } from './repo.ts';
import { present, requireAgente, requireOwn, requireUnclaimed } from './service.ts';
import { tellWaitingSheet } from './waiting-sheet.ts';

/**
 * Checks that an agent has at most APELIDOS_MAX other names after a merge, as after an edit.
 * @throws AppError regra_violada
 */
function requireRoom(agente: AgenteRow, outro: AgenteRow): void {
  const apelidos = agente.apelidos.length + outro.apelidos.length + 1;
  if (apelidos <= APELIDOS_MAX) return;
  throw new AppError(
    'regra_violada',
    `Juntos, ${agente.nome} e ${outro.nome} teriam ${apelidos} apelidos, e um agente pode ter no máximo ${APELIDOS_MAX}. Remova apelidos antes de juntar os agentes.`,
  );
}

/**
 * Merges another agent into this one. Idempotent.
 * @throws AppError nao_encontrado, regra_violada, conflito
 */
export function mergeInto(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  outroId: string,
): Promise<AgenteWire> {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    await lockAgents(tx, (await requireAgente(tx, scope, id)).empresa_id, 'mudam');
    await lockRamais(tx, (await requireAgente(tx, scope, id)).empresa_id, 'mudam');
    await lockAgentes(tx, scope, [id, outroId]);
    const agente = await requireAgente(tx, scope, id);
    // Looks for the other agent only in the same company, even for an administrator.
    const outro = await requireAgente(tx, companyScope(agente.empresa_id), outroId);
    if (id === outroId) {
      throw new AppError(
        'regra_violada',
        'Selecione outro agente: um agente não pode ser juntado a si mesmo.',
      );
    }
    requireOwn(agente);
    if (outro.fundido_em_id === id) return present(session, agente);
    requireOwn(outro);
    requireRoom(agente, outro);
    const { entrevistas, ramais } = await merge(tx, agente, outro, actor.usuarioId);
    await recordAction(tx, {
      ...actor,
      empresaId: agente.empresa_id,
      acao: 'agentes_fundidos',
      recurso: 'agente',
      recursoId: id,
      detalhes: { agente_id: outroId, entrevistas, ramais },
    });
    const merged = await requireAgente(tx, scope, id);
    await tellWaitingSheet(tx, merged);
    return present(session, merged);
  });
}

/**
 * Lists the merges into an agent that can be undone, newest first, at most 100.
 * @throws AppError nao_encontrado
 */
export async function mergesOf(
  deps: AppDeps,
  session: Session,
  id: string,
): Promise<ResponseOf<typeof contracts.listFusoes>['data']> {
  await requireAgente(deps.db, session.scope, id);
  return (await listMerges(deps.db, session.scope, id)).map((row) => ({
    id: row.id,
    nome: row.outro_nome,
    por: row.por,
    em: row.created_at.toISOString(),
    ate: row.ate.toISOString(),
    entrevistas: row.entrevistas.length,
    ramais: row.ramais.length,
  }));
}

/**
 * Undoes a merge, and assigns the calls of the returned extensions again.
 * @throws AppError nao_encontrado (undone before, or too old), conflito (the agent was merged into another, or the
 * other agent's number is taken)
 */
export function undoMerge(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { id, fusaoId }: { id: string; fusaoId: string },
): Promise<ResponseOf<typeof contracts.undoFusao>['data']> {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    const { empresa_id: empresaId } = await requireAgente(tx, scope, id);
    await lockAgents(tx, empresaId, 'mudam');
    await lockRamais(tx, empresaId, 'mudam');
    const agente = await requireAgente(tx, scope, id);
    const fusao = await findMerge(tx, scope, id, fusaoId);
    if (!fusao) {
      throw new AppError('nao_encontrado', 'Esta fusão já foi desfeita, ou o prazo de 30 dias terminou.');
    }
    await lockAgentes(tx, scope, [id, fusao.outro_id]);
    if (agente.fundido_em_id !== null) {
      throw new AppError(
        'conflito',
        `O cadastro de ${agente.nome} foi juntado a outro agente depois desta fusão: desfaça primeiro a fusão mais recente.`,
      );
    }
    const outro = await requireAgente(tx, scope, fusao.outro_id);
    // Another agent may have taken the number of `outro` meanwhile, unless `agente` still has it from the merge.
    if (fusao.matricula_antes !== null || agente.matricula !== outro.matricula) {
      await requireUnclaimed(tx, empresaId, { matricula: outro.matricula }, outro.id);
    }
    const { entrevistas, ramais, folhas } = await unmerge(tx, agente, fusao, actor.usuarioId);
    if (agente.usuario_id !== null) {
      for (const alvoId of folhas) {
        await takeBackNotice(tx, { usuarioId: agente.usuario_id, empresaId, tipo: 'folha_enviada', alvoId });
      }
    }
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'fusao_desfeita',
      recurso: 'agente',
      recursoId: id,
      detalhes: { agente_id: outro.id, entrevistas, ramais: ramais.length },
    });
    const resolvidas = await resolveAnew(tx, actor, empresaId, ramais.map(asTrecho));
    return {
      agente: present(session, await requireAgente(tx, scope, id)),
      outro: present(session, await requireAgente(tx, scope, outro.id)),
      resolvidas,
    };
  });
}
