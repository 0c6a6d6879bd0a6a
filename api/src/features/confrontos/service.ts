import type { CelulaWire, ConfrontoWire } from '@escuta/shared/contracts/surveys/confrontos';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import type { Alvo, Recorte } from '../../field/target.ts';
import type { Session } from '../../sign-in/session.ts';
import { signedItemUrl } from '../../sound/signed-urls.ts';
import { findCellOf, listCells, listSentences } from './cell-repo.ts';
import { readVoices } from './corrections/correction-repo.ts';
import { presentCell, presentConfronto } from './present.ts';
import { readMap } from './results/map-repo.ts';

/**
 * The heat map of a survey or an audit as JSON.
 * @throws AppError nao_encontrado
 */
export async function mapOf(
  deps: AppDeps,
  { scope, usuarioId }: Pick<Session, 'scope' | 'usuarioId'>,
  alvo: Alvo,
  query: Recorte & { desde?: string | undefined },
): Promise<string> {
  const body = await readMap(deps.db, scope, alvo, usuarioId, query);
  if (body === null) {
    throw new AppError(
      'nao_encontrado',
      alvo.tipo === 'pesquisa' ? 'Pesquisa não encontrada.' : 'Auditoria não encontrada.',
    );
  }
  return body;
}

/** The cells in force of an interview, in the order of its questions. @throws AppError nao_encontrado */
export async function cellsOf(deps: AppDeps, scope: Scope, entrevistaId: string): Promise<ConfrontoWire[]> {
  const rows = await listCells(deps.db, scope, entrevistaId);
  if (!rows) throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
  return rows.map(presentConfronto);
}

/**
 * A cell with the content and sound of its panel.
 * @throws AppError nao_encontrado
 */
export async function cellOf(
  deps: AppDeps,
  session: Session,
  entrevistaId: string,
  perguntaId: string,
): Promise<CelulaWire> {
  const row = await findCellOf(deps.db, session.scope, session.usuarioId, entrevistaId, perguntaId);
  if (!row) throw new AppError('nao_encontrado', 'Resposta auditada não encontrada.');
  const { ouvir_inicio_ms: inicioMs, ouvir_fim_ms: fimMs } = row;
  const excerpt = inicioMs === null || fimMs === null ? null : { inicioMs, fimMs };
  const [sentencas, voices] = await Promise.all([
    listSentences(deps.db, row.execucao_id, excerpt),
    readVoices(deps.db, { execucaoId: row.execucao_id }),
  ]);
  const sign = (what: 'download' | 'picos') =>
    signedItemUrl(deps, { id: row.item_id, empresaId: row.empresa_id }, what, session.signer).url;
  return presentCell(row, sentencas, voices, {
    audio: row.tem_audio ? sign('download') : null,
    picos: row.tem_audio && row.tem_picos ? sign('picos') : null,
  });
}
