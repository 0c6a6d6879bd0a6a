import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/regras';
import { TESTE_PAGINA } from '@escuta/shared/contracts/insights/regras';
import { AppError } from '@escuta/shared/domain/errors';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { addDays, daysOf } from '@escuta/shared/domain/reports/period';
import { type JanelaDaRegra, TESTE_DIAS } from '@escuta/shared/domain/rules/rules';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { DIAS_MAX, type JanelaAchada, windowsFound } from '@escuta/shared/services/rules/windows';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { describeCalls, type Lugar, stepBack } from './backtest-repo.ts';

type Teste = ResponseOf<typeof contracts.testRegra>['data'];

/** Time limit of an answer, ms; the answer's cursor leads to the remaining calls. */
const ORCAMENTO_MS = 1200;
/** Calls in the first and in the largest step; a step shorter than RAPIDO_MS is followed by a larger one. */
const PASSO = 500;
const PASSO_MAX = 20_000;
const RAPIDO_MS = 250;
/** A step that took too long is repeated with its number of calls divided by this value. */
const MENOR = 20;

/** Time after which no further windows are read for an answer, ms. */
const JANELAS_MS = 800;
/**
 * Time that a reading should take, ms. It determines how many days are read, because a day takes longer with more
 * projects.
 */
const LEITURA_MS = 400;

const lost = () =>
  new AppError('requisicao_invalida', 'Não foi possível continuar o teste. Inicie o teste de novo.');

/** Cursor: the call to continue from, and the next step's number of calls. */
const cursorOf = ({ entrada, id }: Lugar, passo: number): string => `${entrada}|${id}|${passo}`;

/** The call and step of a cursor. @throws AppError requisicao_invalida for a cursor that no answer contained */
function placeOf(cursor: string): { apos: Lugar; passo: number } {
  const [, entrada, id, passo = String(PASSO)] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\|([1-9]\d{0,4}))?$/.exec(
      cursor,
    ) ?? [];
  if (!entrada || !id) throw lost();
  return { apos: { entrada, id }, passo: Math.min(Number(passo), PASSO_MAX) };
}

/** Finds the calls or windows in which a rule would have fired, newest first, within ORCAMENTO_MS. */
export async function testRegra(
  deps: Pick<AppDeps, 'db'>,
  session: Session,
  { filtro, janela, cursor }: BodyOf<typeof contracts.testRegra>,
  read = stepBack,
): Promise<Teste> {
  const today = dayInSaoPaulo(new Date());
  const desde = addDays(today, 1 - TESTE_DIAS);
  if (filtro) {
    const from = cursor === null ? { apos: null, passo: PASSO } : placeOf(cursor);
    return walkBack(deps, session, filtro, { today, desde, ...from }, read);
  }
  if (!janela)
    throw new AppError(
      'regra_violada',
      'Uma regra usa condições ou uma medida: selecione só uma das duas formas.',
    );
  return walkWindows(deps, session, janela, { today, desde, from: cursor === null ? today : dayOf(cursor) });
}

const JANELAS = 'janelas|';

/**
 * The day from which windows are tested backwards.
 * @throws AppError requisicao_invalida for a cursor that no answer contained
 */
function dayOf(cursor: string): string {
  const day = cursor.startsWith(JANELAS) ? cursor.slice(JANELAS.length) : '';
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) throw lost();
  return day;
}

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));

/** Tests windows, newest first, some days at a time; for rules on means whole weeks, because a week is one window. */
async function walkWindows(
  { db }: Pick<AppDeps, 'db'>,
  session: Session,
  janela: JanelaDaRegra,
  { today, desde, from }: { today: string; desde: string; from: string },
): Promise<Teste> {
  const started = performance.now();
  const shown: JanelaAchada[] = [];
  let n = 0;
  let de = addDays(from < today ? from : today, 1);
  let days = janela.medida === 'ligacoes_hora' ? 1 : DIAS_MAX;
  do {
    const began = performance.now();
    const ate = addDays(de, -1);
    const first = janela.medida === 'nota_agente' ? mondayOf(ate) : addDays(de, -days);
    de = first < desde ? desde : first;
    const max = TESTE_PAGINA;
    const found = await windowsFound(db, session.ownScope, janela, { de, ate, max });
    n += found[0]?.total ?? 0;
    shown.push(...found.slice(0, TESTE_PAGINA - shown.length));
    const aDay = (performance.now() - began) / daysOf({ de, ate });
    days = Math.min(DIAS_MAX, Math.max(1, Math.floor(LEITURA_MS / aDay)));
  } while (de > desde && performance.now() - started < JANELAS_MS);
  return {
    n,
    ligacoes: [],
    janelas: shown.map(({ alvoNome: alvo_nome, dia, hora, valor, limite }) => ({
      dia,
      hora,
      alvo_nome,
      valor,
      limite,
    })),
    procurado_ate: de,
    dias: daysOf({ de, ate: today }),
    cursor: de > desde ? `${JANELAS}${addDays(de, -1)}` : null,
    mais: null,
  };
}

async function walkBack(
  { db }: Pick<AppDeps, 'db'>,
  session: Session,
  filtro: Filtro,
  { today, desde, apos, passo: first }: { today: string; desde: string; apos: Lugar | null; passo: number },
  readStep: typeof stepBack,
): Promise<Teste> {
  const started = performance.now();
  const achadas: Lugar[] = [];
  let n = 0;
  let last = apos;
  let isDone = false;
  let read = 0;
  let passo = first;
  // Reads at least one step, so that a slow condition still makes progress.
  while (!isDone && (read === 0 || performance.now() - started < ORCAMENTO_MS)) {
    const began = performance.now();
    const limite = TESTE_PAGINA - achadas.length;
    const step = await readStep(db, session.ownScope, filtro, { desde, apos: last, passo, limite });
    if (step === null) {
      if (passo === 1) {
        throw new AppError(
          'regra_violada',
          'Uma destas condições demora demais para ser avaliada. Use palavras mais curtas ou menos condições.',
        );
      }
      passo = Math.max(1, Math.floor(passo / MENOR));
      continue;
    }
    read += step.vistos + 1;
    n += step.n;
    achadas.push(...step.achadas);
    last = step.ultimo ?? last;
    isDone = step.vistos < passo;
    if (performance.now() - began < RAPIDO_MS) passo = Math.min(passo * 4, PASSO_MAX);
  }
  const calls = await describeCalls(
    db,
    session.ownScope,
    achadas.map(({ id }) => id),
  );
  const shown = achadas.at(-1);
  const reached = isDone || last === null ? desde : dayInSaoPaulo(new Date(last.entrada));
  return {
    n,
    ligacoes: calls.map(({ momento, ...call }) => ({ ...call, momento: momento.toISOString() })),
    janelas: [],
    procurado_ate: reached,
    dias: daysOf({ de: reached, ate: today }),
    cursor: isDone || last === null ? null : cursorOf(last, passo),
    mais: shown ? cursorOf(shown, passo) : null,
  };
}
