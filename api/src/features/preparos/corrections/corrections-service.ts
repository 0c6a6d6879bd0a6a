import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/preparos';
import type {
  GravacaoDoPreparo,
  LinhaDoPreparo,
  PreparoDetalhe,
} from '@escuta/shared/contracts/surveys/preparos';
import type { PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import { ACTS } from '@escuta/shared/domain/intake/acts';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Held, notNow } from '@escuta/shared/services/intake/held';
import { recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import { type Acting, actsOn } from '../../../intake/acts.ts';
import { saveAct } from '../../../intake/intake-repo.ts';
import { correctedColumns } from '../column-rules.ts';
import { announced } from '../file-rules.ts';
import { readGravacao, readLinha } from '../lists/lists-service.ts';
import { readColumns, readQuestions } from '../present.ts';
import { changesOf, columnsToMatch, correctedQuestions } from '../question-rules.ts';
import { askToRead, readPreparo } from '../service.ts';
import {
  findLeftOut,
  findPar,
  type GravacaoPar,
  replaceFile,
  saveColumns,
  saveGravacaoFora,
  saveLinhaFora,
  savePar,
  saveQuestions,
} from './corrections-repo.ts';

const act = actsOn('preparo', readPreparo);
type Preparo = Held<'preparo'>;

/**
 * Refuses corrections unless the prepared audit waits for a person.
 * @throws AppError conflito
 */
function requireReady(held: Preparo): void {
  if (held.estado !== 'pronto') throw notNow('preparo', held);
}

const noSuchRow = (n: number) => new AppError('nao_encontrado', `A planilha não tem a linha ${n}.`);

/** Checks that a recording may belong to a row. @throws AppError nao_encontrado, regra_violada */
async function checkPair(
  db: Db,
  held: Preparo,
  { motivo }: NonNullable<GravacaoPar>,
  linha: number,
): Promise<void> {
  const leftOut = await findLeftOut(db, held, linha);
  if (leftOut === null) throw noSuchRow(linha);
  if (leftOut) {
    throw new AppError(
      'regra_violada',
      `A linha ${linha} foi deixada de fora: inclua a linha de novo antes de vincular uma gravação.`,
    );
  }
  if (motivo !== null)
    throw new AppError('regra_violada', `Esta gravação não pode ser usada. Motivo: ${motivo}`);
}

/**
 * Assigns a recording to a row, or excludes it from the audit. The last of two concurrent corrections wins.
 * @throws AppError nao_encontrado, conflito, regra_violada
 */
export async function correctRecording(
  deps: AppDeps,
  scope: Scope,
  { id, gravacaoId }: { id: string; gravacaoId: string },
  { linha, nao_auditar }: BodyOf<typeof contracts.correctGravacao>,
): Promise<{ gravacao: GravacaoDoPreparo; preparo: PreparoDetalhe }> {
  const preparo = await act(deps, scope, id, async (tx, held) => {
    const before = await findPar(tx, held, gravacaoId);
    if (!before) throw new AppError('nao_encontrado', 'Gravação não encontrada.');
    requireReady(held);
    const moved =
      linha !== undefined && (linha !== before.linhaN || (linha !== null && before.regra !== 'pessoa'));
    if (moved) {
      if (linha !== null) await checkPair(tx, held, before, linha);
      await savePar(tx, held, gravacaoId, linha);
    }
    const left = nao_auditar !== undefined && nao_auditar !== before.naoAuditar;
    if (left) await saveGravacaoFora(tx, held, gravacaoId, nao_auditar);
    if (moved || left) await saveAct(tx, 'preparo', id, { estado: 'pronto' });
  });
  return { gravacao: await readGravacao(deps, preparo, gravacaoId), preparo };
}

/**
 * Excludes a row, or includes it again.
 * @throws AppError nao_encontrado, conflito
 */
export async function correctRow(
  deps: AppDeps,
  scope: Scope,
  { id, n }: { id: string; n: number },
  { nao_auditar }: BodyOf<typeof contracts.correctLinha>,
): Promise<{ linha: LinhaDoPreparo; preparo: PreparoDetalhe }> {
  const preparo = await act(deps, scope, id, async (tx, held) => {
    requireReady(held);
    const before = await findLeftOut(tx, held, n);
    if (before === null) throw noSuchRow(n);
    if (before === nao_auditar) return;
    await saveLinhaFora(tx, held, n, nao_auditar);
    await saveAct(tx, 'preparo', id, { estado: 'pronto' });
  });
  return { linha: await readLinha(deps, preparo, n), preparo };
}

/**
 * Refuses a correction of an old version.
 * @throws AppError conflito
 */
function requireVersion(
  held: { versao: number },
  versao: number,
  changed: 'as colunas' | 'as perguntas',
): void {
  if (held.versao === versao) return;
  throw new AppError(
    'conflito',
    `Outra pessoa corrigiu esta auditoria enquanto você alterava ${changed}. Veja como ficou e tente de novo.`,
    { dados: { versao: held.versao } },
  );
}

/**
 * Saves the columns' roles, and matches rows and recordings again, except pairs that a person chose.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export function correctColumns(
  deps: AppDeps,
  { scope, actor }: Acting,
  id: string,
  { versao, colunas }: BodyOf<typeof contracts.correctColunas>,
): Promise<PreparoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    requireReady(held);
    requireVersion(held, versao, 'as colunas');
    const perguntas = readQuestions(held.questionario)?.perguntas ?? [];
    await saveColumns(tx, id, correctedColumns(readColumns(held.colunas), colunas, perguntas));
    await askToRead(tx, held, actor, { corrected: true });
  });
}

/**
 * Saves a person's corrected questionnaire, and matches the columns again.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export function correctQuestions(
  deps: AppDeps,
  { scope, actor }: Acting,
  id: string,
  { versao, apresentacao, perguntas }: BodyOf<typeof contracts.correctPerguntas>,
): Promise<PreparoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    requireReady(held);
    requireVersion(held, versao, 'as perguntas');
    const before = readQuestions(held.questionario);
    if (!before) throw notNow('preparo', { estado: 'falhou' });
    const questionario = correctedQuestions(before, { apresentacao, perguntas });
    await saveQuestions(tx, id, {
      questionario,
      colunas: columnsToMatch(readColumns(held.colunas), before, perguntas),
    });
    await recordAction(tx, {
      ...actor,
      empresaId: held.empresa_id,
      acao: 'auditoria_perguntas_corrigidas',
      recurso: ACTS.preparo.log.recurso,
      recursoId: id,
      detalhes: changesOf(before, questionario, perguntas),
    });
    await askToRead(tx, held, actor, { corrected: true });
  });
}

/**
 * Replaces a file by an announced file, which is uploaded afterwards.
 * @throws AppError nao_encontrado, conflito, arquivo_invalido, corpo_grande
 */
export function changeFile(
  deps: AppDeps,
  scope: Scope,
  { id, papel }: { id: string; papel: PapelArquivo },
  body: BodyOf<typeof contracts.replaceArquivoDoPreparo>,
): Promise<PreparoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    if (held.estado !== 'pronto' && held.estado !== 'falhou' && held.estado !== 'enviando')
      throw notNow('preparo', held);
    const novo = announced(papel, body, deps.env);
    await replaceFile(tx, held, readColumns(held.colunas), novo);
    await saveAct(tx, 'preparo', id, { estado: 'enviando' });
  });
}
