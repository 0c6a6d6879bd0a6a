import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/calls/lotes';
import type { EstimativaWire, TetosWire } from '@escuta/shared/contracts/calls/lotes';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import {
  CONTAGEM_VAZIA,
  type ContagemLote,
  type CustoDeExecucao,
  countItems,
  estimateUsd,
  type Folga,
  isCovered,
  knownMinutes,
  LOTE_ITENS_MAX,
  RAZOES_LOTE,
  type RazaoLote,
  type RegrasLote,
  shortOf,
  slackOf,
} from '@escuta/shared/domain/runs/bulk-estimate';
import type { Scope } from '@escuta/shared/domain/scope';
import { LOTE_NAO_COMECADO } from '@escuta/shared/domain/tasks/tasks';
import { monthUse, PROCESSAMENTO_DESATIVADO } from '@escuta/shared/services/credits/may-pay';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import {
  type AlvoDoLote,
  type ContagemDoAlvo,
  countChosen,
  countOldest,
  countOwn,
  type Marca,
  momentNow,
  nextItems,
  type RegrasDoProjeto,
  readBulkRules,
} from '@escuta/shared/services/runs/bulk-runs';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { dearerThanConfirmed } from '@escuta/shared/services/runs/request';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import { diffOf } from '../../access/action-diff.ts';
import { requireManager } from '../../access/managers-only.ts';
import type { AppDeps } from '../../deps.ts';
import { staleRecord } from '../../reads/stale-record.ts';
import type { Session } from '../../sign-in/session.ts';
import { costOfRun } from './price.ts';
import { findTetos, readHistory, readMoney, saveTetos } from './repo.ts';

type Pedido = Omit<BodyOf<typeof contracts.createLote>, 'creditosConfirmados'>;

/** Number of calls that a statement reads when a sample is counted. */
const JANELA = 20_000;
/** Least number of a project's finished runs for an estimate; with fewer, the company's are used. */
const HISTORIA_MIN = 5;

const notFound = () => new AppError('nao_encontrado', 'Projeto não encontrado.');

type Previsto = {
  alvo: AlvoDoLote;
  regras: RegrasDoProjeto;
  contagem: ContagemLote;
  encontradas: number;
  fora: EstimativaWire['fora'];
  amostra: number | null;
  folga: Folga;
  centavosPorCredito: number | null;
  tetos: TetosWire;
};

/**
 * Counts the calls to process, and those covered by credits. If all calls are processed, the given counts suffice; if
 * only the oldest calls are processed, another statement counts them; a sample is counted by reading the calls in
 * batches.
 */
async function countTaken(
  db: Db,
  alvo: AlvoDoLote,
  regras: RegrasDoProjeto,
  { porClasse, alvo: all }: ContagemDoAlvo,
  rules: RegrasLote,
): Promise<ContagemLote> {
  const itens = porClasse.alvo ?? 0;
  if (rules.amostra === null) {
    const counted = { ...CONTAGEM_VAZIA, ...all, itens, cabem: itens, creditosQueCabem: all.creditos };
    if (itens <= rules.maximo && isCovered(counted, rules.folga)) return counted;
    return countOldest(db, alvo, regras, rules);
  }
  let contagem = CONTAGEM_VAZIA;
  let last: Marca | null = null;
  while (!contagem.alem) {
    const some = await nextItems(db, alvo, regras, last, JANELA);
    contagem = countItems(contagem, some, rules);
    last = some.at(-1) ?? last;
    if (some.length < JANELA) break;
  }
  return contagem;
}

/**
 * Previews a bulk run of a selection.
 * @throws AppError nao_encontrado
 */
async function foresee(deps: AppDeps, scope: Scope, pedido: Pedido): Promise<Previsto> {
  const { db, env } = deps;
  const { projetoId, selecao, modo, maximo = LOTE_ITENS_MAX } = pedido;
  const regras = await readBulkRules(db, scope, projetoId);
  if (!regras) throw notFound();
  if ('ids' in selecao && (await countOwn(db, projetoId, selecao.ids)) < selecao.ids.length) {
    throw new AppError(
      'nao_encontrado',
      'Alguma das ligações selecionadas não é deste projeto, ou não existe mais.',
    );
  }
  const { empresaId } = regras;
  const alvo: AlvoDoLote = { empresaId, projetoId, selecao, modo, ate: await momentNow(db) };
  // Transcribed calls passed sampling before; calls chosen by hand are not sampled.
  const amostra = 'ids' in selecao || modo === 'insights' ? null : regras.percentual;
  const entrevistaMinutos = env.CREDITO_ENTREVISTA_MINUTOS;
  const [all, usado, { saldo, centavosPorCredito }] = await Promise.all([
    countChosen(db, alvo, regras, entrevistaMinutos),
    monthUse(db, projetoId),
    readMoney(db, empresaId),
  ]);
  const folga = slackOf(saldo, regras.tetos, usado);
  const { alvo: candidates = 0, ...leftOut } = all.porClasse;
  const contagem = await countTaken(db, alvo, regras, all, {
    amostra: amostra !== null && amostra < 100 ? amostra : null,
    maximo,
    entrevistaMinutos,
    folga,
  });
  const counted: Partial<Record<RazaoLote, number>> = {
    ...leftOut,
    ...(contagem.foraDaAmostra > 0 ? { fora_da_amostra: contagem.foraDaAmostra } : {}),
  };
  return {
    alvo,
    regras,
    contagem,
    encontradas: candidates + Object.values(leftOut).reduce((all, n) => all + n, 0),
    fora: (Object.entries(counted) as [RazaoLote, number][])
      .map(([codigo, n]) => ({ codigo, motivo: RAZOES_LOTE[codigo], n }))
      .toSorted((a, b) => b.n - a.n),
    amostra,
    folga,
    centavosPorCredito,
    tetos: {
      creditos: { teto: regras.tetos.creditos, usado: usado.creditos },
      itens: { teto: regras.tetos.itens, usado: usado.itens },
    },
  };
}

/** Costs of the latest finished runs of the project, or of its company if there are too few. */
async function pastCosts(
  db: Db,
  catalog: ModelCatalog,
  projetoId: string,
  { empresaId, modelos }: RegrasDoProjeto,
): Promise<{ runs: CustoDeExecucao[]; de: 'projeto' | 'empresa' }> {
  const own = await readHistory(db, { projetoId });
  const rows = own.length >= HISTORIA_MIN ? own : await readHistory(db, { empresaId });
  const precos = await catalog.prices();
  const entry = await catalog.entry(modelos.transcricao);
  const alvo = entry && { provedor: entry.provedor, modelo: entry.modelo };
  const now = new Date();
  return {
    // Leaves out a run that copied all its stages, because it does not show the price of a run.
    runs: rows.map((row) => costOfRun(row, precos, alvo, now)).filter(paidSomething),
    de: own.length >= HISTORIA_MIN ? 'projeto' : 'empresa',
  };
}

const paidSomething = ({ transcricao, texto, templates }: CustoDeExecucao): boolean =>
  transcricao !== undefined || texto !== undefined || Object.keys(templates).length > 0;

/**
 * Estimates quantity and cost of a bulk run.
 * @throws AppError nao_encontrado
 */
export async function estimate(
  deps: AppDeps,
  catalog: ModelCatalog,
  session: Session,
  pedido: Pedido,
): Promise<EstimativaWire> {
  const seen = await foresee(deps, session.scope, pedido);
  const { contagem, regras, amostra, folga, centavosPorCredito } = seen;
  const { runs, de } = await pastCosts(deps.db, catalog, pedido.projetoId, regras);
  const templates = regras.templates.map(({ id }) => id);
  const heard = runs.flatMap(({ minutos }) => (minutos === null ? [] : [{ minutos }]));
  return {
    encontradas: seen.encontradas,
    itens: contagem.itens,
    alem: contagem.alem,
    fora: seen.fora,
    amostra:
      amostra === null
        ? null
        : {
            percentual: amostra,
            de: contagem.itens + contagem.foraDaAmostra,
            dentro: contagem.itens,
          },
    substitui: contagem.substitui,
    minutos: Math.round(knownMinutes(contagem, heard) * 10) / 10,
    semDuracao: contagem.semDuracao,
    creditos: contagem.creditos,
    centavos: centavosPorCredito === null ? null : Math.round(contagem.creditos * centavosPorCredito),
    usd: estimateUsd({ modo: pedido.modo, contagem, templates }, runs),
    base: runs.length === 0 ? null : { execucoes: runs.length, de },
    saldo: folga.creditos,
    tetos: seen.tetos,
    cabem: contagem.cabem,
    creditosQueCabem: contagem.creditosQueCabem,
    falta: shortOf(contagem, folga),
    ativo: regras.ativo,
  };
}

/**
 * Starts a bulk run as confirmed.
 * @returns the task's id
 * @throws AppError nao_encontrado, regra_violada (switched off, nothing to do, beyond the project's limits),
 * confirmacao_necessaria, creditos_insuficientes, muitas_tentativas
 */
export async function startLote(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { creditosConfirmados, ...pedido }: BodyOf<typeof contracts.createLote>,
): Promise<string> {
  const { alvo, regras, contagem, folga, fora } = await foresee(deps, session.scope, pedido);
  if (!regras.ativo) throw new AppError('regra_violada', PROCESSAMENTO_DESATIVADO);
  if (contagem.itens === 0) {
    const why = fora[0] ? ` ${fora[0].motivo}` : '';
    throw new AppError('regra_violada', `Nenhuma das ligações selecionadas pode ser processada.${why}`);
  }
  if (contagem.creditos > creditosConfirmados) {
    throw dearerThanConfirmed(contagem.creditos, creditosConfirmados, { saldo: folga.creditos });
  }
  const falta = shortOf(contagem, folga);
  if (falta) {
    const { creditos, cabem, creditosQueCabem } = contagem;
    throw new AppError(folga.creditos < creditos ? 'creditos_insuficientes' : 'regra_violada', falta, {
      dados: { creditos, saldo: folga.creditos, cabem, creditosQueCabem },
    });
  }
  const { projetoId, selecao, modo, ate } = alvo;
  return deps.db.transaction((tx) =>
    createTask(tx, {
      tipo: 'lote',
      empresaId: regras.empresaId,
      actor,
      parametros: { projetoId, selecao, modo, ate, maximo: contagem.itens, creditosMax: creditosConfirmados },
      inicio: {
        total: contagem.itens,
        cursor: { apos: null, ids: [], fim: false },
        resultado: { ...LOTE_NAO_COMECADO, fora },
      },
    }),
  );
}

async function present(db: Db, projetoId: string, row: { creditos: number | null; itens: number | null }) {
  const used = await monthUse(db, projetoId);
  return {
    creditos: { teto: row.creditos, usado: used.creditos },
    itens: { teto: row.itens, usado: used.itens },
  };
}

/**
 * A project's limits and their use.
 * @throws AppError nao_encontrado
 */
export async function tetosOf(deps: AppDeps, session: Session, projetoId: string): Promise<TetosWire> {
  const row = await findTetos(deps.db, session.scope, projetoId, false);
  if (!row) throw notFound();
  return present(deps.db, projetoId, row);
}

const TETOS_ALTERADOS = {
  mensagem:
    'Outra pessoa alterou os limites depois que você os abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa alterou este limite.',
  campos: { creditos: 'creditos', itens: 'itens' },
} as const;

type Tetos = Omit<BodyOf<typeof contracts.setTetos>, 'antes'>;

/**
 * Sets a project's limits.
 * @throws AppError nao_encontrado, sem_permissao, conflito if the limits changed since displayed
 */
export function changeTetos(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  projetoId: string,
  { antes: visto, ...novos }: BodyOf<typeof contracts.setTetos>,
): Promise<TetosWire> {
  return deps.db.transaction(async (tx) => {
    const antes = await findTetos(tx, session.scope, projetoId, true);
    if (!antes) throw notFound();
    requireManager(session, 'Só gerentes e administradores podem alterar os limites de um projeto.');
    const { creditos, itens } = antes;
    const stale = staleRecord<Tetos>(visto ?? {}, { creditos, itens }, TETOS_ALTERADOS);
    if (stale) throw stale;
    const change = diffOf({ creditos, itens }, novos);
    if (change) {
      await saveTetos(tx, projetoId, novos);
      await recordAction(tx, {
        ...{ ...actor, empresaId: antes.empresaId, recurso: 'projeto', recursoId: projetoId },
        acao: 'tetos_alterados',
        detalhes: change,
      });
    }
    return present(tx, projetoId, novos);
  });
}
