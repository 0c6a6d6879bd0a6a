import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/regras';
import { TESTE_PAGINA } from '@escuta/shared/contracts/insights/regras';
import { AppError } from '@escuta/shared/domain/errors';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { addDays, daysOf } from '@escuta/shared/domain/reports/period';
import { TESTE_DIAS } from '@escuta/shared/domain/rules/rules';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { windowsFound } from '@escuta/shared/services/rules/windows';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { describeCalls, type Lugar, stepBack } from './backtest-repo.ts';

type Teste = ResponseOf<typeof contracts.testRegra>['data'];

/** Time of one answer, ms: what is left then has a cursor. */
const ORCAMENTO_MS = 1200;
/** Calls of the first step, and of the largest; a step that takes less than RAPIDO_MS is followed by a larger one. */
const PASSO = 500;
const PASSO_MAX = 20_000;
const RAPIDO_MS = 250;

const cursorOf = ({ entrada, id }: Lugar): string => `${entrada}|${id}`;

/** @throws AppError requisicao_invalida for a cursor that no answer named */
function placeOf(cursor: string): Lugar {
  const [, entrada, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      cursor,
    ) ?? [];
  if (!entrada || !id)
    throw new AppError('requisicao_invalida', 'Não foi possível continuar o teste. Comece-o de novo.');
  return { entrada, id };
}

/** Tells in which calls or windows a rule would have fired, newest first, within ORCAMENTO_MS. */
export async function testRegra(
  deps: Pick<AppDeps, 'db'>,
  session: Session,
  { filtro, janela, cursor }: BodyOf<typeof contracts.testRegra>,
): Promise<Teste> {
  const today = dayInSaoPaulo(new Date());
  const desde = addDays(today, 1 - TESTE_DIAS);
  if (filtro)
    return walkBack(deps, session, filtro, { today, desde, apos: cursor === null ? null : placeOf(cursor) });
  if (!janela) throw new AppError('regra_violada', 'Selecione as condições da regra, ou uma medida.');
  const found = await windowsFound(deps.db, session.ownScope, janela, { de: desde, ate: today });
  return {
    n: found.length,
    ligacoes: [],
    janelas: found
      .slice(0, TESTE_PAGINA)
      .map(({ dia, hora, alvoNome, valor, limite }) => ({ dia, hora, alvo_nome: alvoNome, valor, limite })),
    procurado_ate: desde,
    dias: TESTE_DIAS,
    cursor: null,
    mais: null,
  };
}

async function walkBack(
  { db }: Pick<AppDeps, 'db'>,
  session: Session,
  filtro: Filtro,
  { today, desde, apos }: { today: string; desde: string; apos: Lugar | null },
): Promise<Teste> {
  const started = performance.now();
  const achadas: Lugar[] = [];
  let n = 0;
  let last = apos;
  let isDone = false;
  for (let passo = PASSO; !isDone && performance.now() - started < ORCAMENTO_MS; ) {
    const began = performance.now();
    const limite = TESTE_PAGINA - achadas.length;
    const step = await stepBack(db, session.ownScope, filtro, { desde, apos: last, passo, limite });
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
    cursor: isDone || last === null ? null : cursorOf(last),
    mais: shown ? cursorOf(shown) : null,
  };
}
