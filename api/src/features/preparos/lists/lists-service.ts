import type { Pagination } from '@escuta/shared/contracts/common';
import type { QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/preparos';
import type { GravacaoDoPreparo, LinhaDoPreparo } from '@escuta/shared/contracts/surveys/preparos';
import { AppError } from '@escuta/shared/domain/errors';
import { creditsOfItem } from '@escuta/shared/domain/runs/credits';
import type { Scope } from '@escuta/shared/domain/scope';
import type { ColunaLida } from '@escuta/shared/domain/survey-file/columns/columns';
import { notFound } from '@escuta/shared/services/intake/held';
import type { AppDeps } from '../../../deps.ts';
import { presentPage } from '../../../http/answers.ts';
import { type SoundPlace, soundsOf } from '../../../sound/signed-sounds.ts';
import { readColumns } from '../present.ts';
import { findSheet } from '../repo.ts';
import {
  cellsOf,
  findGravacao,
  findLinha,
  findSound,
  type GravacaoRow,
  type LinhaRow,
  listGravacoes,
  listLinhas,
} from './lists-repo.ts';

type Known = { id: string; colunas: readonly Pick<ColunaLida, 'n' | 'papel'>[] };

async function knownOf(deps: AppDeps, scope: Scope, id: string): Promise<Known> {
  const row = await findSheet(deps.db, scope, id);
  if (!row) throw notFound('preparo');
  return { id, colunas: readColumns(row.colunas) };
}

const creditsOf = (
  deps: AppDeps,
  { duracao_ms, motivo }: Pick<GravacaoRow, 'duracao_ms' | 'motivo'>,
): number | null =>
  motivo === null
    ? creditsOfItem({ tipo: 'entrevista', gravacaoMs: duracao_ms }, deps.env.CREDITO_ENTREVISTA_MINUTOS)
    : null;

const presentGravacao = (deps: AppDeps, row: GravacaoRow): GravacaoDoPreparo => ({
  ...row,
  creditos: creditsOf(deps, row),
});
const presentLinha = (deps: AppDeps, row: LinhaRow): LinhaDoPreparo => ({
  ...row,
  gravacao: row.gravacao && { ...row.gravacao, creditos: creditsOf(deps, row.gravacao) },
});

/**
 * A page of the sheet's rows with their recordings.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function pageOfLinhas(
  deps: AppDeps,
  scope: Scope,
  id: string,
  query: QueryOf<typeof contracts.listLinhasDoPreparo>,
): Promise<{ data: LinhaDoPreparo[]; pagination: Pagination }> {
  const { colunas } = await knownOf(deps, scope, id);
  return presentPage(query, await listLinhas(deps.db, id, cellsOf(colunas), query), (row) =>
    presentLinha(deps, row),
  );
}

/**
 * A page of a prepared audit's recordings, main recordings first.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function pageOfGravacoes(
  deps: AppDeps,
  scope: Scope,
  id: string,
  query: QueryOf<typeof contracts.listGravacoesDoPreparo>,
): Promise<{ data: GravacaoDoPreparo[]; pagination: Pagination }> {
  const { colunas } = await knownOf(deps, scope, id);
  return presentPage(query, await listGravacoes(deps.db, id, cellsOf(colunas), query), (row) =>
    presentGravacao(deps, row),
  );
}

const noRecording = () => new AppError('nao_encontrado', 'Gravação não encontrada.');

/**
 * A recording of a prepared audit, with its row or its candidate rows.
 * @throws AppError nao_encontrado
 */
export async function readGravacao(deps: AppDeps, known: Known, id: string): Promise<GravacaoDoPreparo> {
  const row = await findGravacao(deps.db, known.id, cellsOf(known.colunas), id);
  if (!row) throw noRecording();
  return presentGravacao(deps, row);
}

/**
 * Row `n` of a prepared audit's sheet, with its recording.
 * @throws AppError nao_encontrado
 */
export async function readLinha(deps: AppDeps, known: Known, n: number): Promise<LinhaDoPreparo> {
  const row = await findLinha(deps.db, known.id, cellsOf(known.colunas), n);
  if (!row) throw new AppError('nao_encontrado', `A planilha não tem a linha ${n}.`);
  return presentLinha(deps, row);
}

/**
 * Requires a playable recording that no item has yet.
 * @throws AppError nao_encontrado, sem_arquivo
 */
async function requireSound(deps: AppDeps, scope: Scope, { id, gravacaoId }: SoundPlace) {
  const preparo = await findSheet(deps.db, scope, id);
  if (!preparo) throw notFound('preparo');
  const sound = await findSound(deps.db, id, gravacaoId);
  if (!sound) throw noRecording();
  // An item's recording is played on the item's page, and erased with its interview.
  if (sound.item_id !== null)
    throw new AppError(
      'sem_arquivo',
      'Esta gravação já está vinculada a uma entrevista: ouça-a na auditoria.',
    );
  const { chave_objeto: key, tamanho: size } = sound;
  if (key === null || size === null)
    throw new AppError('sem_arquivo', 'O áudio desta gravação não está disponível.');
  return { ...sound, key, size, id: gravacaoId, empresaId: preparo.empresa_id };
}

export const sounds = soundsOf('gravacao_preparo', '/auditorias/preparos', requireSound);
