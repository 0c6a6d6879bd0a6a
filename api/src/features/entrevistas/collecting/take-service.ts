import type { QuestionarioBaixado, QuestionarioDeCampo } from '@escuta/shared/contracts/surveys/campo';
import { AppError } from '@escuta/shared/domain/errors';
import { versionToAsk } from '@escuta/shared/services/surveys/questionnaire-draft';
import { FORA_DA_LISTA, mayCollect } from '../../../accounts/collectors.ts';
import type { AppDeps } from '../../../deps.ts';
import { explainClosed, requireAskable } from '../../../field/closed-reasons.ts';
import type { Session } from '../../../sign-in/session.ts';
import { presentPergunta } from '../present.ts';
import { lockDestino } from './begin-repo.ts';
import { listDeCampo, markTaken, type QuestionarioDeCampoRow, readLevado } from './take-repo.ts';

const presentDeCampo = (row: QuestionarioDeCampoRow): QuestionarioDeCampo => ({
  id: row.id,
  nome: row.nome,
  descricao: row.descricao,
  pesquisa: { id: row.pesquisa_id, titulo: row.pesquisa_titulo },
  fechado: explainClosed(row),
});

/** The caller's person: a device acts for its member; keys were refused earlier. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('a questionnaire is taken along by a person');
  return usuarioId;
}

/** The questionnaires with which the caller may interview; closed questionnaires state the reason. */
export async function listForField(deps: AppDeps, session: Session): Promise<QuestionarioDeCampo[]> {
  return (await listDeCampo(deps.db, session.ownScope, personOf(session))).map(presentDeCampo);
}

/**
 * The published version for interviews in the field; if there is none, publishes the draft.
 * @throws AppError nao_encontrado, regra_violada (closed, or no question to ask), sem_permissao (a device whose
 * authorisation has ended)
 */
export function takeAlong(deps: AppDeps, session: Session, id: string): Promise<QuestionarioBaixado> {
  const { aparelho } = session;
  if (aparelho && (!aparelho.membroAtivo || aparelho.autorizadoAte <= Date.now())) {
    throw new AppError(
      'sem_permissao',
      'A autorização deste aparelho venceu: entre nele de novo com o seu usuário. As entrevistas salvas continuam sendo enviadas.',
    );
  }
  return deps.db.transaction(async (tx) => {
    const destino = await lockDestino(tx, session.ownScope, id);
    if (!destino) throw new AppError('nao_encontrado', 'Questionário não encontrado.');
    const closed = explainClosed(destino);
    if (closed) throw new AppError('regra_violada', closed);
    if (!(await mayCollect(tx, id, personOf(session)))) throw new AppError('sem_permissao', FORA_DA_LISTA);
    const versao = await versionToAsk(tx, { id, empresaId: destino.empresa_id }, session.usuarioId);
    requireAskable(versao.conteudo);
    await markTaken(tx, versao.id);
    const row = await readLevado(tx, id);
    return {
      ...presentDeCampo(row),
      versao: {
        id: versao.id,
        numero: versao.numero,
        publicada_em: versao.publicadaEm.toISOString(),
      },
      consentimento: versao.conteudo.consentimento ?? '',
      sem_gravacao: versao.conteudo.semGravacao,
      questoes: versao.conteudo.perguntas.map(presentPergunta),
      creditos: {
        minutos_por_credito: deps.env.CREDITO_ENTREVISTA_MINUTOS,
        automatica: row.auditoria_automatica,
      },
    };
  });
}
