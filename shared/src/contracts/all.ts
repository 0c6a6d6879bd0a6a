import { z } from 'zod';
import * as auth from './accounts/auth.ts';
import * as avisos from './accounts/avisos.ts';
import * as confirmacao from './accounts/confirmacao.ts';
import * as convites from './accounts/convites.ts';
import * as creditos from './accounts/creditos.ts';
import * as empresas from './accounts/empresas.ts';
import * as leads from './accounts/leads.ts';
import * as notificacoes from './accounts/notificacoes.ts';
import * as preferencias from './accounts/preferencias.ts';
import * as suporte from './accounts/suporte.ts';
import * as users from './accounts/users.ts';
import * as asteriskConfigs from './calls/asterisk-configs.ts';
import * as auditoriaItems from './calls/auditoria-items.ts';
import * as busca from './calls/busca.ts';
import * as filtros from './calls/filtros.ts';
import * as gravacoesAnteriores from './calls/gravacoes-anteriores.ts';
import * as importacoes from './calls/importacoes.ts';
import * as itemGravacao from './calls/item-gravacao.ts';
import * as itemResult from './calls/item-result.ts';
import * as itemResultados from './calls/item-resultados.ts';
import * as lotes from './calls/lotes.ts';
import * as lotesGravacao from './calls/lotes-gravacao.ts';
import * as resultados from './calls/resultados.ts';
import * as common from './common.ts';
import type { Contract } from './contract.ts';
import * as dashboard from './insights/dashboard.ts';
import * as insightParts from './insights/insight-parts.ts';
import * as insightTemplates from './insights/insight-templates.ts';
import * as insights from './insights/insights.ts';
import * as modelos from './insights/modelos.ts';
import * as processingConfig from './insights/processing-config.ts';
import * as regras from './insights/regras.ts';
import * as relatorioCriterios from './insights/relatorio-criterios.ts';
import * as relatorios from './insights/relatorios.ts';
import * as templateTests from './insights/template-tests.ts';
import * as acessos from './operation/acessos.ts';
import * as admin from './operation/admin.ts';
import * as distribuicao from './operation/distribuicao.ts';
import * as dossie from './operation/dossie.ts';
import * as envios from './operation/envios.ts';
import * as exportacoes from './operation/exportacoes.ts';
import * as momentos from './operation/momentos.ts';
import * as operacao from './operation/operacao.ts';
import * as projetos from './operation/projetos.ts';
import * as registros from './operation/registros.ts';
import * as sistema from './operation/sistema.ts';
import * as tarefas from './operation/tarefas.ts';
import * as unreadCell from './operation/unread-cell.ts';
import * as arquivosPesquisa from './surveys/arquivos-pesquisa.ts';
import * as auditoriaResultados from './surveys/auditoria-resultados.ts';
import * as auditorias from './surveys/auditorias.ts';
import * as campo from './surveys/campo.ts';
import * as confrontos from './surveys/confrontos.ts';
import * as documentos from './surveys/documentos.ts';
import * as entrevistas from './surveys/entrevistas.ts';
import * as metas from './surveys/goals/metas.ts';
import * as microdados from './surveys/microdados.ts';
import * as pesquisas from './surveys/pesquisas.ts';
import * as preparos from './surveys/preparos.ts';
import * as quadro from './surveys/quadro.ts';
import * as questionarios from './surveys/questionarios.ts';
import * as imagens from './surveys/questionnaire/imagens.ts';
import * as revisaoEntrevistas from './surveys/revisao-entrevistas.ts';
import * as sinais from './surveys/sinais.ts';
import * as verificacoes from './surveys/verificacoes.ts';
import * as agentePagina from './team/agente-pagina.ts';
import * as agentes from './team/agentes.ts';
import * as atribuicoes from './team/atribuicoes.ts';
import * as equipe from './team/equipe.ts';
import * as folhas from './team/folhas.ts';
import * as indicacoes from './team/indicacoes.ts';
import * as sorteios from './team/sorteios.ts';

function isContract(value: unknown): value is Contract {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

const MODULES = [
  sistema,
  auth,
  avisos,
  busca,
  users,
  convites,
  leads,
  empresas,
  confirmacao,
  sorteios,
  asteriskConfigs,
  creditos,
  projetos,
  pesquisas,
  arquivosPesquisa,
  microdados,
  questionarios,
  imagens,
  entrevistas,
  campo,
  envios,
  revisaoEntrevistas,
  verificacoes,
  quadro,
  metas,
  agentePagina,
  agentes,
  folhas,
  filtros,
  notificacoes,
  preferencias,
  auditorias,
  preparos,
  documentos,
  lotesGravacao,
  auditoriaItems,
  itemGravacao,
  gravacoesAnteriores,
  momentos,
  itemResultados,
  atribuicoes,
  importacoes,
  auditoriaResultados,
  resultados,
  confrontos,
  sinais,
  indicacoes,
  equipe,
  distribuicao,
  registros,
  acessos,
  relatorios,
  relatorioCriterios,
  processingConfig,
  insightTemplates,
  templateTests,
  insights,
  modelos,
  operacao,
  dashboard,
  admin,
  suporte,
  tarefas,
  exportacoes,
  dossie,
  lotes,
  regras,
] as const;

/** All contracts, for the OpenAPI description and tests. */
export const ALL_CONTRACTS: readonly Contract[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter(isContract),
);

export const EXPORTED_SCHEMAS: ReadonlyMap<z.core.$ZodType, string> = new Map(
  [...MODULES, common, insightParts, itemResult, unreadCell].flatMap((module) =>
    Object.entries<unknown>(module).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name] as const] : [],
    ),
  ),
);

type Exported<M> = M extends unknown ? M[keyof M] : never;
type AnyOperation = Extract<
  Exported<(typeof MODULES)[number]>,
  { readonly id: string; readonly method: unknown; readonly access: unknown }
>;

export type ReadingOperation = Extract<AnyOperation, { readonly method: 'GET' }>['id'];

export type ChangingOperation = Exclude<AnyOperation, { readonly method: 'GET' }>['id'];
