import * as criterios from '@escuta/shared/contracts/insights/relatorio-criterios';
import * as contracts from '@escuta/shared/contracts/insights/relatorios';
import { answerLogged, describeExcerpt, readerOf } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { fileOfCriteria } from './criteria/file.ts';
import { callsOfCell, mostFailed, reportOfCriteria } from './criteria/service.ts';
import { agentes } from './reports/agents.ts';
import { custos } from './reports/costs.ts';
import { qualidade } from './reports/quality.ts';
import { sentimento } from './reports/sentiment.ts';
import { validacao } from './reports/validation.ts';
import { volume } from './reports/volume.ts';
import { palavras } from './reports/words.ts';
import { pageOfCalls, pageOfCostLines, prepareReport } from './service.ts';

/** Reports by period, and the lists that explain their numbers. */
export const relatorios: Feature<AppDeps> = (deps) => [
  route(contracts.getRelatorioVolume, async ({ query, session }) =>
    success(await volume(await prepareReport(deps, session, query))),
  ),
  route(contracts.getRelatorioQualidade, async ({ query, session }) =>
    success(await qualidade(await prepareReport(deps, session, query))),
  ),
  route(contracts.getRelatorioAgentes, async ({ query, session }) =>
    success(await agentes(await prepareReport(deps, session, query))),
  ),
  route(contracts.getRelatorioPalavras, async ({ query, session }) =>
    success(await palavras(await prepareReport(deps, session, query))),
  ),
  route(contracts.getRelatorioSentimento, async ({ query, session }) =>
    success(await sentimento(await prepareReport(deps, session, query))),
  ),
  route(contracts.getRelatorioCustos, async ({ query, session }) =>
    success(await custos(await prepareReport(deps, session, query))),
  ),
  route(contracts.getRelatorioValidacao, async ({ query, session }) =>
    success(await validacao(await prepareReport(deps, session, query))),
  ),
  route(criterios.getRelatorioCriterios, async ({ query, session }) =>
    success(await reportOfCriteria(deps, session, query)),
  ),
  route(criterios.getCriteriosMaisDescumpridos, async ({ query, session }) =>
    success(await mostFailed(deps, session, query)),
  ),
  route(criterios.listLigacoesDoCriterio, async ({ query, session, request }) => {
    const page = await callsOfCell(deps, session, query);
    const read = page.data.map(({ item_id }) => describeExcerpt('item', item_id));
    return successPage(await answerLogged(deps, { session, request }, page, read));
  }),
  route(criterios.exportCriterios, async ({ body, session, request, reply }) => {
    const who = { actor: actorOf(session, request), reader: readerOf(session, request) };
    const { nome, tipo, corpo } = await fileOfCriteria(deps, session, who, body);
    reply.header('content-type', tipo);
    reply.header('content-disposition', `attachment; filename="${nome}"`);
    reply.header('cache-control', 'no-store');
    return reply.send(corpo);
  }),
  route(contracts.listLigacoes, async ({ query, session }) =>
    successPage(await pageOfCalls(deps, session, query)),
  ),
  route(contracts.listLinhasDeCusto, async ({ query, session }) =>
    successPage(await pageOfCostLines(deps, session, query)),
  ),
];
