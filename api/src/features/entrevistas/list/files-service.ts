import type { ArquivoDaEntrevista } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import { AppError } from '@escuta/shared/domain/errors';
import { isManager } from '../../../access/managers-only.ts';
import type { AppDeps } from '../../../deps.ts';
import { presentPage } from '../../../http/answers.ts';
import type { Session } from '../../../sign-in/session.ts';
import { type ArquivoFilter, type ArquivoRow, listArquivos } from './files-repo.ts';
import { findTargetOfPesquisa } from './list-repo.ts';

function presentArquivo(row: ArquivoRow, manages: boolean): ArquivoDaEntrevista {
  const { agente_id, agente_nome, propria, ...rest } = row;
  return {
    ...rest,
    entrevistador: agente_id === null ? null : { id: agente_id, nome: agente_nome ?? '' },
    // Only managers and the interviewer see the interviewer's device, as in the list of devices.
    aparelho: manages || propria ? row.aparelho : null,
    ultimo_contato_em: row.ultimo_contato_em.toISOString(),
    realizada_em: row.realizada_em?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** A page of a survey's files, newest interview first. @throws AppError nao_encontrado */
export async function filesOfPesquisa(deps: AppDeps, session: Session, id: string, filter: ArquivoFilter) {
  const target = await findTargetOfPesquisa(deps.db, session.scope, id);
  if (!target) throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  const manages = isManager(session);
  const found = await listArquivos(deps.db, target, filter, session.usuarioId);
  return presentPage(filter, found, (row) => presentArquivo(row, manages));
}
