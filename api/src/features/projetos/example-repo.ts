// SQL: a single transaction writes a whole recorded call or survey.

import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { ReadyTemplate } from '@escuta/shared/domain/insights/ready-templates';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import { AUDITORIA_PADRAO_NOME } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import type { ExemploGravado } from '@escuta/shared/domain/transcripts/recorded-example';
import { workingMorning } from '@escuta/shared/domain/working-hours';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import { insertRecordedFindings, type RecordedRun } from '@escuta/shared/services/items/recorded-findings';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import {
  type EntrevistaNova,
  insertSampleSurvey,
  type PesquisaNova,
} from '@escuta/shared/services/surveys/sample-survey';

import { isInUse } from '../../reads/scoped-repo.ts';
import { PESQUISA_EXEMPLO } from './example-analysis.ts';

const CRIADO = {
  evento: 'Exemplo criado',
  detalhes: 'Análise pronta que acompanha a Escuta: nenhum crédito foi usado.',
};
const DESCRICAO_DO_PROJETO =
  'Uma pesquisa fictícia, já auditada, para conhecer o mapa e as provas. Não usa créditos e não entra nos números da empresa. Um gerente pode excluir o projeto quando quiser.';

export type ExemploRow = { projeto_id: string; auditoria_item_id: string };

/** The company's example call; null if it has not been created. */
export async function findExemplo(
  db: Db,
  scope: Extract<Scope, { kind: 'empresa' }>,
): Promise<ExemploRow | null> {
  const projeto = await db.within(scope).projeto.findFirst({
    where: { empresaId: scope.empresaId, exemploItemId: { not: null } },
    select: { id: true, exemploItemId: true },
  });
  return projeto?.exemploItemId ? { projeto_id: projeto.id, auditoria_item_id: projeto.exemploItemId } : null;
}

export type PesquisaExemploRow = { projeto_id: string; pesquisa_id: string };

/** The company's example survey; null if it has not been created. */
export async function findPesquisaExemplo(
  db: Db,
  scope: Extract<Scope, { kind: 'empresa' }>,
): Promise<PesquisaExemploRow | null> {
  const projeto = await db.within(scope).projeto.findFirst({
    where: { empresaId: scope.empresaId, exemploPesquisaId: { not: null } },
    select: { id: true, exemploPesquisaId: true },
  });
  return projeto?.exemploPesquisaId
    ? { projeto_id: projeto.id, pesquisa_id: projeto.exemploPesquisaId }
    : null;
}

/**
 * Writes the example survey with its audited interviews, and cancels the announced deletion of their objects. Null if
 * the company already has an example survey, even one just created by a concurrent request.
 * @throws AppError nao_encontrado (no such company)
 */
export function insertPesquisaExemplo(
  db: Database,
  actor: Actor,
  pesquisa: PesquisaNova,
  entrevistas: readonly EntrevistaNova[],
): Promise<PesquisaExemploRow | null> {
  const { empresaId, projetoId, pesquisaId } = pesquisa;
  return db.transaction(async (tx) => {
    await requireCompany(tx, empresaId);
    // The statement waits for another transaction that is inserting the same row, and then does nothing.
    const { rowCount } = await tx.query(
      `insert into projetos (id, empresa_id, nome, descricao, tipo_projeto, canal_agente, exemplo_pesquisa_id)
       values ($1, $2, $3, $4, 'pesquisa', 'left', $5)
       on conflict (empresa_id) where exemplo_pesquisa_id is not null do nothing`,
      [projetoId, empresaId, PESQUISA_EXEMPLO.projeto, DESCRICAO_DO_PROJETO, pesquisaId],
    );
    if (rowCount === 0) return null;
    await insertSampleSurvey(tx, pesquisa, entrevistas);
    await tx.within(companyScope(empresaId)).eventoTimeline.createMany({
      data: entrevistas.map(({ itemId, execucaoId }) => ({ empresaId, itemId, execucaoId, ...CRIADO })),
    });
    await tx.query('delete from objetos_pendentes where chave = any ($1)', [
      entrevistas.flatMap(({ gravacao: { chave, picos } }) => [chave, picos]),
    ]);
    await recordAction(tx, {
      ...{ ...actor, empresaId, recurso: 'projeto', recursoId: projetoId },
      acao: 'projeto_criado',
      detalhes: { exemplo: true },
    });
    return { projeto_id: projetoId, pesquisa_id: pesquisaId };
  });
}

async function requireCompany(tx: Db, empresaId: string): Promise<void> {
  if (await isInUse(tx, companyScope(empresaId), empresaId)) return;
  throw new AppError('nao_encontrado', 'ID da empresa não encontrado.');
}

export type NovoExemplo = {
  empresaId: string;
  criadoPor: string | null;
  itemId: string;
  /** The recording. Its object is announced for deletion until the example is inserted. */
  gravacao: { chave: string; nome: string; tipo: string; tamanho: number; sha256: string };
  picosChave: string;
  templates: readonly ReadyTemplate[];
  parametros: Readonly<Record<string, string>>;
  gravado: ExemploGravado;
};

/**
 * Writes the example call like a run, but without ledger entry, provider's answer and cost. Null if the company has an
 * example call, even one just created by a concurrent request.
 * @throws AppError nao_encontrado (no such company)
 */
export function insertExemplo(db: Database, actor: Actor, novo: NovoExemplo): Promise<ExemploRow | null> {
  return db.transaction(async (tx) => {
    const projeto = newId();
    await requireCompany(tx, novo.empresaId);
    // The statement waits for another transaction that is inserting the same row, and then does nothing.
    const { rowCount } = await tx.query(
      `insert into projetos (id, empresa_id, nome, descricao, tipo_projeto, canal_agente, exemplo_item_id)
       values ($1, $2, $3, $4, 'call_center', 'left', $5)
       on conflict (empresa_id) where exemplo_item_id is not null do nothing`,
      [
        projeto,
        novo.empresaId,
        'Exemplo: atendimento de telefonia',
        'Uma ligação fictícia, já analisada, para conhecer a página de análise. Não usa créditos e não entra nos números da empresa. Um gerente pode excluir o projeto quando quiser.',
        novo.itemId,
      ],
    );
    if (rowCount === 0) return null;
    const versions = await insertTemplates(tx, projeto, novo);
    const run = await insertCall(tx, projeto, novo);
    await insertRecordedFindings(tx, run, {
      gravado: novo.gravado,
      nomeArquivo: novo.gravacao.nome,
      picosChave: novo.picosChave,
      versions,
      at: new Date(),
    });
    await tx.query('select escuta_grava_qualidade($1::uuid[])', [[run.execucao_id]]);
    await tx.query('delete from objetos_pendentes where chave = any ($1)', [
      [novo.gravacao.chave, novo.picosChave],
    ]);
    await recordAction(tx, {
      ...{ ...actor, empresaId: novo.empresaId, recurso: 'projeto', recursoId: projeto },
      acao: 'projeto_criado',
      detalhes: { exemplo: true },
    });
    return { projeto_id: projeto, auditoria_item_id: novo.itemId };
  });
}

/**
 * Inserts the example's templates and links them.
 * @returns their versions by name of the built-in template
 */
async function insertTemplates(
  tx: Db,
  projeto: string,
  { empresaId, criadoPor, templates, parametros }: NovoExemplo,
): Promise<ReadonlyMap<string, string>> {
  const made = templates.map((template) => ({
    template,
    id: newId(),
    versao: newId(),
    nome: `Exemplo: ${template.nome}`,
  }));
  await insertRows(
    tx,
    'insight_templates',
    made.map(({ id, nome, template: { categoria, descricao } }) => ({
      id,
      empresa_id: empresaId,
      nome,
      descricao,
      categoria,
      ativo: true,
      versao: 1,
      exemplo_de: projeto,
      created_at: new Date(),
      updated_at: new Date(),
    })),
  );
  await insertRows(
    tx,
    'insight_template_versoes',
    made.map(({ id, versao, nome, template }) => ({
      id: versao,
      empresa_id: empresaId,
      template_id: id,
      versao: 1,
      nome,
      descricao: template.descricao,
      categoria: template.categoria,
      prompt_template: template.promptTemplate,
      parametros_obrigatorios: template.parametrosObrigatorios,
      parametros_opcionais: template.parametrosOpcionais,
      modelo_llm: 'gpt-3.5-turbo',
      max_tokens: 2000,
      temperature: template.temperature,
      threshold_confianca: 0.7,
      formato_saida: 'estruturado',
      criterios: template.criterios,
      metadata: { modeloPronto: template.id },
      criado_por: criadoPor,
      created_at: new Date(),
    })),
  );
  await insertRows(
    tx,
    'projeto_insight_templates',
    made.map(({ id, template }) => ({
      id: newId(),
      empresa_id: empresaId,
      projeto_id: projeto,
      insight_template_id: id,
      ativo: true,
      parametros: Object.fromEntries(
        template.parametrosObrigatorios.map((name) => [name, parametros[name] ?? '']),
      ),
      atribuido_por: criadoPor,
      created_at: new Date(),
    })),
  );
  return new Map(made.map(({ template, versao }) => [template.nome, versao]));
}

async function insertCall(
  tx: Db,
  projeto: string,
  { empresaId, criadoPor, itemId, gravacao, gravado }: NovoExemplo,
): Promise<RecordedRun> {
  const [auditoria, execucao] = [newId(), newId()];
  const now = new Date();
  const lengthMs = gravado.duracaoS * 1000;
  const start = workingMorning(now, lengthMs);
  await insertRows(tx, 'auditorias', [
    {
      id: auditoria,
      empresa_id: empresaId,
      projeto_id: projeto,
      nome: AUDITORIA_PADRAO_NOME.call_center,
      status: 'pendente',
      padrao: true,
      criado_por: criadoPor,
      created_at: now,
      updated_at: now,
    },
  ]);
  await insertRows(tx, 'auditoria_itens', [
    {
      id: itemId,
      empresa_id: empresaId,
      projeto_id: projeto,
      auditoria_id: auditoria,
      tipo_item: 'ligacao',
      status: 'concluido',
      call_start_time: start,
      call_end_time: new Date(start.getTime() + lengthMs),
      call_duration: gravado.duracaoS,
      ramal: gravado.ligacao.ramal,
      numero_destino: gravado.ligacao.numeroDestino,
      nome_entrevistado: gravado.ligacao.nomeEntrevistado,
      arquivo_path: gravacao.chave,
      arquivo_nome: gravacao.nome,
      arquivo_tipo: gravacao.tipo,
      arquivo_tamanho: gravacao.tamanho,
      arquivo_sha256: gravacao.sha256,
      arquivo_recebido_em: now,
      metadata: {
        tipo: 'ligacao',
        nome_entrevistado: gravado.ligacao.nomeEntrevistado,
        telefone_entrevistado: gravado.ligacao.numeroDestino,
        observacoes: `Exemplo: ${gravado.ligacao.titulo}. Ligação fictícia.`,
      },
      criado_por: criadoPor,
      created_at: now,
      updated_at: now,
    },
  ]);
  const base = { empresa_id: empresaId, projeto_id: projeto, item_id: itemId };
  await insertRows(tx, 'execucoes', [
    {
      id: execucao,
      ...base,
      status: 'concluida',
      etapa_atual: 'contabilizacao',
      origem: 'manual',
      solicitado_por: criadoPor,
      configuracao: {},
      admitida_em: now,
      iniciada_em: now,
      terminada_em: now,
      created_at: now,
    },
  ]);
  await insertRows(
    tx,
    'execucao_etapas',
    FLUXOS.ligacao.map((etapa, index) => ({
      execucao_id: execucao,
      etapa,
      ordem: index + 1,
      empresa_id: empresaId,
      status: 'concluida',
      tentativa: 1,
      versao: 1,
      iniciada_em: now,
      terminada_em: now,
    })),
  );
  await tx.within(companyScope(empresaId)).eventoTimeline.create({
    data: { ...{ empresaId, itemId, execucaoId: execucao }, ...CRIADO },
    select: { id: true },
  });
  return { ...base, execucao_id: execucao, auditoria_id: auditoria };
}
