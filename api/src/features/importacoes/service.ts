import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/calls/importacoes';
import type { ImportacaoDetalhe, ImportacaoWire } from '@escuta/shared/contracts/calls/importacoes';
import type { Pagination } from '@escuta/shared/contracts/common';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import {
  colunaLidaSchema,
  ESTADO_IMPORTACAO_LABEL,
  type EstadoImportacao,
  IMPORTACAO_ABERTA,
  leituraSchema,
  type Mapeamento,
  mapeamentoSchema,
  NADA_LIDO,
} from '@escuta/shared/domain/call-sheet/fields';
import { formulaQuestion, orderQuestion } from '@escuta/shared/domain/call-sheet/recognise';
import { sentenceOf } from '@escuta/shared/domain/call-sheet/row';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { isElsewhere } from '../../reads/foreign-id-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentDetail, presentImportacao } from './present.ts';
import {
  chooseSheet,
  countKept,
  discard,
  findDestino,
  findImportacao,
  type Held,
  handOver,
  insertImportacao,
  isBusy,
  isTaken,
  listImportacoes,
  listLinhas,
  listMantidas,
  lockImportacao,
  rememberMapping,
  saveMapping,
} from './repo.ts';

export const notFound = () => new AppError('nao_encontrado', 'Importação não encontrada.');
const OCUPADA = 'Já há uma importação em andamento neste projeto. Aguarde o fim dela.';

type Page = { page: number; limit: number };

/** An import with its columns and counts. @throws AppError nao_encontrado */
export async function readImportacao(deps: AppDeps, scope: Scope, id: string): Promise<ImportacaoDetalhe> {
  const row = await findImportacao(deps.db, scope, id);
  if (!row) throw notFound();
  return presentDetail(row);
}

/** A page of a project's imports, newest first. @throws AppError nao_encontrado */
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
 * Begins an import, once per id: its file comes after. @throws AppError nao_encontrado, regra_violada, cota_atingida, conflito for an id that stands for
 * another one
 */
export async function beginImportacao(
  deps: AppDeps,
  session: Session,
  projetoId: string,
  { id, nome, tamanho, auditoria_id }: BodyOf<typeof contracts.criarImportacao>,
): Promise<ImportacaoDetalhe> {
  if (await isElsewhere(deps.db, 'importacao', session.ownScope.empresaId, id)) throw notFound();
  const before = await findImportacao(deps.db, session.ownScope, id);
  await deps.db.transaction(async (tx) => {
    const destino = await findDestino(tx, session.ownScope, { projetoId, auditoriaId: auditoria_id });
    if (!before) await requireBytes(tx, deps.env, destino.empresaId, tamanho);
    await insertImportacao(tx, {
      ...destino,
      ...{ id, nome, tamanho, autorId: session.usuarioId, automatica: false, chaveObjeto: null },
    });
  });
  const row = await findImportacao(deps.db, session.ownScope, id);
  if (!row) throw notFound();
  if (row.projeto_id !== projetoId || row.nome !== nome || row.tamanho !== tamanho)
    throw new AppError('conflito', 'Já há uma importação com este id, com outros dados.');
  return presentDetail(row);
}

async function hold(db: Db, scope: Scope, id: string): Promise<Held> {
  const held = await lockImportacao(db, scope, id);
  if (!held) throw notFound();
  return held;
}

/** What is said of an act that an import does not take as it is. */
function notNow({ estado }: Pick<Held, 'estado'>): AppError {
  const words: Partial<Record<EstadoImportacao, string>> = {
    enviando: 'O arquivo desta importação ainda está sendo enviado.',
    lendo: 'O arquivo desta importação está sendo lido agora. Aguarde o fim da leitura.',
    simulando: 'A simulação está em andamento. Aguarde o fim dela.',
    importando: 'A importação está em andamento. Aguarde o fim dela, ou pare-a em Tarefas.',
    desfazendo: 'Esta importação está sendo desfeita.',
    cancelada: 'Esta importação foi cancelada.',
    falhou: 'O arquivo desta importação não pôde ser lido: envie outro.',
  };
  return new AppError(
    'conflito',
    words[estado] ??
      `Esta importação está como "${ESTADO_IMPORTACAO_LABEL[estado]}": esta ação não se aplica mais.`,
    { dados: { estado } },
  );
}

/** The refusal of a sheet chosen while another one is being read. */
function beingRead({ aba_pedida: aba }: Pick<Held, 'aba_pedida'>): AppError {
  const which =
    aba === null
      ? 'A planilha está sendo lida'
      : `Outra pessoa selecionou a aba "${aba}", que está sendo lida`;
  return new AppError(
    'conflito',
    `${which} agora. A sua seleção não teve efeito: aguarde o fim da leitura e selecione de novo, se for preciso.`,
    { dados: { estado: 'lendo', aba } },
  );
}

async function askFor(
  db: Db,
  held: Held,
  actor: Actor,
  estado: EstadoImportacao,
  continua = false,
): Promise<void> {
  const tarefaId = await createTask(db, {
    tipo: 'importar_ligacoes',
    empresaId: held.empresa_id,
    actor,
    parametros: { importacaoId: held.id },
  });
  await handOver(db, held.id, { estado, tarefaId, continua });
}

type Act = { scope: Scope; actor: Actor };

async function act(
  deps: AppDeps,
  { scope }: Act,
  id: string,
  work: (db: Db, held: Held) => Promise<void>,
): Promise<ImportacaoDetalhe> {
  try {
    await deps.db.transaction(async (tx) => work(tx, await hold(tx, scope, id)));
  } catch (error) {
    throw isTaken(error) ? new AppError('conflito', OCUPADA) : error;
  }
  return readImportacao(deps, scope, id);
}

/**
 * Has the file read once it is here, or another sheet of it as long as nothing was imported. Asked again, nothing changes; whoever
 * chooses another sheet than the one that is being read is told so.
 * @throws AppError nao_encontrado, conflito, muitas_tentativas, requisicao_invalida for a sheet that is not there
 */
export function read(deps: AppDeps, by: Act, id: string, aba?: string): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado === 'lendo' && (aba === undefined || aba === held.aba_pedida)) return;
    if (held.estado === 'lendo') throw beingRead(held);
    const isRead = held.estado === 'mapear' || held.estado === 'simulada';
    if (isRead && (aba === undefined || aba === held.aba)) return;
    if (!isRead && (held.estado !== 'enviando' || !held.completo)) throw notNow(held);
    if (!isRead && aba !== undefined)
      throw new AppError('conflito', 'Esta planilha ainda não foi lida: selecione a aba depois da leitura.');
    if (isRead && aba !== undefined) {
      const { abas } = readStored(leituraSchema, held.leitura, NADA_LIDO);
      if (!abas.some(({ nome }) => nome === aba)) {
        const mensagem = `A planilha não tem a aba "${aba}".`;
        throw new AppError('requisicao_invalida', mensagem, { errors: [{ campo: 'aba', mensagem }] });
      }
      await chooseSheet(db, id, aba);
    }
    await askFor(db, held, by.actor, 'lendo');
  });
}

/** Refuses a mapping that is not of this sheet, leaves open how its days are written, or uses formulas without values. @throws AppError requisicao_invalida */
function assertFits(held: Held, mapeamento: Mapeamento): void {
  const colunas = readStoredList(colunaLidaSchema, held.colunas);
  const refuse = (mensagem: string) =>
    new AppError('requisicao_invalida', mensagem, { errors: [{ campo: 'mapeamento', mensagem }] });
  if (mapeamento.colunas.length !== colunas.length)
    throw refuse(`A planilha tem ${colunas.length} colunas: informe o conteúdo de cada uma.`);
  const unmade = formulaQuestion(colunas, mapeamento);
  if (unmade) throw refuse(`${unmade} Ou ignore a coluna.`);
  const question = orderQuestion(colunas, mapeamento);
  if (question)
    throw refuse(
      question.ordem === 'mista'
        ? `A coluna "${question.titulo}" mistura datas dd/mm e mm/dd: selecione o formato correto; as outras linhas serão recusadas.`
        : `Na coluna "${question.titulo}" todas as datas cabem em dd/mm e em mm/dd: selecione o formato correto.`,
    );
}

/** Keeps what a person says of the columns and asks for the dry run. @throws AppError nao_encontrado, conflito, requisicao_invalida, muitas_tentativas */
export function simulate(
  deps: AppDeps,
  by: Act,
  id: string,
  mapeamento: Mapeamento,
): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado !== 'mapear' && held.estado !== 'simulada') throw notNow(held);
    assertFits(held, mapeamento);
    await saveMapping(db, id, mapeamento);
    await askFor(db, held, by.actor, 'simulando');
  });
}

/** Imports what was simulated, or goes on with what was interrupted. @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas */
export function confirm(deps: AppDeps, by: Act, id: string, versao: number): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado === 'importando') return;
    if (held.estado !== 'simulada' && held.estado !== 'interrompida') throw notNow(held);
    if (held.versao !== versao)
      throw new AppError(
        'conflito',
        'Esta importação mudou desde que você a viu. Confira a simulação de novo.',
      );
    if (held.chave_objeto === null)
      throw new AppError(
        'regra_violada',
        'O arquivo desta importação não existe mais: envie a planilha de novo. As linhas já importadas contam como duplicadas.',
      );
    if (await isBusy(db, held)) throw new AppError('conflito', OCUPADA);
    const mapeamento = readStored(mapeamentoSchema, held.mapeamento, null);
    if (!mapeamento) throw notNow(held);
    if (held.cabecalho_sha256 !== null && held.estado === 'simulada')
      await rememberMapping(db, {
        empresaId: held.empresa_id,
        cabecalho: held.cabecalho_sha256,
        mapeamento,
        autorId: by.actor.usuarioId,
      });
    await askFor(db, held, by.actor, 'importando', held.estado === 'interrompida');
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

/** Gives up what wrote nothing yet. Asked again, nothing changes. @throws AppError nao_encontrado, conflito */
export function cancel(deps: AppDeps, by: Act, id: string): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado === 'cancelada') return;
    if (held.estado !== 'falhou' && !IMPORTACAO_ABERTA.some((estado) => estado === held.estado))
      throw notNow(held);
    await discard(db, held);
    await recordAction(db, {
      ...{ ...by.actor, empresaId: held.empresa_id, recurso: 'importacao', recursoId: id },
      acao: 'importacao_cancelada',
      detalhes: { projeto_id: held.projeto_id, estado: held.estado },
    });
  });
}

/** Takes back what an import wrote, as far as nobody used it. @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas */
export function undo(deps: AppDeps, by: Act, id: string): Promise<ImportacaoDetalhe> {
  return act(deps, by, id, async (db, held) => {
    if (held.estado === 'desfazendo' || held.estado === 'desfeita') return;
    if (held.estado !== 'concluida') throw notNow(held);
    if (!held.desfaz)
      throw new AppError(
        'regra_violada',
        'Uma importação pode ser desfeita por 30 dias: o prazo desta passou.',
      );
    if (await isBusy(db, held)) throw new AppError('conflito', OCUPADA);
    const tarefaId = await createTask(db, {
      tipo: 'desfazer_importacao',
      empresaId: held.empresa_id,
      actor: by.actor,
      parametros: { importacaoId: id },
    });
    await handOver(db, id, { estado: 'desfazendo', tarefaId, continua: true });
  });
}

/** @throws AppError nao_encontrado */
async function requireId(deps: AppDeps, scope: Scope, id: string): Promise<string> {
  if (!(await findImportacao(deps.db, scope, id))) throw notFound();
  return id;
}

/** A page of rows that became no call. @throws AppError nao_encontrado */
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

/** What undoing an import would take away, and what would stay. @throws AppError nao_encontrado */
export async function previewUndo(deps: AppDeps, scope: Scope, id: string) {
  const { total, razoes } = await countKept(deps.db, await requireId(deps, scope, id));
  const mantidas = razoes.reduce((sum, { n }) => sum + n, 0);
  return { apagadas: total - mantidas, mantidas, razoes };
}

/** A page of the calls that an import left. @throws AppError nao_encontrado */
export async function pageOfMantidas(deps: AppDeps, scope: Scope, id: string, asked: Page) {
  const found = await listMantidas(deps.db, await requireId(deps, scope, id), asked);
  return presentPage(asked, found, (row) => ({
    ...row,
    call_start_time: row.call_start_time?.toISOString() ?? null,
  }));
}
