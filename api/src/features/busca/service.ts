import type { Db } from '@escuta/prisma/db';
import {
  BUSCA_PAGINA,
  type ConversaAchada,
  type listMesesDaBusca,
  type Procurado,
  type searchConversas,
} from '@escuta/shared/contracts/calls/busca';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import type { CampoFiltro } from '@escuta/shared/domain/filters/filtro-tabela';
import {
  type Consulta,
  maskedSearch,
  parseSearch,
  tsqueryOf,
  wordsAsked,
} from '@escuta/shared/domain/filters/search-query';
import { speakersOf } from '@escuta/shared/domain/profiles/roles';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { sentencesOf } from '@escuta/shared/services/calls/sentences';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import {
  type Conhecido,
  combineWithLexicon,
  cursorOf,
  endOf,
  isRare,
  placeOf,
  RAROS_MAX,
  stretches,
} from './plan.ts';
import { chosenOf, presentSide, sentenceKey } from './present.ts';
import {
  type Alvo,
  countSides,
  describeSides,
  groundOf,
  isBeingReindexed,
  type Janela,
  type Lado,
  type Lugar,
  lockCompany,
  rareSides,
  similarWord,
  walk,
} from './repo.ts';

type Page = ResponseOf<typeof searchConversas>['data'];

/** Time limits, ms: for finding the page's rows, counting all matches, and counting by month. */
const ORCAMENTO_MS = 60;
const CONTAGEM_MS = 25;
const MESES_MS = 500;
/** Rows in the first and in the largest step of reading in order. */
const PASSO = 40;
const PASSO_MAX = 2000;
/** Reading in order stops after this many rows if fewer than 1 % match, because the index is then faster. */
const PASSEIO_MIN = 1000;
/** Greatest number of sides that a statement may read to check a phrase. */
const FRASES_MAX = 3000;
const SUGESTOES_MAX = 3;

type Busca = {
  alvo: Alvo;
  consulta: Consulta;
  sabido: Conhecido;
  procurado: Procurado;
  /** Number of projects left out, because there are too many. */
  fora: number;
  indexando: boolean;
};

/**
 * Searches conversations, newest first.
 * @throws AppError requisicao_invalida for an invalid query
 */
export async function searchPage(
  deps: Pick<AppDeps, 'db'>,
  scope: Scope,
  actor: Actor | null,
  query: QueryOf<typeof searchConversas>,
): Promise<Page> {
  const started = performance.now();
  const { cursor, ...procurado } = query;
  const apos = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && apos === null)
    throw new AppError(
      'requisicao_invalida',
      'Não foi possível continuar esta lista de resultados. Faça a busca de novo.',
    );
  const busca = await readSearch(deps.db, scope, procurado);
  const found = await findSides(deps.db, busca, apos, started + ORCAMENTO_MS);
  const lados = found.lados.slice(0, BUSCA_PAGINA);
  const more = found.lados.length > BUSCA_PAGINA;
  const last = lados.at(-1);
  const next = more && last ? last : found.ate;
  const conversas = await describePage(deps.db, scope, busca, lados);
  const isFirst = apos === null;
  const total = isFirst ? await totalOf(deps.db, busca, found, lados.length, next !== null) : null;
  if (isFirst && actor) {
    await recordAction(deps.db, {
      ...actor,
      empresaId: empresaIdOf(scope),
      acao: 'conversas_buscadas',
      recurso: 'busca',
      detalhes: { termos: maskedSearch(procurado.q), achados: total?.n ?? 0 },
    });
  }
  const ate = more ? null : found.ate;
  return {
    conversas,
    proximo: next && cursorOf(next),
    parcial: ate !== null,
    procurado_ate: ate && dayOf(ate.quando),
    total,
    projetos_fora: busca.fora,
    indexando: isFirst && busca.indexando,
    sugestoes: isFirst && lados.length === 0 && next === null ? await suggestions(deps.db, busca) : [],
  };
}

export async function monthsOf(
  deps: Pick<AppDeps, 'db'>,
  scope: Scope,
  procurado: QueryOf<typeof listMesesDaBusca>,
): Promise<ResponseOf<typeof listMesesDaBusca>['data']> {
  const deadline = performance.now() + MESES_MS;
  const { alvo, sabido, fora } = await readSearch(deps.db, scope, procurado);
  const meses: { mes: string; n: number }[] = [];
  for (const { janela, mes } of stretches(sabido, procurado, null, 0)) {
    if (performance.now() > deadline) return { meses, parcial: true, projetos_fora: fora };
    const n = await countSides(deps.db, alvo, janela, RAROS_MAX);
    if (n > 0) meses.push({ mes, n });
  }
  return { meses, parcial: false, projetos_fora: fora };
}

/**
 * Requests a new build of a company's index.
 * @throws AppError nao_encontrado, conflito (the index is being built)
 */
export async function reindex(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  empresaId: string,
): Promise<{ tarefaId: string }> {
  return deps.db.transaction(async (tx) => {
    if (!(await lockCompany(tx, empresaId))) throw new AppError('nao_encontrado', 'Empresa não encontrada.');
    if (await isBeingReindexed(tx, empresaId))
      throw new AppError('conflito', 'O índice desta empresa já está sendo refeito.');
    return { tarefaId: await createTask(tx, { tipo: 'reindexar', empresaId, actor, parametros: {} }) };
  });
}

/** Filter fields that the index answers by itself. */
const OF_THE_INDEX: ReadonlySet<CampoFiltro> = new Set(['projeto', 'data_ligacao']);

async function readSearch(db: Db, scope: Scope, procurado: Procurado): Promise<Busca> {
  const lida = parseSearch(procurado.q);
  if ('erro' in lida) throw new AppError('requisicao_invalida', lida.erro);
  const { consulta } = lida;
  const { projetos, fora, indexando, palavras } = await groundOf(
    db,
    scope,
    procurado.projeto_id,
    wordsAsked(consulta),
  );
  const sabido = combineWithLexicon(consulta, palavras);
  if (sabido.quaseTudo !== null)
    throw new AppError(
      'requisicao_invalida',
      `“${sabido.quaseTudo}” aparece em quase todas as conversas: acrescente outra palavra à busca.`,
    );
  const { agente_id, papel } = procurado;
  const { todas } = listFilter(procurado, 'busca');
  const alvo: Alvo = {
    empresaId: procurado.projeto_id === undefined ? empresaIdOf(scope) : null,
    projetos,
    tsquery: tsqueryOf(consulta, sabido.radicais),
    papeis: papel ? speakersOf(papel) : null,
    agenteId: agente_id === undefined || agente_id === NENHUM ? null : agente_id,
    filtro: { todas: todas.filter(({ campo }) => !OF_THE_INDEX.has(campo)) },
  };
  return { alvo, consulta, sabido, procurado, fora, indexando };
}

/**
 * Matching sides, with an additional one if the page is not the last. `ate`: the last searched position if time ran
 * out. `contados`: matches by window, counted by the index.
 */
type Achados = { lados: Lado[]; ate: Lugar | null; contados?: ReadonlyMap<string, number> };

/**
 * Searches from the newest conversation until a page is full, nothing is left or time is over; runs at least one
 * statement.
 */
async function findSides(db: Db, busca: Busca, apos: Lugar | null, deadline: number): Promise<Achados> {
  const { sabido, procurado } = busca;
  if (isRare(sabido)) return byIndex(db, busca, stretches(sabido, procurado, apos), apos, [], deadline);
  return byWalk(db, busca, apos, deadline);
}

const windowKey = ({ de, ate }: Janela): string => `${de} ${ate}`;

async function byIndex(
  db: Db,
  { alvo }: Busca,
  trechos: ReturnType<typeof stretches>,
  apos: Lugar | null,
  before: readonly Lado[],
  deadline: number,
): Promise<Achados> {
  const lados = [...before];
  const contados = new Map<string, number>();
  let looked: Lugar | null = null;
  for (const trecho of trechos) {
    if (looked && performance.now() > deadline) return { lados, ate: looked, contados };
    const found = await rareSides(db, alvo, trecho.janela, apos, BUSCA_PAGINA + 1 - lados.length);
    lados.push(...found.lados);
    if (apos === null) contados.set(windowKey(trecho.janela), found.todos);
    if (lados.length > BUSCA_PAGINA) break;
    looked = endOf(trecho);
  }
  return { lados, ate: null, contados };
}

async function byWalk(db: Db, busca: Busca, apos: Lugar | null, deadline: number): Promise<Achados> {
  const { alvo, sabido, procurado } = busca;
  const lados: Lado[] = [];
  let at = apos;
  let seen = 0;
  // Starts with as many rows as would contain PASSO matches if all words occurred together as often as the rarest word.
  let passo = Math.min(PASSO_MAX, Math.max(PASSO, Math.ceil((PASSO * sabido.todos) / sabido.lados)));
  for (const { janela, lados: most } of stretches(sabido, procurado, apos, 0)) {
    for (;;) {
      if (seen > 0 && performance.now() > deadline) return { lados, ate: at };
      const {
        lados: some,
        ultimo,
        vistos,
      } = await walk(db, alvo, janela, at, {
        passo,
        limite: BUSCA_PAGINA + 1 - lados.length,
      });
      lados.push(...some);
      if (lados.length > BUSCA_PAGINA) return { lados, ate: null };
      seen += vistos;
      at = ultimo ?? at;
      if (vistos < passo) break;
      passo = Math.min(passo * 2, PASSO_MAX);
      if (seen >= PASSEIO_MIN && lados.length * 100 < seen && (!sabido.temFrase || most <= FRASES_MAX))
        return byIndex(db, busca, stretches(sabido, procurado, at, RAROS_MAX), at, lados, deadline);
    }
  }
  return { lados, ate: null };
}

/** True if the query has no filter on calls or sides. */
const isOfAll = ({ papeis, agenteId, filtro }: Alvo, { de, ate }: Procurado): boolean =>
  papeis === null &&
  agenteId === null &&
  de === undefined &&
  ate === undefined &&
  'todas' in filtro &&
  filtro.todas.length === 0;

/** Counts all matches within CONTAGEM_MS; `exato` false: there are more matches than `n`. */
async function totalOf(
  db: Db,
  { alvo, sabido, procurado }: Busca,
  { contados }: Achados,
  shown: number,
  more: boolean,
): Promise<Page['total']> {
  if (!more) return { n: shown, exato: true };
  // The lexicon has the count of a single word without filter.
  if (sabido.exatos !== null && isOfAll(alvo, procurado)) {
    return { n: Math.min(sabido.exatos, TOTAL_LIMITE), exato: sabido.exatos <= TOTAL_LIMITE };
  }
  const isCommon = !isRare(sabido);
  if (isCommon && sabido.temFrase) return { n: shown, exato: false };
  const deadline = performance.now() + CONTAGEM_MS;
  let n = 0;
  for (const { janela } of stretches(sabido, procurado, null, isCommon ? 0 : undefined)) {
    if (n > TOTAL_LIMITE) break;
    const known = contados?.get(windowKey(janela));
    if (known === undefined && performance.now() > deadline) return { n: Math.max(n, shown), exato: false };
    n += known ?? (await countSides(db, alvo, janela, TOTAL_LIMITE + 1 - n));
  }
  return { n: Math.min(n, TOTAL_LIMITE), exato: n <= TOTAL_LIMITE };
}

async function describePage(
  db: Db,
  scope: Scope,
  { consulta, sabido }: Busca,
  lados: readonly Lado[],
): Promise<ConversaAchada[]> {
  if (lados.length === 0) return [];
  const radicais = [...new Set([...sabido.radicais.values()].flat())];
  const chosen = (await describeSides(db, scope, lados, radicais)).map((lado) =>
    chosenOf(lado, consulta, sabido.radicais),
  );
  const asked = chosen.flatMap(({ lado, escolhidos }) =>
    escolhidos.map(({ ordem }) => ({ execucaoId: lado.execucao_id, ordem })),
  );
  const frases = new Map(
    (await sentencesOf(db, scope, asked)).map((one) => [sentenceKey(one.execucao_id, one.ordem), one]),
  );
  return chosen.flatMap((one) => presentSide(one, frases) ?? []);
}

async function suggestions(db: Db, { alvo, sabido }: Busca): Promise<Page['sugestoes']> {
  const found: Page['sugestoes'] = [];
  const asked = sabido.desconhecidas.filter((palavra) => /^\D{4,}$/u.test(palavra)).slice(0, SUGESTOES_MAX);
  for (const palavra of asked) {
    const sugestao = await similarWord(db, alvo.projetos, palavra);
    if (sugestao !== null && sugestao !== palavra) found.push({ palavra, sugestao });
  }
  return found;
}

const dayOf = (quando: string) =>
  new Date(quando).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
