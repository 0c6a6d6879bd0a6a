import type { Db } from '@escuta/prisma/db';
import type { Pagination } from '@escuta/shared/contracts/common';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type {
  confirmarPreparo,
  criarPreparo,
  PreparoDetalhe,
  PreparoWire,
} from '@escuta/shared/contracts/surveys/preparos';
import {
  ESTADO_PREPARO_LABEL,
  isOpenPreparo,
  PAPEL_ARQUIVO_LABEL,
  PREPAROS_ABERTOS_MAX,
} from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { warningsOf } from '@escuta/shared/domain/survey-file/rows/warnings';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { readFigures, readFiguresOf } from '@escuta/shared/services/portal/preparo-figures';
import { repeatsOf } from '@escuta/shared/services/portal/preparo-repeats';
import { confirmPreparo, discardPreparo } from '@escuta/shared/services/portal/preparos';
import { freeSurveyTitle } from '@escuta/shared/services/surveys/survey-title';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { isElsewhere } from '../../reads/foreign-id-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { announced } from './file-rules.ts';
import {
  hasFigures,
  hasOpenFigures,
  presentDetail,
  presentPreparo,
  readColumns,
  readQuestions,
} from './present.ts';
import {
  countOpen,
  findPreparo,
  findProjeto,
  type Held,
  insertPreparo,
  listPreparos,
  lockPreparo,
  type NovoPreparo,
  type PreparoDetalheRow,
  type PreparoFilter,
  saveAct,
} from './repo.ts';

export const notFound = () => new AppError('nao_encontrado', 'Auditoria em preparo não encontrada.');

async function presented(deps: AppDeps, row: PreparoDetalheRow): Promise<PreparoDetalhe> {
  const { CREDITO_ENTREVISTA_MINUTOS: minutos } = deps.env;
  const numeros = hasFigures(row) ? await readFigures(deps.db, row.id, minutos) : null;
  const waits = row.estado === 'pronto';
  const wanted = readQuestions(row.questionario)?.titulo?.trim() || row.projeto_nome;
  return presentDetail(row, numeros, {
    repetidas: waits ? await repeatsOf(deps.db, row.id) : [],
    titulo_proposto: waits ? await freeSurveyTitle(deps.db, row.projeto_id, wanted) : null,
  });
}

/** A preparation: what came, what was read, what it costs. @throws AppError nao_encontrado */
export async function readPreparo(deps: AppDeps, scope: Scope, id: string): Promise<PreparoDetalhe> {
  const row = await findPreparo(deps.db, scope, id);
  if (!row) throw notFound();
  return presented(deps, row);
}

/** A page of a company's preparations, newest first. @throws AppError requisicao_invalida for a page that lies too far behind */
export async function pageOfPreparos(
  deps: AppDeps,
  scope: Scope,
  filter: PreparoFilter,
): Promise<{ data: PreparoWire[]; pagination: Pagination }> {
  const found = await listPreparos(deps.db, scope, filter);
  const ready = found.rows.filter(hasOpenFigures).map(({ id }) => id);
  const figures =
    ready.length === 0 ? new Map() : await readFiguresOf(deps.db, ready, deps.env.CREDITO_ENTREVISTA_MINUTOS);
  return presentPage(filter, found, (row) => presentPreparo(row, figures.get(row.id) ?? null));
}

/** Holds a preparation for an act. @throws AppError nao_encontrado */
export async function hold(db: Db, scope: Scope, id: string): Promise<Held> {
  const held = await lockPreparo(db, scope, id);
  if (!held) throw notFound();
  return held;
}

/** What is said of an act that a preparation does not take as it is. */
export function notNow({ estado }: Pick<Held, 'estado'>): AppError {
  const words: Partial<Record<Held['estado'], string>> = {
    enviando: 'Os arquivos desta auditoria ainda estão sendo enviados.',
    analisando: 'Os arquivos desta auditoria estão sendo lidos agora. Aguarde o fim da leitura.',
    falhou: 'A leitura desta auditoria não terminou: troque o arquivo com problema, ou leia de novo.',
    cancelado: 'Esta auditoria foi cancelada.',
  };
  const confirmed = `Esta auditoria já foi confirmada (${ESTADO_PREPARO_LABEL[estado].toLowerCase()}) e não muda mais.`;
  return new AppError('conflito', words[estado] ?? confirmed, { dados: { estado } });
}

/**
 * The project in which an audit is to be made. @returns its company @throws AppError nao_encontrado, regra_violada
 */
export async function requireProjeto(db: Db, scope: Scope, id: string): Promise<string> {
  const projeto = await findProjeto(db, scope, id);
  if (!projeto) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  if (!projeto.isActive) {
    throw new AppError('regra_violada', 'Este projeto está inativo e não recebe novas auditorias.');
  }
  if (projeto.tipoProjeto === 'call_center') {
    throw new AppError(
      'regra_violada',
      'Este projeto é de call center: selecione um projeto de pesquisa ou de auditoria.',
    );
  }
  return projeto.empresaId;
}

/** Whether a company has room for one more, `id`. Until the transaction ends nobody else of the company is let in. @throws AppError muitas_tentativas */
export async function requireRoom(db: Db, empresaId: string, id: string): Promise<void> {
  if ((await countOpen(db, empresaId, id)) < PREPAROS_ABERTOS_MAX) return;
  throw new AppError(
    'muitas_tentativas',
    `Já há ${PREPAROS_ABERTOS_MAX} auditorias em preparo: confirme ou cancele alguma antes de começar outra.`,
    { retryAfterS: 60 },
  );
}

const isSame = (row: PreparoDetalheRow, novo: NovoPreparo): boolean =>
  row.projeto_id === novo.projetoId &&
  row.observacoes === novo.observacoes &&
  row.arquivos.every(({ papel, nome, tamanho }) =>
    novo.arquivos.some((file) => file.papel === papel && file.nome === nome && file.tamanho === tamanho),
  );

const sumOf = (files: NovoPreparo['arquivos']): number =>
  files.reduce((sum, { tamanho }) => sum + tamanho, 0);

/**
 * Begins to prepare an audit, once per id: its files come after. @throws AppError nao_encontrado, regra_violada, arquivo_invalido, corpo_grande,
 * cota_atingida, muitas_tentativas, conflito for an id that stands for another one
 */
export async function beginPreparo(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof criarPreparo>,
): Promise<PreparoDetalhe> {
  const scope = session.ownScope;
  if (await isElsewhere(deps.db, 'auditoriaPreparo', scope.empresaId, body.id)) throw notFound();
  const empresaId = await requireProjeto(deps.db, scope, body.projeto_id);
  const novo: NovoPreparo = {
    id: body.id,
    empresaId,
    projetoId: body.projeto_id,
    autorId: session.usuarioId,
    observacoes: body.observacoes,
    enviadoEm: body.timestamp ?? null,
    automatico: false,
    arquivos: body.arquivos.map(({ papel, ...file }) => announced(papel, file, deps.env)),
  };
  const known = async () => {
    const row = await findPreparo(deps.db, scope, novo.id);
    if (row && !isSame(row, novo)) {
      throw new AppError('conflito', 'Já há uma auditoria em preparo com este id, com outros dados.');
    }
    return row;
  };
  const before = await known();
  if (before) return presented(deps, before);
  await deps.db.transaction(async (tx) => {
    await requireRoom(tx, empresaId, novo.id);
    await requireBytes(tx, deps.env, empresaId, sumOf(novo.arquivos));
    await insertPreparo(tx, novo);
  });
  const row = await known();
  // Somebody else's, who was quicker: as if it were not there.
  if (!row) throw notFound();
  return presented(deps, row);
}

/** Asks the workers to read or to pair anew what a preparation holds, under its row's lock. */
export async function askToRead(
  db: Db,
  held: Held,
  actor: Actor,
  { corrigido }: { corrigido: boolean },
): Promise<void> {
  const tarefaId = await createTask(db, {
    tipo: 'ler_auditoria',
    empresaId: held.empresa_id,
    actor,
    parametros: { preparoId: held.id },
  });
  await saveAct(db, held.id, { estado: 'analisando', corrigido, tarefaId });
}

const isReadByEarlierVersion = ({ questionario, colunas }: Held): boolean => {
  const lido = readQuestions(questionario);
  return (
    lido !== null && warningsOf(lido, readColumns(colunas)).some(({ tipo }) => tipo === 'leitura_antiga')
  );
};

/** Has the files read once all of them are here. Asked again, nothing changes. @throws AppError nao_encontrado, conflito, muitas_tentativas */
export async function analyse(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
): Promise<PreparoDetalhe> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.estado === 'analisando') return;
    if (held.estado === 'pronto') {
      // What an earlier version read lacks the counts that warnings are made of.
      if (isReadByEarlierVersion(held)) await askToRead(tx, held, actor, { corrigido: true });
      return;
    }
    if (held.estado !== 'enviando' && held.estado !== 'falhou') throw notNow(held);
    const row = await findPreparo(tx, scope, id);
    const missing = row?.arquivos.filter(({ completo }) => !completo) ?? [];
    if (missing.length > 0) {
      const names = missing.map(({ papel }) => PAPEL_ARQUIVO_LABEL[papel]).join(', ');
      throw new AppError('conflito', `Ainda não recebidos por inteiro: ${names}.`, {
        errors: missing.map(({ papel }) => ({
          campo: papel,
          mensagem: 'Este arquivo ainda não foi recebido por inteiro.',
        })),
      });
    }
    await askToRead(tx, held, actor, { corrigido: false });
  });
  return readPreparo(deps, scope, id);
}

/** Gives up what was not confirmed: its files go. Asked again, nothing changes. @throws AppError nao_encontrado, conflito */
export async function cancel(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
): Promise<PreparoDetalhe> {
  await deps.db.transaction(async (tx) => {
    const held = await hold(tx, scope, id);
    if (held.estado === 'cancelado') return;
    if (!isOpenPreparo(held.estado)) throw notNow(held);
    await discardPreparo(tx, id);
    await saveAct(tx, id, { estado: 'cancelado', corrigido: true });
    await recordAction(tx, {
      ...{ ...actor, empresaId: held.empresa_id, recurso: 'auditoria_preparo', recursoId: id },
      acao: 'preparo_cancelado',
      detalhes: { estado: held.estado },
    });
  });
  return readPreparo(deps, scope, id);
}

/**
 * Confirms what a person looked at: from here on its survey is made, and credits are taken. Asked again, nothing changes.
 * @throws AppError nao_encontrado, conflito, confirmacao_necessaria, creditos_insuficientes, regra_violada, muitas_tentativas
 */
export async function confirm(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
  body: BodyOf<typeof confirmarPreparo>,
): Promise<PreparoDetalhe> {
  await deps.db.transaction((tx) =>
    confirmPreparo(
      tx,
      { notices: deps, entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS },
      {
        ...{ scope, actor, preparoId: id, versao: body.versao, creditos: body.creditos, avisos: body.avisos },
        incluirLinhasSemGravacao: body.incluir_linhas_sem_gravacao,
        titulo: body.titulo || null,
      },
    ),
  );
  return readPreparo(deps, scope, id);
}
