import type { QueryOf } from '@escuta/shared/contracts/contract';
import type { getDashboard } from '@escuta/shared/contracts/insights/dashboard';
import { AppError } from '@escuta/shared/domain/errors';
import type { DataDe } from '@escuta/shared/domain/filters/filtro-campos';
import type { AppDeps } from '../../deps.ts';
import { countPending } from '../../reads/pending-firings-repo.ts';
import { SharedReads } from '../../reads/shared-reads.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentItensPorProjeto, presentPainel } from './present.ts';
import {
  type ItemFilter,
  listAtividade,
  listUltimosProjetos,
  type OwnScope,
  readAchados,
  readAtencao,
  readConferencia,
  readItensPorProjeto,
  readMeses,
  readResumo,
  readSorteadas,
} from './repo.ts';

/** The parts of a home page that all users of a company share. If a part fails, the others are still read. */
const readCompany = (db: AppDeps['db'], scope: OwnScope, data: DataDe) =>
  Promise.allSettled([
    readResumo(db, scope, data),
    Promise.all([readMeses(db, scope, data), readSorteadas(db, scope, data)]),
    readAchados(db, scope, data),
    listUltimosProjetos(db, scope),
    listAtividade(db, scope),
    readConferencia(db, scope),
    countPending(db, scope),
  ]);

/** Shares reads between a company's simultaneous viewers. */
export class Homes {
  readonly #db: AppDeps['db'];
  readonly #shared = new SharedReads<Awaited<ReturnType<typeof readCompany>>>();

  constructor(db: AppDeps['db']) {
    this.#db = db;
  }

  readCompany(scope: OwnScope, data: DataDe) {
    return this.#shared.read(`${scope.empresaId} ${data}`, () => readCompany(this.#db, scope, data));
  }
}

/**
 * The company's home page. A failed part is logged and left out.
 * @throws AppError nao_encontrado; the database's error if no part could be read
 */
export async function readPainel(
  { db, log, env }: AppDeps,
  homes: Homes,
  { ownScope: scope, usuarioId }: Session,
  { data }: QueryOf<typeof getDashboard>,
) {
  const [company, [atencao]] = await Promise.all([
    homes.readCompany(scope, data),
    Promise.allSettled([readAtencao(db, scope, usuarioId)]),
  ]);
  const settled = [...company, atencao];
  const failures = settled.filter((result) => result.status === 'rejected');
  if (failures.length === settled.length) throw failures[0]?.reason;
  for (const { reason } of failures) log.error({ err: reason }, 'Uma parte do painel não pôde ser lida');
  const [resumo, meses, achados, projetos, atividade, conferencia, disparos] = company;
  if (resumo.status === 'fulfilled' && resumo.value === null) {
    throw new AppError('nao_encontrado', 'Empresa não encontrada.');
  }
  return presentPainel(
    {
      data,
      resumo: answerOf(resumo),
      meses: answerOf(meses),
      achados: answerOf(achados),
      projetos: answerOf(projetos),
      atividade: answerOf(atividade),
      atencao: answerOf(atencao),
      conferencia: answerOf(conferencia),
      disparos: answerOf(disparos),
    },
    env.LOW_BALANCE_CREDITS,
  );
}

function answerOf<T>(result: PromiseSettledResult<T>): T | null {
  return result.status === 'fulfilled' ? result.value : null;
}

/** The company's projects with the items behind a figure. */
export async function itensPorProjeto({ db }: AppDeps, scope: OwnScope, filter: ItemFilter) {
  return presentItensPorProjeto(await readItensPorProjeto(db, scope, filter));
}
