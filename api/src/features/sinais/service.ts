import type { QueryOf } from '@escuta/shared/contracts/contract';
import type {
  listSinais,
  ResumoDeSinais,
  SinalAberto,
  SinalWire,
} from '@escuta/shared/contracts/surveys/sinais';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { isThere } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { signedItemUrl } from '../../sound/signed-urls.ts';
import { presentResumo, presentSinal } from './present.ts';
import { findSignal, listNamed, listSignals, readSummary } from './repo.ts';

export const signalNotFound = () => new AppError('nao_encontrado', 'Sinal não encontrado.');
const surveyNotFound = () => new AppError('nao_encontrado', 'Pesquisa não encontrada.');

/**
 * Requires a person: callers with an API key or a signed address see no signals.
 * @throws AppError sem_permissao
 */
export function personOf({ usuarioId }: Pick<Session, 'usuarioId'>): string {
  if (usuarioId === null)
    throw new AppError(
      'sem_permissao',
      'Uma chave de API não pode ver os sinais de uma pesquisa: entre na Escuta com a sua conta.',
    );
  return usuarioId;
}

/** True if the caller sees all signals of the scope; other callers see only signals assigned to them. */
export const seesAll = ({ papel, permissions }: Pick<Session, 'papel' | 'permissions'>): boolean =>
  can(papel, permissions, 'signal', 'read');

/**
 * The last computation of a survey's signals, and the interviewers concerned.
 * @throws AppError nao_encontrado
 */
export async function summaryOf(deps: AppDeps, scope: Scope, pesquisaId: string): Promise<ResumoDeSinais> {
  const row = await readSummary(deps.db, scope, pesquisaId);
  if (!row) throw surveyNotFound();
  return presentResumo(row);
}

/**
 * A page of a survey's signals, interviewers with signals of more independent families first.
 * @throws AppError nao_encontrado
 */
export async function pageOfSignals(
  deps: AppDeps,
  session: Session,
  pesquisaId: string,
  query: QueryOf<typeof listSinais>,
) {
  if (!(await isThere(deps.db, session.scope, 'pesquisa', pesquisaId))) throw surveyNotFound();
  return presentPage(query, await listSignals(deps.db, pesquisaId, personOf(session), query), presentSinal);
}

export async function namedSignals(deps: AppDeps, session: Session): Promise<SinalWire[]> {
  return (await listNamed(deps.db, session.scope, personOf(session))).map(presentSinal);
}

/**
 * A signal with the recordings that prove it.
 * @throws AppError nao_encontrado
 */
export async function openSignal(deps: AppDeps, session: Session, id: string): Promise<SinalAberto> {
  const row = await findSignal(deps.db, session.scope, personOf(session), id, !seesAll(session));
  if (!row) throw signalNotFound();
  const wire = presentSinal(row);
  const heard = new Set(wire.trechos.map(({ entrevista_id }) => entrevista_id));
  return {
    ...wire,
    empresa_id: row.empresa_id,
    pesquisa: { id: row.pesquisa_id, titulo: row.pesquisa_titulo },
    gravacoes: row.entrevistas.flatMap(({ id: entrevistaId, item_id: itemId, tem_audio: temAudio }) =>
      itemId !== null && temAudio && heard.has(entrevistaId)
        ? [
            {
              entrevista_id: entrevistaId,
              audio_url: signedItemUrl(
                deps,
                { id: itemId, empresaId: row.empresa_id },
                'download',
                session.signer,
              ).url,
            },
          ]
        : [],
    ),
  };
}
