import { QUADRO, type Quadro } from '@escuta/shared/contracts/surveys/quadro';
import { AppError } from '@escuta/shared/domain/errors';
import type { AppDeps } from '../../deps.ts';
import { dueOf } from '../../field/verification-sample.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  countBoard,
  type EntrevistadorDoQuadro,
  findPesquisaDoQuadro,
  listQuarantined,
  listWaitingDevices,
} from './board-repo.ts';

const DIA_MS = 86_400_000;
const SEM_NOME = 'Sem entrevistador';
/** Adds days to a date; in UTC every day has 24 hours. */
const plusDays = (dia: string, n: number): string =>
  new Date(Date.parse(`${dia}T00:00:00Z`) + n * DIA_MS).toISOString().slice(0, 10);

/**
 * The requested days; by default the last days up to the present.
 * @throws AppError requisicao_invalida
 */
function daysOf(hoje: string, { de, ate }: { de?: string | undefined; ate?: string | undefined }): string[] {
  const last = ate ?? (de === undefined ? hoje : plusDays(de, QUADRO.diasPadrao - 1));
  const first = de ?? plusDays(last, 1 - QUADRO.diasPadrao);
  const n = Math.round((Date.parse(last) - Date.parse(first)) / DIA_MS) + 1;
  if (n < 1)
    throw new AppError('requisicao_invalida', 'O período termina antes de começar: troque as datas.');
  if (n > QUADRO.dias) {
    throw new AppError('requisicao_invalida', `Selecione um período de até ${QUADRO.dias} dias.`);
  }
  return Array.from({ length: n }, (_, i) => plusDays(first, i));
}

const sum = (rows: readonly EntrevistadorDoQuadro[], of: (row: EntrevistadorDoQuadro) => number): number =>
  rows.reduce((n, row) => n + of(row), 0);

/**
 * A survey's field board, from a fixed number of statements.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function boardOf(
  { db }: AppDeps,
  { scope }: Session,
  id: string,
  query: { de?: string | undefined; ate?: string | undefined },
): Promise<Quadro> {
  const pesquisa = await findPesquisaDoQuadro(db, scope, id);
  if (!pesquisa) throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  const dias = daysOf(pesquisa.hoje, query);
  const [rows, aparelhos, quarentena] = await Promise.all([
    countBoard(db, id, { de: dias[0] ?? pesquisa.hoje, ate: dias.at(-1) ?? pesquisa.hoje }),
    listWaitingDevices(db, pesquisa.empresaId, QUADRO.aparelhos),
    listQuarantined(db, id, QUADRO.esperam),
  ]);
  return {
    dias,
    total: {
      concluidas: sum(rows, ({ total }) => total.concluidas),
      interrompidas: sum(rows, ({ total }) => total.interrompidas),
      em_andamento: sum(rows, ({ total }) => total.em_andamento),
      aprovadas: sum(rows, ({ aprovadas }) => aprovadas),
      em_espera: sum(rows, (row) => row.em_espera),
      rejeitadas: sum(rows, ({ rejeitadas }) => rejeitadas),
      aguardando: sum(rows, ({ aguardando }) => aguardando),
      quarentena: sum(rows, ({ quarentena }) => quarentena),
      sem_gravacao: {
        n: sum(rows, ({ sem_gravacao }) => sem_gravacao.n),
        de: sum(rows, ({ sem_gravacao }) => sem_gravacao.de),
      },
      nao_montadas: sum(rows, ({ nao_montadas }) => nao_montadas),
      fora_do_perfil: sum(rows, (row) => row.fora_do_perfil),
      cota_preenchida: sum(rows, (row) => row.cota_preenchida),
      recusas: sum(rows, ({ recusas }) => recusas),
    },
    entrevistadores: rows
      .slice(0, QUADRO.entrevistadores)
      .map(({ apagadas, sorteadas, feitas, nao_montadas: _, nome, ...row }) => ({
        ...row,
        nome: nome ?? SEM_NOME,
        verificacao: {
          devidas: dueOf({ concluidas: row.total.concluidas - apagadas, sorteadas }, pesquisa),
          sorteadas,
          feitas,
        },
      })),
    mais_entrevistadores: rows.length > QUADRO.entrevistadores,
    aparelhos,
    quarentena,
  };
}
