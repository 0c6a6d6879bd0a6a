import type * as contracts from '@escuta/shared/contracts/calls/lotes-gravacao';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { checkedPattern } from '@escuta/shared/domain/recordings/name-pattern';
import { readRecordingName } from '@escuta/shared/domain/recordings/recording-match';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { runPattern } from '@escuta/shared/services/recordings/name-pattern';
import { diffOf } from '../../access/action-diff.ts';

import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { findPadrao, savePadrao } from './repo.ts';

/**
 * Applies a pattern to sample names.
 * @throws AppError regra_violada for an invalid or slow pattern
 */
export async function tryPattern({ padrao, amostras }: BodyOf<typeof contracts.testPadraoGravacao>) {
  const checked = checkedPattern(padrao);
  // Tries the pattern as for a batch's files: on the file's name alone, then with its folders.
  const alone = await runPattern(
    checked,
    amostras.map((nome) => nome.slice(nome.lastIndexOf('/') + 1)),
  );
  const whole = await runPattern(checked, amostras);
  return amostras.map((nome, at) => {
    const grupos = alone[at] ?? whole[at] ?? null;
    const { numeros, ramais, agente, momento } = readRecordingName(nome, grupos);
    return {
      nome,
      serve: grupos !== null,
      numero: numeros.length === 1 ? (numeros[0] ?? null) : null,
      ramal: ramais.length === 1 ? (ramais[0] ?? null) : null,
      agente,
      momento: momento === null ? null : new Date(momento).toISOString(),
    };
  });
}

export async function readPattern(deps: AppDeps, { ownScope }: Session): Promise<{ padrao: string | null }> {
  return { padrao: await findPadrao(deps.db, ownScope) };
}

/**
 * Saves a pattern that matches at least one sample name; null deletes it.
 * @throws AppError regra_violada
 */
export async function keepPattern(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { padrao: given, amostras }: BodyOf<typeof contracts.savePadraoGravacao>,
): Promise<{ padrao: string | null }> {
  const { empresaId } = session.ownScope;
  const padrao = given === null ? null : checkedPattern(given);
  if (padrao !== null && !(await tryPattern({ padrao, amostras })).some(({ serve }) => serve)) {
    throw new AppError(
      'regra_violada',
      'O padrão não corresponde a nenhum dos exemplos: teste o padrão antes de salvar.',
      {
        errors: [{ campo: 'amostras', mensagem: 'O padrão não corresponde a nenhum dos exemplos.' }],
      },
    );
  }
  await deps.db.transaction(async (tx) => {
    const change = diffOf({ padrao: await findPadrao(tx, session.ownScope) }, { padrao });
    if (!change) return;
    await savePadrao(tx, empresaId, padrao, session.usuarioId);
    await recordAction(tx, {
      ...{ ...actor, empresaId, acao: 'padrao_gravacao_alterado', recurso: 'empresa', recursoId: empresaId },
      detalhes: change,
    });
  });
  return { padrao };
}
