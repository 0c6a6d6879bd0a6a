import type { Db } from '@escuta/prisma/db';
import type { Pagination } from '@escuta/shared/contracts/common';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type {
  approvePreparo,
  createPreparo,
  PreparoDetalhe,
  PreparoWire,
} from '@escuta/shared/contracts/surveys/preparos';
import { PAPEL_ARQUIVO_LABEL } from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { warningsOf } from '@escuta/shared/domain/survey-file/rows/warnings';
import { type Held, notFound, notNow } from '@escuta/shared/services/intake/held';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { pairNoticesOf } from '@escuta/shared/services/portal/pair-notices';
import { readFigures, readFiguresOf } from '@escuta/shared/services/portal/preparo-figures';
import { confirmPreparo, discardPreparo } from '@escuta/shared/services/portal/preparos';
import { freeSurveyTitle } from '@escuta/shared/services/surveys/survey-title';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { type Acting, actsOn, askFor, beginOnce, giveUp, requireTarget } from '../../intake/acts.ts';
import { saveAct } from '../../intake/intake-repo.ts';
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
  findPreparo,
  insertPreparo,
  listPreparos,
  type NovoPreparo,
  type PreparoDetalheRow,
  type PreparoFilter,
} from './repo.ts';

async function presented(deps: AppDeps, row: PreparoDetalheRow): Promise<PreparoDetalhe> {
  const { CREDITO_ENTREVISTA_MINUTOS: minutos } = deps.env;
  const numeros = hasFigures(row) ? await readFigures(deps.db, row.id, minutos) : null;
  const waits = row.estado === 'pronto';
  const wanted = readQuestions(row.questionario)?.titulo?.trim() || row.projeto_nome;
  return presentDetail(row, numeros, {
    pares: waits ? await pairNoticesOf(deps.db, row.id) : [],
    titulo_proposto: waits ? await freeSurveyTitle(deps.db, row.projeto_id, wanted) : null,
  });
}

/**
 * Reads a prepared audit with its contents and costs.
 * @throws AppError nao_encontrado
 */
export async function readPreparo(deps: AppDeps, scope: Scope, id: string): Promise<PreparoDetalhe> {
  const row = await findPreparo(deps.db, scope, id);
  if (!row) throw notFound('preparo');
  return presented(deps, row);
}

/**
 * A page of a company's prepared audits, newest first.
 * @throws AppError requisicao_invalida beyond the last allowed page
 */
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

const act = actsOn('preparo', readPreparo);

const isSame = (row: PreparoDetalheRow, novo: Omit<NovoPreparo, 'empresaId'>): boolean =>
  row.projeto_id === novo.projetoId &&
  row.observacoes === novo.observacoes &&
  row.arquivos.every(({ papel, nome, tamanho }) =>
    novo.arquivos.some((file) => file.papel === papel && file.nome === nome && file.tamanho === tamanho),
  );

/**
 * Begins a prepared audit, whose files are uploaded afterwards; idempotent by id.
 * @throws AppError nao_encontrado, regra_violada, arquivo_invalido, corpo_grande, cota_atingida, muitas_tentativas,
 * conflito for another prepared audit's id
 */
export async function beginPreparo(
  deps: AppDeps,
  { ownScope: scope, usuarioId: autorId }: Session,
  body: BodyOf<typeof createPreparo>,
): Promise<PreparoDetalhe> {
  const { id, projeto_id: projetoId, observacoes } = body;
  const arquivos = body.arquivos.map(({ papel, ...file }) => announced(papel, file, deps.env));
  const enviadoEm = body.timestamp ?? null;
  const novo = { id, projetoId, autorId, observacoes, enviadoEm, automatico: false, arquivos };
  const row = await beginOnce('preparo', deps, scope, {
    id,
    bytes: arquivos.reduce((sum, { tamanho }) => sum + tamanho, 0),
    find: findPreparo,
    isSame: (preparo) => isSame(preparo, novo),
    target: (tx) => requireTarget(tx, 'preparo', scope, { projetoId }),
    insert: (tx, { empresaId }) => insertPreparo(tx, { ...novo, empresaId }),
  });
  return presented(deps, row);
}

/** Enqueues the reading or matching of a prepared audit. The caller holds its lock. */
export async function askToRead(
  db: Db,
  held: Pick<Held<'preparo'>, 'id' | 'empresa_id'>,
  actor: Actor,
  { corrected }: { corrected: boolean },
): Promise<void> {
  const tarefaId = await askFor(db, 'preparo', held, actor, 'ler_auditoria');
  await saveAct(db, 'preparo', held.id, { estado: 'analisando', corrected, tarefaId });
}

const isReadByEarlierVersion = ({ questionario, colunas }: Held<'preparo'>): boolean => {
  const lido = readQuestions(questionario);
  return (
    lido !== null && warningsOf(lido, readColumns(colunas)).some(({ tipo }) => tipo === 'leitura_antiga')
  );
};

/**
 * Starts reading the complete files. Idempotent.
 * @throws AppError nao_encontrado, conflito, muitas_tentativas
 */
export function analyse(deps: AppDeps, { scope, actor }: Acting, id: string): Promise<PreparoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    if (held.estado === 'analisando') return;
    if (held.estado === 'pronto') {
      // Results of earlier versions lack the counts that warnings need.
      if (isReadByEarlierVersion(held)) await askToRead(tx, held, actor, { corrected: true });
      return;
    }
    if (held.estado !== 'enviando' && held.estado !== 'falhou') throw notNow('preparo', held);
    const row = await findPreparo(tx, scope, id);
    const missing = row?.arquivos.filter(({ completo }) => !completo) ?? [];
    if (missing.length > 0) {
      const names = missing.map(({ papel }) => PAPEL_ARQUIVO_LABEL[papel]).join(', ');
      throw new AppError('conflito', `Há arquivos que ainda não foram recebidos por inteiro: ${names}.`, {
        errors: missing.map(({ papel }) => ({
          campo: papel,
          mensagem: 'Este arquivo ainda não foi recebido por inteiro.',
        })),
      });
    }
    await askToRead(tx, held, actor, { corrected: false });
  });
}

/**
 * Cancels an unconfirmed prepared audit and schedules its files for deletion. Idempotent.
 * @throws AppError nao_encontrado, conflito
 */
export function cancel(deps: AppDeps, { scope, actor }: Acting, id: string): Promise<PreparoDetalhe> {
  return act(deps, scope, id, (tx, held) =>
    giveUp(tx, 'preparo', held, {
      actor,
      throwAway: async () => {
        await discardPreparo(tx, id);
        await saveAct(tx, 'preparo', id, { estado: 'cancelado' });
      },
    }),
  );
}

/**
 * Confirms a reviewed prepared audit: a task then creates its survey and spends the credits. Idempotent.
 * @throws AppError nao_encontrado, conflito, confirmacao_necessaria, creditos_insuficientes, regra_violada,
 * muitas_tentativas
 */
export async function confirm(
  deps: AppDeps,
  { scope, actor }: Acting,
  id: string,
  body: BodyOf<typeof approvePreparo>,
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
