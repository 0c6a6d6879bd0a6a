import type { Db } from '@escuta/prisma/db';
import type {
  ParaBaixar,
  QuestionarioDeCampo,
  QuestionarioMostrado,
} from '@escuta/shared/contracts/surveys/campo';
import { AppError } from '@escuta/shared/domain/errors';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import {
  findPublished,
  readDraft,
  type VersaoPublicada,
  versionToAsk,
} from '@escuta/shared/services/surveys/questionnaire-draft';
import { FORA_DA_LISTA, mayCollect } from '../../../accounts/collectors.ts';
import type { AppDeps } from '../../../deps.ts';
import { explainClosed, requireAskable } from '../../../field/closed-reasons.ts';
import type { Session } from '../../../sign-in/session.ts';
import { presentPergunta } from '../present.ts';
import { lockDestino } from './begin-repo.ts';
import { listDeCampo, markTaken, type QuestionarioDeCampoRow, readLevado } from './take-repo.ts';

const presentDeCampo = (row: QuestionarioDeCampoRow): Omit<QuestionarioDeCampo, 'publicado'> => ({
  id: row.id,
  nome: row.nome,
  descricao: row.descricao,
  pesquisa: { id: row.pesquisa_id, titulo: row.pesquisa_titulo },
  fechado: explainClosed(row),
});

/** Id of the caller's person. A device acts for its member; API keys were refused earlier. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('a questionnaire is taken along by a person');
  return usuarioId;
}

/** The questionnaires with which the caller may interview; closed questionnaires state the reason. */
export async function listForField(deps: AppDeps, session: Session): Promise<QuestionarioDeCampo[]> {
  return (await listDeCampo(deps.db, session.ownScope, personOf(session))).map((row) => ({
    ...presentDeCampo(row),
    publicado: row.publicado,
  }));
}

const NAO_PUBLICADO =
  'Este questionário ainda é um rascunho: peça ao coordenador para publicar a versão 1, ou comece a primeira entrevista com internet.';

/** The contents of a download's answer; `versao` null: the draft. The caller has locked the questionnaire's row. */
async function contentFor(
  tx: Db,
  questionario: { id: string; empresaId: string },
  { usuarioId }: Session,
  para: ParaBaixar,
): Promise<{ conteudo: ConteudoVersao; versao: VersaoPublicada | null }> {
  const versao =
    para === 'iniciar'
      ? await versionToAsk(tx, questionario, usuarioId)
      : await findPublished(tx, questionario);
  if (versao) return { conteudo: versao.conteudo, versao };
  return { conteudo: (await readDraft(tx, questionario.id)).conteudo, versao };
}

/**
 * The published version for interviews in the field. Without one, an interview that begins (`iniciar`) publishes the
 * draft; `mostrar` answers with the draft and publishes nothing.
 * @throws AppError nao_encontrado, regra_violada (closed, no question to ask, or `levar` of a draft), sem_permissao
 * (the device's authorisation has ended)
 */
export function takeAlong(
  deps: AppDeps,
  session: Session,
  id: string,
  para: ParaBaixar,
): Promise<QuestionarioMostrado> {
  const { aparelho } = session;
  if (aparelho && (!aparelho.membroAtivo || aparelho.autorizadoAte <= Date.now())) {
    throw new AppError(
      'sem_permissao',
      'A autorização deste aparelho venceu: entre de novo neste aparelho com o seu usuário. As entrevistas salvas continuam sendo enviadas.',
    );
  }
  return deps.db.transaction(async (tx) => {
    const destino = await lockDestino(tx, session.ownScope, id);
    if (!destino) throw new AppError('nao_encontrado', 'Questionário não encontrado.');
    const closed = explainClosed(destino);
    if (closed) throw new AppError('regra_violada', closed);
    if (!(await mayCollect(tx, id, personOf(session)))) throw new AppError('sem_permissao', FORA_DA_LISTA);
    const { conteudo, versao } = await contentFor(tx, { id, empresaId: destino.empresa_id }, session, para);
    requireAskable(conteudo);
    if (versao) await markTaken(tx, versao.id);
    else if (para === 'levar') throw new AppError('regra_violada', NAO_PUBLICADO);
    const row = await readLevado(tx, id);
    return {
      ...presentDeCampo(row),
      versao: versao && {
        id: versao.id,
        numero: versao.numero,
        publicada_em: versao.publicadaEm.toISOString(),
      },
      consentimento: conteudo.consentimento ?? '',
      sem_gravacao: conteudo.semGravacao,
      questoes: conteudo.perguntas.map(presentPergunta),
      creditos: {
        minutos_por_credito: deps.env.CREDITO_ENTREVISTA_MINUTOS,
        automatica: row.auditoria_automatica,
      },
    };
  });
}
