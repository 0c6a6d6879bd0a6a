import * as contracts from '@escuta/shared/contracts/insights/relatorios';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { agentes } from './reports/agents.ts';
import { custos } from './reports/costs.ts';
import { qualidade } from './reports/quality.ts';
import { sentimento } from './reports/sentiment.ts';
import { validacao } from './reports/validation.ts';
import { volume } from './reports/volume.ts';
import { palavras } from './reports/words.ts';
import { pageOfCalls, pageOfCostLines, prepareReport } from './service.ts';

/** Reports by period, and the lists that their numbers open. */
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
  route(contracts.listLigacoes, async ({ query, session }) =>
    successPage(await pageOfCalls(deps, session, query)),
  ),
  route(contracts.listLinhasDeCusto, async ({ query, session }) =>
    successPage(await pageOfCostLines(deps, session, query)),
  ),
];
