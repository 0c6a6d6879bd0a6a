import { z } from 'zod';
import * as acessos from './acessos.ts';
import * as admin from './admin.ts';
import * as agentes from './agentes.ts';
import * as arquivosPesquisa from './arquivos-pesquisa.ts';
import * as asteriskConfigs from './asterisk-configs.ts';
import * as atribuicoes from './atribuicoes.ts';
import * as auditoriaItems from './auditoria-items.ts';
import * as auditoriaResultados from './auditoria-resultados.ts';
import * as auditorias from './auditorias.ts';
import * as auth from './auth.ts';
import * as busca from './busca.ts';
import * as campo from './campo.ts';
import * as common from './common.ts';
import * as confirmacao from './confirmacao.ts';
import * as confrontos from './confrontos.ts';
import type { Contract } from './contract.ts';
import * as convites from './convites.ts';
import * as creditos from './creditos.ts';
import * as dashboard from './dashboard.ts';
import * as distribuicao from './distribuicao.ts';
import * as documentos from './documentos.ts';
import * as dossie from './dossie.ts';
import * as empresas from './empresas.ts';
import * as entrevistas from './entrevistas.ts';
import * as envios from './envios.ts';
import * as exportacoes from './exportacoes.ts';
import * as filtros from './filtros.ts';
import * as gravacoesAnteriores from './gravacoes-anteriores.ts';
import * as importacoes from './importacoes.ts';
import * as insightParts from './insight-parts.ts';
import * as insightTemplates from './insight-templates.ts';
import * as insights from './insights.ts';
import * as itemGravacao from './item-gravacao.ts';
import * as itemResult from './item-result.ts';
import * as itemResultados from './item-resultados.ts';
import * as leads from './leads.ts';
import * as lotes from './lotes.ts';
import * as lotesGravacao from './lotes-gravacao.ts';
import * as microdados from './microdados.ts';
import * as modelos from './modelos.ts';
import * as notificacoes from './notificacoes.ts';
import * as operacao from './operacao.ts';
import * as pesquisas from './pesquisas.ts';
import * as preparos from './preparos.ts';
import * as processingConfig from './processing-config.ts';
import * as projetos from './projetos.ts';
import * as quadro from './quadro.ts';
import * as questionarios from './questionarios.ts';
import * as registros from './registros.ts';
import * as relatorios from './relatorios.ts';
import * as resultados from './resultados.ts';
import * as revisaoEntrevistas from './revisao-entrevistas.ts';
import * as sinais from './sinais.ts';
import * as sistema from './sistema.ts';
import * as suporte from './suporte.ts';
import * as tarefas from './tarefas.ts';
import * as templateTests from './template-tests.ts';
import * as unreadCell from './unread-cell.ts';
import * as users from './users.ts';
import * as verificacoes from './verificacoes.ts';

function isContract(value: unknown): value is Contract {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

const MODULES = [
  sistema,
  auth,
  busca,
  users,
  convites,
  leads,
  empresas,
  confirmacao,
  asteriskConfigs,
  creditos,
  projetos,
  pesquisas,
  arquivosPesquisa,
  microdados,
  questionarios,
  entrevistas,
  campo,
  envios,
  revisaoEntrevistas,
  verificacoes,
  quadro,
  agentes,
  filtros,
  notificacoes,
  auditorias,
  preparos,
  documentos,
  lotesGravacao,
  auditoriaItems,
  itemGravacao,
  gravacoesAnteriores,
  itemResultados,
  atribuicoes,
  importacoes,
  auditoriaResultados,
  resultados,
  confrontos,
  sinais,
  distribuicao,
  registros,
  acessos,
  relatorios,
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
] as const;

/** Every contract of the product: what the OpenAPI description and the tests that walk all routes read. */
export const ALL_CONTRACTS: readonly Contract[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter(isContract),
);

/** Schemas that contracts are made of and export, with the name of their export: of several files, none is used twice. */
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

/** Ids of the contracts that are a GET. */
export type ReadingOperation = Extract<AnyOperation, { readonly method: 'GET' }>['id'];

/** Ids of the contracts that are not a GET. */
export type ChangingOperation = Exclude<AnyOperation, { readonly method: 'GET' }>['id'];
