import type { QueryOf } from '@escuta/shared/contracts/contract';
import type { getDashboard } from '@escuta/shared/contracts/dashboard';
import { AppError } from '@escuta/shared/domain/errors';
import type { AppDeps } from '../../deps.ts';
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
} from './repo.ts';

/**
 * The company's home: seven statements, however many projects and calls. A part that cannot be read is logged and left out.
 * @throws AppError nao_encontrado; the database's error when no part could be read
 */
export async function readPainel(
  deps: AppDeps,
  { ownScope: scope, usuarioId }: Session,
  { data }: QueryOf<typeof getDashboard>,
) {
  const { pool, log, env } = deps;
  const settled = await Promise.allSettled([
    readResumo(pool, scope, data),
    readMeses(pool, scope, data),
    readAchados(pool, scope, data),
    listUltimosProjetos(pool, scope),
    listAtividade(pool, scope),
    readAtencao(pool, scope, usuarioId),
    readConferencia(pool, scope),
  ]);
  const failures = settled.filter((result) => result.status === 'rejected');
  if (failures.length === settled.length) throw failures[0]?.reason;
  for (const { reason } of failures) log.error({ err: reason }, 'Uma parte do painel não pôde ser lida');
  const [resumo, meses, achados, projetos, atividade, atencao, conferencia] = settled;
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
    },
    env.LOW_BALANCE_CREDITS,
  );
}

function answerOf<T>(result: PromiseSettledResult<T>): T | null {
  return result.status === 'fulfilled' ? result.value : null;
}

/** The company's projects that hold the items of a figure, in one statement. */
export async function itensPorProjeto({ pool }: AppDeps, scope: OwnScope, filter: ItemFilter) {
  return presentItensPorProjeto(await readItensPorProjeto(pool, scope, filter));
}
