import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/quadro';
import { COLETORES_MAX, type Coletores, type Cotas } from '@escuta/shared/contracts/surveys/quadro';
import { AppError } from '@escuta/shared/domain/errors';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { countKnown, readColetores, replaceColetores } from './collectors-repo.ts';
import { quotaState } from './quotas.ts';
import { countQuotas, listMetas, lockQuestionario, type Meta, replaceMetas } from './quotas-repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Questionário não encontrado.');
const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.toSorted().every((one, i) => one === b.toSorted()[i]);

/**
 * A survey's quotas and their state.
 * @throws AppError nao_encontrado
 */
export async function quotasOf(
  { db }: AppDeps,
  { scope }: Session,
  id: string,
  aprovadas: boolean,
): Promise<Cotas> {
  const rows = await countQuotas(db, scope, id, { aprovadas });
  if (!rows) throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  return { cotas: rows.map((row) => ({ ...row, ...quotaState(row.meta, row.feitas) })) };
}

const keysOf = (metas: readonly Meta[]) => metas.map(({ opcao_id, meta }) => `${opcao_id} ${meta}`);

/**
 * Replaces a questionnaire's goals.
 * @throws AppError nao_encontrado, conflito, requisicao_invalida
 */
export function changeMetas(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { metas, antes }: BodyOf<typeof contracts.updateCotas>,
): Promise<{ metas: Meta[] }> {
  return deps.db.transaction(async (tx) => {
    const questionario = await lockQuestionario(tx, session.scope, id);
    if (!questionario) throw notFound();
    const before = await listMetas(tx, questionario);
    if (antes && !sameSet(keysOf(antes), keysOf(before))) {
      throw new AppError(
        'conflito',
        'Outra pessoa mudou as cotas depois que você as abriu. Nada foi salvo: confira as mudanças e salve de novo.',
      );
    }
    if (new Set(metas.map(({ opcao_id }) => opcao_id)).size < metas.length) {
      throw new AppError('requisicao_invalida', 'Uma opção só pode ter uma meta.');
    }
    if (sameSet(keysOf(metas), keysOf(before))) return { metas: before };
    if ((await replaceMetas(tx, questionario, metas)) < metas.length) {
      throw new AppError('nao_encontrado', 'Opção não encontrada neste questionário.');
    }
    await recordAction(tx, {
      ...actor,
      empresaId: questionario.empresaId,
      acao: 'cotas_alteradas',
      recurso: 'questionario',
      recursoId: id,
      detalhes: { ...diffOf({ metas: before }, { metas }) },
    });
    return { metas: await listMetas(tx, questionario) };
  });
}

/**
 * The people who may collect with a questionnaire.
 * @throws AppError nao_encontrado
 */
export async function collectorsOf({ db }: AppDeps, { scope }: Session, id: string): Promise<Coletores> {
  const found = await readColetores(db, scope, id, COLETORES_MAX);
  if (!found) throw notFound();
  return found;
}

/**
 * Replaces the people who may collect; people who left the company may stay.
 * @throws AppError nao_encontrado, conflito
 */
export function changeCollectors(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { coletores, antes }: BodyOf<typeof contracts.updateColetores>,
): Promise<Coletores> {
  const ids = [...new Set(coletores)];
  return deps.db.transaction(async (tx) => {
    const questionario = await lockQuestionario(tx, session.scope, id);
    if (!questionario) throw notFound();
    const before = (await readColetores(tx, session.scope, id, 0))?.coletores.map((one) => one.id) ?? [];
    if (antes && !sameSet(antes, before)) {
      throw new AppError(
        'conflito',
        'Outra pessoa mudou a lista depois que você a abriu. Nada foi salvo: confira as mudanças e salve de novo.',
      );
    }
    if ((await countKnown(tx, questionario, ids)) < ids.length) {
      throw new AppError('nao_encontrado', 'Pessoa não encontrada nesta empresa.');
    }
    if (!sameSet(ids, before)) {
      await replaceColetores(tx, questionario, ids);
      await recordAction(tx, {
        ...actor,
        empresaId: questionario.empresaId,
        acao: 'coletores_alterados',
        recurso: 'questionario',
        recursoId: id,
        detalhes: { antes: before, depois: ids },
      });
    }
    const now = await readColetores(tx, session.scope, id, COLETORES_MAX);
    if (!now) throw notFound();
    return now;
  });
}
