import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/entrevistas';
import type { EntrevistaWire, RespostaWire } from '@escuta/shared/contracts/surveys/entrevistas';
import { AppError } from '@escuta/shared/domain/errors';
import type { RespostaDada } from '@escuta/shared/domain/interview/device/events';
import { screenedOutBy } from '@escuta/shared/domain/interview/questionnaire/screening';
import { checkTyped, isSameAnswer } from '@escuta/shared/domain/interview/questionnaire/typed-answer';
import {
  continueInterview,
  dismissInterview,
  finishInterview,
  interruptInterview,
} from '@escuta/shared/services/interviews/collecting';
import { appendEvent } from '@escuta/shared/services/interviews/interview-events';
import { requireInterviewAct } from '@escuta/shared/services/interviews/life';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { versionToAsk } from '@escuta/shared/services/surveys/questionnaire-draft';
import { isManager } from '../../access/managers-only.ts';
import { FORA_DA_LISTA, mayCollect } from '../../accounts/collectors.ts';
import type { AppDeps } from '../../deps.ts';
import { explainClosed, requireAskable } from '../../field/closed-reasons.ts';
import type { Session } from '../../sign-in/session.ts';
import { agenteOf, insertEntrevista, lockDestino, madeByKey } from './collecting/begin-repo.ts';
import { findEntrevistaNaLista } from './list/list-repo.ts';
import { firstMissing, typedOf } from './missing.ts';
import { presentEntrevista, presentResposta } from './present.ts';
import { type EntrevistaRow, findDetalhe, lockEntrevista, saveResposta } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Entrevista não encontrada.');

/**
 * An interview with the questions of its version.
 * @throws AppError nao_encontrado
 */
export async function readEntrevista(deps: AppDeps, session: Session, id: string): Promise<EntrevistaWire> {
  return loadEntrevista(deps.db, session, id);
}

async function loadEntrevista(db: Db, { scope, usuarioId }: Session, id: string): Promise<EntrevistaWire> {
  const row = await findEntrevistaNaLista(db, scope, id, usuarioId);
  const detalhe = row && (await findDetalhe(db, scope, id));
  if (!detalhe) throw notFound();
  return presentEntrevista(row, detalhe);
}

/** The acting person; API keys cannot use the writing routes. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('an interview is written by a person');
  return usuarioId;
}

function announce(deps: AppDeps, empresaId: string, entrevista: EntrevistaWire): void {
  if (!entrevista.item) return;
  const { id: itemId, status } = entrevista.item;
  deps.publish([{ tipo: 'item', empresaId, projetoId: entrevista.projeto_id, itemId, status }]);
}

// ───────────────────────────── beginning ─────────────────────────────

/**
 * Begins an interview with the questionnaire's published version, once per key; the first interview publishes the
 * draft.
 * @throws AppError nao_encontrado, regra_violada, sem_permissao (the caller is not on the questionnaire's list),
 * conflito for a key that created something else
 */
export async function beginEntrevista(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof contracts.startEntrevista>,
  chave: string | null,
): Promise<EntrevistaWire> {
  const usuarioId = personOf(session);
  const nome = body.nome_entrevistado;
  const telefone = body.telefone_entrevistado || null;
  const taken = () =>
    new AppError(
      'conflito',
      'Esta entrevista já foi iniciada com outros dados. Para iniciar outra entrevista, envie os dados de novo (pela API, com outra Idempotency-Key).',
    );
  const { entrevista, nova } = await deps.db.transaction(async (tx) => {
    const destino = await lockDestino(tx, session.scope, body.questionario_id);
    if (!destino) throw new AppError('nao_encontrado', 'Questionário não encontrado.');
    if (body.user_id && body.user_id !== usuarioId) {
      throw new AppError(
        'nao_encontrado',
        'Usuário não encontrado: inicie a entrevista com a sua própria conta.',
      );
    }
    const { empresa_id: empresaId } = destino;
    const before = chave === null ? null : await madeByKey(tx, empresaId, chave);
    if (before) {
      const isSame =
        before.questionario_id === destino.questionario_id &&
        before.usuario_id === usuarioId &&
        before.nome_entrevistado === nome &&
        before.telefone_entrevistado === telefone;
      if (!before.id || !isSame) throw taken();
      return { entrevista: await loadEntrevista(tx, session, before.id), nova: null };
    }
    const closed = explainClosed(destino);
    if (closed) throw new AppError('regra_violada', closed);
    if (!(await mayCollect(tx, destino.questionario_id, usuarioId))) {
      throw new AppError('sem_permissao', FORA_DA_LISTA);
    }
    const questionario = { id: destino.questionario_id, empresaId };
    const versao = await versionToAsk(tx, questionario, usuarioId);
    requireAskable(versao.conteudo);
    const agenteId = await agenteOf(tx, empresaId, usuarioId);
    const made = await insertEntrevista(tx, { destino, versao, usuarioId, agenteId, nome, telefone, chave });
    if (!made) throw taken();
    await appendEvent(tx, { id: made.id, empresa_id: empresaId }, { tipo: 'iniciada', usuarioId });
    return { entrevista: await loadEntrevista(tx, session, made.id), nova: empresaId };
  });
  if (nova) announce(deps, nova, entrevista);
  return entrevista;
}

// ───────────────────────────── answering ─────────────────────────────

/**
 * Locks an interview that the caller may write.
 * @throws AppError nao_encontrado, sem_permissao
 */
async function lockToWrite(db: Db, session: Session, id: string): Promise<EntrevistaRow> {
  const row = await lockEntrevista(db, session.scope, id, personOf(session));
  if (!row) throw notFound();
  if (row.propria || isManager(session)) return row;
  throw new AppError(
    'sem_permissao',
    'Esta entrevista é de outra pessoa: só o entrevistador, gerentes e administradores podem preencher a entrevista.',
  );
}

function givenAnswer(body: BodyOf<typeof contracts.saveResposta>): RespostaDada {
  const first = body.resposta_definida_id ? [body.resposta_definida_id] : [];
  return { opcoes: [...first, ...(body.opcoes ?? [])], texto: body.texto_resposta ?? null };
}

/**
 * Saves the answer to a question and its event. An unchanged answer creates no event.
 * @throws AppError nao_encontrado, sem_permissao, conflito, requisicao_invalida
 */
export function answer(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof contracts.saveResposta>,
): Promise<RespostaWire> {
  const usuarioId = personOf(session);
  return deps.db.transaction(async (tx) => {
    const row = await lockToWrite(tx, session, body.entrevista_id);
    const pergunta = row.conteudo.perguntas.find(({ id }) => id === body.pergunta_id);
    if (!pergunta) throw new AppError('nao_encontrado', 'Pergunta não encontrada nesta entrevista.');
    const checked = checkTyped(pergunta, givenAnswer(body));
    if ('falha' in checked && checked.falha === 'opcao') {
      throw new AppError('nao_encontrado', checked.mensagem);
    }
    const { de } = await requireInterviewAct(tx, row.id, 'responder', session);
    if ('falha' in checked) {
      const campo = pergunta.opcoes.length > 0 ? 'resposta_definida_id' : 'texto_resposta';
      throw new AppError('requisicao_invalida', checked.mensagem, {
        errors: [{ campo, mensagem: checked.mensagem }],
      });
    }
    await continueInterview(tx, row, usuarioId, { interrompida: de.situacao === 'interrompida' });
    const before = row.respostas.find((one) => one.pergunta_id === pergunta.id);
    if (before && isSameAnswer(typedOf(before), checked)) return presentResposta(before);
    const seq = await appendEvent(tx, row, {
      tipo: 'resposta_alterada',
      usuarioId,
      perguntaId: pergunta.id,
      valor: checked,
      valorAnterior: before ? typedOf(before) : null,
    });
    return presentResposta(await saveResposta(tx, row, pergunta.id, checked, seq));
  });
}

// ───────────────────────────── ending ─────────────────────────────

/**
 * Ends an interview. Idempotent.
 * @throws AppError nao_encontrado, sem_permissao, regra_violada
 */
export async function finishEntrevista(
  deps: AppDeps,
  session: Session,
  id: string,
  body: BodyOf<typeof contracts.finishEntrevista>,
): Promise<EntrevistaWire> {
  const usuarioId = personOf(session);
  const { entrevista, empresaId } = await deps.db.transaction(async (tx) => {
    const row = await lockToWrite(tx, session, id);
    const { de } = await requireInterviewAct(tx, id, 'finalizar', session);
    const end = {
      interrompida: de.situacao === 'interrompida',
      gravacao: body?.gravacao ?? row.gravacao,
    };
    const answers = new Map(row.respostas.map((one) => [one.pergunta_id, typedOf(one)]));
    if (de.situacao === 'concluida' || de.situacao === 'dispensada') {
      // The interview ended before: nothing changes.
    } else if (screenedOutBy(row.conteudo.perguntas, answers)) {
      await dismissInterview(tx, row, usuarioId, { ...end, desfecho: 'filtro' });
    } else {
      const missing = firstMissing(row);
      if (missing) {
        throw new AppError(
          'regra_violada',
          `Resposta obrigatória: a pergunta ${missing.codigo} (“${missing.texto}”) está sem resposta.`,
          { dados: { pergunta_id: missing.id, codigo: missing.codigo } },
        );
      }
      await finishInterview(tx, row, usuarioId, end);
    }
    return { entrevista: await loadEntrevista(tx, session, id), empresaId: row.empresa_id };
  });
  announce(deps, empresaId, entrevista);
  return entrevista;
}

/**
 * Interrupts an interview, for gerentes; a later answer reopens it.
 * @throws AppError nao_encontrado, conflito
 */
export async function interruptEntrevista(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  motivo: string,
): Promise<EntrevistaWire> {
  const usuarioId = personOf(session);
  const { entrevista, empresaId } = await deps.db.transaction(async (tx) => {
    const row = await lockToWrite(tx, session, id);
    const { de } = await requireInterviewAct(tx, id, 'interromper', session);
    if (de.situacao === 'em_andamento') {
      await interruptInterview(tx, row, usuarioId, motivo);
      await recordAction(tx, {
        ...actor,
        empresaId: row.empresa_id,
        acao: 'entrevista_interrompida',
        recurso: 'entrevista',
        recursoId: id,
        detalhes: { pesquisa_id: row.pesquisa_id },
      });
    }
    return { entrevista: await loadEntrevista(tx, session, id), empresaId: row.empresa_id };
  });
  announce(deps, empresaId, entrevista);
  return entrevista;
}
