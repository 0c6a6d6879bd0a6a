import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/calls/importacoes';
import type { ImportacaoDetalhe, ImportacaoWire } from '@escuta/shared/contracts/calls/importacoes';
import type { Pagination } from '@escuta/shared/contracts/common';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import { AGENTES_DEMAIS } from '@escuta/shared/domain/call-sheet/agents';
import {
  colunaLidaSchema,
  type EstadoImportacao,
  leituraSchema,
  type Mapeamento,
  mapeamentoSchema,
  NADA_LIDO,
} from '@escuta/shared/domain/call-sheet/fields';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { formulaQuestion, orderQuestion } from '@escuta/shared/domain/call-sheet/recognise';
import { sentenceOf } from '@escuta/shared/domain/call-sheet/row';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import { type Held, notFound, notNow, requireVersion } from '@escuta/shared/services/intake/held';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import {
  type Acting,
  actsOn,
  askFor,
  beginOnce,
  giveUp,
  requireTarget,
  requireUndoTerm,
} from '../../intake/acts.ts';
import type { TargetAsked } from '../../intake/intake-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentDetail, presentImportacao } from './present.ts';
import {
  chooseSheet,
  countKept,
  countNewNames,
  type Destino,
  discard,
  findDestino,
  findImportacao,
  handOver,
  insertImportacao,
  isBusy,
  isTaken,
  listImportacoes,
  listLinhas,
  listMantidas,
  rememberMapping,
  saveMapping,
} from './repo.ts';

const OCUPADA = 'Já há uma importação em andamento neste projeto. Aguarde o fim dela.';

type Page = { page: number; limit: number };

/**
 * An import with its columns and counts.
 * @throws AppError nao_encontrado
 */
export async function readImportacao(deps: AppDeps, scope: Scope, id: string): Promise<ImportacaoDetalhe> {
  const row = await findImportacao(deps.db, scope, id);
  if (!row) throw notFound('importacao');
  return presentDetail(row);
}

/**
 * A page of a project's imports, newest first.
 * @throws AppError nao_encontrado
 */
export async function pageOfImportacoes(
  deps: AppDeps,
  scope: Scope,
  projetoId: string,
  asked: Page,
): Promise<{ data: ImportacaoWire[]; pagination: Pagination }> {
  const page = await listImportacoes(deps.db, scope, projetoId, asked);
  if (!page) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  return presentPage(asked, page, presentImportacao);
}

/**
 * Finds the audit for imported calls and locks its project against deletion.
 * @throws AppError nao_encontrado, regra_violada
 */
export async function requireDestino(db: Db, scope: Scope, asked: TargetAsked): Promise<Destino> {
  return findDestino(db, await requireTarget(db, 'importacao', scope, asked), asked.auditoriaId);
}

/**
 * Begins an import, whose file is uploaded afterwards; idempotent by id.
 * @throws AppError nao_encontrado, regra_violada, cota_atingida, conflito for another import's id
 */
export async function beginImportacao(
  deps: AppDeps,
  { ownScope: scope, usuarioId: autorId }: Session,
  projetoId: string,
  { id, nome, tamanho, auditoria_id: auditoriaId }: BodyOf<typeof contracts.createImportacao>,
): Promise<ImportacaoDetalhe> {
  const row = await beginOnce('importacao', deps, scope, {
    id,
    bytes: tamanho,
    find: findImportacao,
    isSame: (one) => one.projeto_id === projetoId && one.nome === nome && one.tamanho === tamanho,
    target: (tx) => requireDestino(tx, scope, { projetoId, auditoriaId }),
    insert: (tx, destino) =>
      insertImportacao(tx, {
        ...destino,
        ...{ id, nome, tamanho, autorId, automatica: false, chaveObjeto: null },
      }),
  });
  return presentDetail(row);
}

type Importacao = Held<'importacao'>;

function beingRead({ aba_pedida: aba }: Pick<Importacao, 'aba_pedida'>): AppError {
  const which =
    aba === null
      ? 'A planilha está sendo lida'
      : `Outra pessoa selecionou a aba “${aba}”, que está sendo lida`;
  return new AppError(
    'conflito',
    `${which} agora. A sua seleção não teve efeito: aguarde o fim da leitura e selecione de novo, se for preciso.`,
    { dados: { estado: 'lendo', aba } },
  );
}

async function importNext(
  db: Db,
  held: Importacao,
  actor: Actor,
  estado: EstadoImportacao,
  continua = false,
): Promise<void> {
  const tarefaId = await askFor(db, 'importacao', held, actor, 'importar_ligacoes');
  await handOver(db, held.id, { estado, tarefaId, continua });
}

const actOnFree = actsOn('importacao', readImportacao);

async function act(
  deps: AppDeps,
  { scope }: Acting,
  id: string,
  work: (db: Db, held: Importacao) => Promise<void>,
): Promise<ImportacaoDetalhe> {
  try {
    return await actOnFree(deps, scope, id, work);
  } catch (error) {
    throw isTaken(error) ? new AppError('conflito', OCUPADA) : error;
  }
}

/**
 * Starts reading the complete file, or another sheet of it before anything is imported. Idempotent.
 * @throws AppError nao_encontrado, conflito (another sheet is being read), muitas_tentativas, requisicao_invalida for
 * an unknown sheet
 */
export function read(deps: AppDeps, by: Acting, id: string, aba?: string): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado === 'lendo' && (aba === undefined || aba === held.aba_pedida)) return;
    if (held.estado === 'lendo') throw beingRead(held);
    const isRead = held.estado === 'mapear' || held.estado === 'simulada';
    if (isRead && (aba === undefined || aba === held.aba)) return;
    if (!isRead && (held.estado !== 'enviando' || !held.completo)) throw notNow('importacao', held);
    if (!isRead && aba !== undefined)
      throw new AppError('conflito', 'Esta planilha ainda não foi lida: selecione a aba depois da leitura.');
    if (isRead && aba !== undefined) {
      const { abas } = readStored(leituraSchema, held.leitura, NADA_LIDO);
      if (!abas.some(({ nome }) => nome === aba)) {
        const mensagem = `A planilha não tem a aba “${aba}”.`;
        throw new AppError('requisicao_invalida', mensagem, { errors: [{ campo: 'aba', mensagem }] });
      }
      await chooseSheet(db, id, aba);
    }
    await importNext(db, held, by.actor, 'lendo');
  });
}

/**
 * Refuses a mapping of another sheet, with an ambiguous day order, or with formulas without values.
 * @throws AppError requisicao_invalida
 */
function assertFits(held: Importacao, mapeamento: Mapeamento): void {
  const colunas = readStoredList(colunaLidaSchema, held.colunas);
  const refuse = (mensagem: string) =>
    new AppError('requisicao_invalida', mensagem, { errors: [{ campo: 'mapeamento', mensagem }] });
  if (mapeamento.colunas.length !== colunas.length)
    throw refuse(
      `Informe o conteúdo de cada coluna: a planilha tem ${colunas.length} ${colunas.length === 1 ? 'coluna' : 'colunas'}.`,
    );
  const unmade = formulaQuestion(colunas, mapeamento);
  if (unmade) throw refuse(`${unmade} Você também pode ignorar a coluna.`);
  const question = orderQuestion(colunas, mapeamento);
  if (question)
    throw refuse(
      question.ordem === 'mista'
        ? `A coluna “${question.titulo}” mistura datas dd/mm e mm/dd: selecione o formato correto; as linhas no outro formato serão recusadas.`
        : `Na coluna “${question.titulo}”, todas as datas podem ser dd/mm ou mm/dd: selecione o formato correto.`,
    );
}

/**
 * Saves a person's mapping and starts the dry run.
 * @throws AppError nao_encontrado, conflito, requisicao_invalida, muitas_tentativas
 */
export function simulate(
  deps: AppDeps,
  by: Acting,
  id: string,
  mapeamento: Mapeamento,
): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado !== 'mapear' && held.estado !== 'simulada') throw notNow('importacao', held);
    assertFits(held, mapeamento);
    await saveMapping(db, id, mapeamento);
    await importNext(db, held, by.actor, 'simulando');
  });
}

/**
 * Imports the rows of the dry run, or resumes an interrupted import.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export function confirm(
  deps: AppDeps,
  by: Acting,
  id: string,
  { versao, criar_agentes = false }: { versao: number; criar_agentes?: boolean | undefined },
): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado === 'importando') return;
    if (held.estado !== 'simulada' && held.estado !== 'interrompida') throw notNow('importacao', held);
    requireVersion('importacao', held, versao);
    if (held.chave_objeto === null)
      throw new AppError(
        'regra_violada',
        'O arquivo desta importação não existe mais: envie a planilha de novo. As linhas já importadas contam como duplicadas.',
      );
    if (await isBusy(db, held)) throw new AppError('conflito', OCUPADA);
    const mapeamento = readStored(mapeamentoSchema, held.mapeamento, null);
    if (!mapeamento) throw notNow('importacao', held);
    if (criar_agentes && held.estado === 'simulada' && !mapeamento.criar_agentes) {
      if ((await countNewNames(db, by.scope, id)) > LIMITES_IMPORTACAO.agentesNovos)
        throw new AppError('regra_violada', AGENTES_DEMAIS);
      mapeamento.criar_agentes = true;
      await saveMapping(db, id, mapeamento);
    }
    if (held.cabecalho_sha256 !== null && held.estado === 'simulada')
      await rememberMapping(db, {
        empresaId: held.empresa_id,
        cabecalho: held.cabecalho_sha256,
        mapeamento,
        autorId: by.actor.usuarioId,
      });
    await importNext(db, held, by.actor, 'importando', held.estado === 'interrompida');
    await recordAction(db, {
      ...by.actor,
      empresaId: held.empresa_id,
      acao: 'importacao_pedida',
      recurso: 'importacao',
      recursoId: id,
      detalhes: { projeto_id: held.projeto_id },
    });
  });
}

/**
 * Cancels an import that has written no calls. Idempotent.
 * @throws AppError nao_encontrado, conflito
 */
export function cancel(deps: AppDeps, by: Acting, id: string): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, (db, held) =>
    giveUp(db, 'importacao', held, {
      actor: by.actor,
      throwAway: () => discard(db, held),
      detalhes: { projeto_id: held.projeto_id },
    }),
  );
}

/**
 * Starts a task that deletes an import's calls, except calls that somebody used after the import.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export function undo(deps: AppDeps, by: Acting, id: string): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado === 'desfazendo' || held.estado === 'desfeita') return;
    if (held.estado !== 'concluida') throw notNow('importacao', held);
    requireUndoTerm('importacao', held, held.concluida_em);
    if (await isBusy(db, held)) throw new AppError('conflito', OCUPADA);
    const tarefaId = await askFor(db, 'importacao', held, by.actor, 'desfazer_importacao');
    await handOver(db, id, { estado: 'desfazendo', tarefaId, continua: true });
  });
}

/** Returns the id of an import in the scope. @throws AppError nao_encontrado */
async function requireId(deps: AppDeps, scope: Scope, id: string): Promise<string> {
  if (!(await findImportacao(deps.db, scope, id))) throw notFound('importacao');
  return id;
}

/**
 * A page of the rows that gave no call.
 * @throws AppError nao_encontrado
 */
export async function pageOfLinhas(
  deps: AppDeps,
  scope: Scope,
  id: string,
  asked: Page & { situacao: 'recusada' | 'duplicada' | 'perna'; simulada: boolean },
) {
  const found = await listLinhas(deps.db, await requireId(deps, scope, id), asked);
  return presentPage(asked, found, ({ n, motivo, celulas, linha_igual, ligacao }) => ({
    n,
    motivo: motivo === null ? null : sentenceOf(n, motivo),
    celulas: celulas ?? [],
    ligacao:
      ligacao === null
        ? null
        : {
            ...ligacao,
            call_start_time: ligacao.call_start_time && new Date(ligacao.call_start_time).toISOString(),
          },
    linha_igual,
  }));
}

/**
 * Counts the calls that an undo would delete, and those that it would keep.
 * @throws AppError nao_encontrado
 */
export async function previewUndo(deps: AppDeps, scope: Scope, id: string) {
  const { total, razoes } = await countKept(deps.db, await requireId(deps, scope, id));
  const mantidas = razoes.reduce((sum, { n }) => sum + n, 0);
  return { apagadas: total - mantidas, mantidas, razoes };
}

/**
 * A page of an import's existing calls. `razao`: why an undo keeps the call; null: an undo deletes the call.
 * @throws AppError nao_encontrado
 */
export async function pageOfMantidas(deps: AppDeps, scope: Scope, id: string, asked: Page) {
  const found = await listMantidas(deps.db, await requireId(deps, scope, id), asked);
  return presentPage(asked, found, (row) => ({
    ...row,
    call_start_time: row.call_start_time?.toISOString() ?? null,
  }));
}
