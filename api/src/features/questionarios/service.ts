import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/questionarios';
import type { QuestionarioDetalhe, QuestionarioWire } from '@escuta/shared/contracts/surveys/questionarios';
import { AppError } from '@escuta/shared/domain/errors';
import { renameCondition } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { renameRules, rulesOf } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import {
  readStoredCondition,
  readStoredRules,
} from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { publishDraft, readDraft } from '@escuta/shared/services/surveys/questionnaire-draft';
import { insertPerguntas, type PerguntaRow } from '@escuta/shared/services/surveys/questionnaire-rows';
import { diffOf } from '../../access/action-diff.ts';
import { requireManager } from '../../access/managers-only.ts';
import type { AppDeps } from '../../deps.ts';
import { requireAskable } from '../../field/closed-reasons.ts';
import { EM_CAMPO } from '../../field/field-interview-repo.ts';
import { definedFields } from '../../http/defined-fields.ts';
import { staleRecord } from '../../reads/stale-record.ts';
import type { Session } from '../../sign-in/session.ts';
import { copyImagens } from './imagens-repo.ts';
import { readPerguntas } from './perguntas-repo.ts';
import { presentDetalhe, presentQuestionario } from './present.ts';
import {
  deleteQuestionario,
  findQuestionario,
  insertQuestionario,
  listQuestionarios,
  lockPesquisa,
  lockQuestionario,
  QUESTIONARIOS_MAX,
  type QuestionarioMutavel,
  readQuestionarioContents,
  saveQuestionario,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Questionário não encontrado.');
const semPesquisa = () => new AppError('nao_encontrado', 'Pesquisa não encontrada.');

/**
 * A survey's questionnaires, newest first.
 * @throws AppError nao_encontrado
 */
export async function questionariosOf(
  deps: AppDeps,
  scope: Scope,
  pesquisaId: string,
): Promise<QuestionarioWire[]> {
  const rows = await listQuestionarios(deps.db, scope, pesquisaId);
  if (!rows) throw semPesquisa();
  return rows.map(presentQuestionario);
}

/**
 * A questionnaire with its questions, and their changes since its published version.
 * @throws AppError nao_encontrado
 */
export async function readQuestionario(db: Db, scope: Scope, id: string): Promise<QuestionarioDetalhe> {
  const row = await findQuestionario(db, scope, id);
  if (!row) throw notFound();
  return presentDetalhe(row, await readPerguntas(db, id), await readDraft(db, id));
}

async function loadQuestionario(db: Db, scope: Scope, id: string): Promise<QuestionarioWire> {
  const row = await findQuestionario(db, scope, id);
  if (!row) throw notFound();
  return presentQuestionario(row);
}

/**
 * Locks a survey with room for another questionnaire.
 * @throws AppError nao_encontrado, regra_violada
 */
async function lockPesquisaWithRoom(db: Db, scope: Scope, pesquisaId: string) {
  const pesquisa = await lockPesquisa(db, scope, pesquisaId);
  if (!pesquisa) throw semPesquisa();
  if (pesquisa.exemplo) {
    throw new AppError(
      'regra_violada',
      'A pesquisa de exemplo não recebe questionários: crie uma pesquisa para os questionários da sua empresa.',
    );
  }
  if (pesquisa.questionarios >= QUESTIONARIOS_MAX) {
    throw new AppError(
      'regra_violada',
      `Uma pesquisa pode ter até ${QUESTIONARIOS_MAX} questionários. Exclua os que não usa, ou crie outra pesquisa.`,
    );
  }
  return pesquisa;
}

/**
 * Creates a questionnaire in a survey.
 * @throws AppError nao_encontrado, regra_violada
 */
export function addQuestionario(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  body: BodyOf<typeof contracts.createQuestionario>,
): Promise<QuestionarioWire> {
  return deps.db.transaction(async (tx) => {
    const { empresa_id: empresaId } = await lockPesquisaWithRoom(tx, scope, body.pesquisa_id);
    const { nome, ativo, pesquisa_id: pesquisaId } = body;
    const descricao = body.descricao || null;
    const id = await insertQuestionario(tx, {
      ...{ empresaId, pesquisaId, nome, descricao, ativo },
      consentimento: body.consentimento || null,
      sem_gravacao: body.sem_gravacao,
    });
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'questionario_criado',
      recurso: 'questionario',
      recursoId: id,
      detalhes: { nome, pesquisa_id: pesquisaId },
    });
    return loadQuestionario(tx, scope, id);
  });
}

const ALTERADO = {
  mensagem:
    'Este questionário foi alterado por outra pessoa depois que você o abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu o questionário.',
  campos: {
    nome: 'nome',
    descricao: 'descricao',
    ativo: 'ativo',
    consentimento: 'consentimento',
    sem_gravacao: 'sem_gravacao',
  },
} as const;

const changeOf = (body: Omit<BodyOf<typeof contracts.updateQuestionario>, 'antes'>) =>
  definedFields({
    nome: body.nome,
    descricao: body.descricao === '' ? null : body.descricao,
    ativo: body.ativo,
    consentimento: body.consentimento === '' ? null : body.consentimento,
    sem_gravacao: body.sem_gravacao,
  });

/**
 * Changes name, description and consent; only gerentes and administrators may switch a questionnaire on or off.
 * @throws AppError nao_encontrado, conflito, sem_permissao
 */
export function changeQuestionario(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { antes = {}, ...body }: BodyOf<typeof contracts.updateQuestionario>,
): Promise<QuestionarioWire> {
  return deps.db.transaction(async (tx) => {
    const row = await lockQuestionario(tx, session.scope, id);
    if (!row) throw notFound();
    const { nome, descricao, ativo, consentimento, sem_gravacao } = row;
    const before: QuestionarioMutavel = { nome, descricao, ativo, consentimento, sem_gravacao };
    const stale = staleRecord(changeOf(antes), before, ALTERADO);
    if (stale) throw stale;
    const now = { ...before, ...changeOf(body) };
    const entry = { ...actor, empresaId: row.empresa_id, recurso: 'questionario', recursoId: id };
    if (now.ativo !== ativo) {
      requireManager(session, 'Só gerentes e administradores podem ativar ou inativar questionários.');
      await recordAction(tx, {
        ...entry,
        acao: now.ativo ? 'questionario_ativado' : 'questionario_inativado',
        detalhes: { nome: now.nome, pesquisa_id: row.pesquisa_id },
      });
    }
    const said = diffOf(before, { ...now, ativo });
    if (said) await recordAction(tx, { ...entry, acao: 'questionario_alterado', detalhes: said });
    if (said || now.ativo !== ativo) await saveQuestionario(tx, id, now);
    return loadQuestionario(tx, session.scope, id);
  });
}

/**
 * Publishes the draft that the caller has seen; new interviews then use it.
 * @throws AppError nao_encontrado, conflito (the draft has changed, or nothing to publish), regra_violada (no question
 * to ask)
 */
export function publishQuestionario(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  id: string,
  { rascunho }: BodyOf<typeof contracts.publishQuestionario>,
): Promise<QuestionarioDetalhe> {
  return deps.db.transaction(async (tx) => {
    const row = await lockQuestionario(tx, scope, id);
    if (!row) throw notFound();
    const { conteudo, marca, publicada } = await readDraft(tx, id);
    if (marca !== rascunho) {
      throw new AppError(
        'conflito',
        'O questionário mudou depois que você conferiu as alterações. Nada foi publicado: confira a lista de novo.',
      );
    }
    if (publicada?.igual) {
      throw new AppError(
        'conflito',
        `Não há alterações a publicar: o rascunho é igual à versão ${publicada.numero}, já publicada.`,
      );
    }
    requireAskable(conteudo);
    const { numero } = await publishDraft(tx, { id, empresaId: row.empresa_id }, actor.usuarioId);
    await recordAction(tx, {
      ...{ ...actor, empresaId: row.empresa_id, recurso: 'questionario', recursoId: id },
      acao: 'questionario_publicado',
      detalhes: { ...diffOf({ versao: publicada?.numero ?? null }, { versao: numero }), nome: row.nome },
    });
    return readQuestionario(tx, scope, id);
  });
}

/**
 * Deletes a questionnaire without interviews and items, with its questions.
 * @throws AppError nao_encontrado, conflito
 */
export function removeQuestionario(deps: AppDeps, scope: Scope, actor: Actor, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const row = await lockQuestionario(tx, scope, id, { apagar: true });
    if (!row) throw notFound();
    const holds = await readQuestionarioContents(tx, id);
    if (holds.entrevistas || holds.itens) {
      throw new AppError(
        'conflito',
        `Este questionário tem ${holds.entrevistas ? 'entrevistas' : 'itens de auditoria'} e não pode ser excluído. Inative-o para tirá-lo de uso.`,
      );
    }
    if (holds.nascendo) {
      throw new AppError(
        'conflito',
        'Este questionário está recebendo as entrevistas de uma planilha. Aguarde a criação da auditoria antes de excluí-lo.',
      );
    }
    if (holds.em_campo) {
      throw new AppError(
        'conflito',
        `Este questionário ${EM_CAMPO}. Em vez de excluir o questionário, inative-o.`,
      );
    }
    await deleteQuestionario(tx, scope, id);
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'questionario_excluido',
      recurso: 'questionario',
      recursoId: id,
      detalhes: { nome: row.nome, pesquisa_id: row.pesquisa_id },
    });
  });
}

/**
 * Copies questions with new ids; conditions and cards refer to the copies.
 * @param imagens copied ids by old ids
 */
function copyPerguntas(
  perguntas: readonly PerguntaRow[],
  imagens: ReadonlyMap<string, string>,
): PerguntaRow[] {
  const ids = new Map([
    ...imagens,
    ...perguntas
      .flatMap(({ id, opcoes, regras }) => [
        id,
        ...opcoes.map((opcao) => opcao.id),
        ...(readStoredRules(regras).bateria ? [readStoredRules(regras).bateria?.id as string] : []),
      ])
      .map((id) => [id, newId()] as const),
  ]);
  // A condition on a question that is not copied keeps the old id, and so stays broken.
  const idOf = (id: string) => ids.get(id) ?? id;
  return perguntas.map((pergunta) => {
    const condition = readStoredCondition(pergunta.mostrar_se);
    return {
      ...pergunta,
      id: idOf(pergunta.id),
      mostrar_se: condition && renameCondition(condition, idOf),
      regras: rulesOf(renameRules(readStoredRules(pergunta.regras), idOf)),
      opcoes: pergunta.opcoes.map((opcao) => ({ ...opcao, id: idOf(opcao.id) })),
    };
  });
}

/** Longest name of a questionnaire, characters. */
const NOME_MAX = 200;
const COPIA = ' (cópia)';

/**
 * Copies a questionnaire's draft, optionally into another survey of its company.
 * @throws AppError nao_encontrado, regra_violada
 */
export function copyQuestionario(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.duplicateQuestionario>,
): Promise<QuestionarioWire> {
  return deps.db.transaction(async (tx) => {
    const asked = await findQuestionario(tx, scope, id);
    if (!asked) throw notFound();
    const pesquisaId = body.pesquisa_id ?? asked.pesquisa_id;
    const empresaId = asked.empresa_id;
    await lockPesquisaWithRoom(tx, companyScope(empresaId), pesquisaId);
    // The lock delays changes of questions and deletions of images, so that the copy names no image being deleted.
    const source = await lockQuestionario(tx, scope, id);
    if (!source) throw notFound();
    const nome = body.nome ?? `${source.nome.slice(0, NOME_MAX - COPIA.length)}${COPIA}`;
    const { descricao, consentimento, sem_gravacao } = source;
    const copy = await insertQuestionario(tx, {
      ...{ empresaId, pesquisaId, nome, descricao, consentimento, sem_gravacao },
      ativo: true,
    });
    const perguntas = await readPerguntas(tx, id);
    const shown = perguntas.flatMap(({ regras }) => readStoredRules(regras).cartao?.id ?? []);
    const imagens = await copyImagens(tx, [...new Set(shown)], copy);
    await insertPerguntas(tx, { empresaId, questionarioId: copy }, copyPerguntas(perguntas, imagens));
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'questionario_criado',
      recurso: 'questionario',
      recursoId: copy,
      detalhes: { nome, pesquisa_id: pesquisaId, copia_de: id },
    });
    return loadQuestionario(tx, scope, copy);
  });
}
