// Runs with insights as the worker writes them, for tests of people's acts on insights.

import { randomUUID } from 'node:crypto';
import type { AlertaIdentificado, InsightResultado } from '@escuta/shared/domain/insights/insight-result';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { TestDeps } from './app.ts';

type Criterio = InsightResultado['criterios'][number];

/** Makes a judged criterion, by default met and proven. */
export function judged(id: string, fields: Partial<Criterio> = {}): Criterio {
  return {
    id,
    descricao: `Critério ${id}`,
    peso: 1,
    critico: false,
    atendido: 'sim',
    justificativa: 'Foi dito.',
    comprovado: true,
    ...fields,
  };
}

export async function createTemplateVersion(
  deps: TestDeps,
  empresaId: string,
  fields: {
    nome?: string;
    categoria?: string;
    criterios?: { id: string; descricao: string; peso: number; critico: boolean }[];
  } = {},
) {
  const nome = fields.nome ?? `Template ${randomUUID().slice(0, 8)}`;
  const categoria = fields.categoria ?? 'performance';
  const template = await deps.prisma.insightTemplate.create({ data: { empresaId, nome, categoria } });
  const versao = await deps.prisma.insightTemplateVersao.create({
    data: {
      ...{ empresaId, templateId: template.id, versao: 1, nome, categoria, promptTemplate: 'Avalie.' },
      ...(fields.criterios ? { criterios: fields.criterios } : {}),
    },
  });
  return { id: template.id, versaoId: versao.id, nome, categoria };
}

export type InsightFields = {
  template: { versaoId: string; categoria: string };
  status?: StatusProcessamento;
  scoreConfianca?: number | null;
  pontuacao?: number | null;
  alertas?: AlertaIdentificado[];
  criterios?: Criterio[];
  semEvidencia?: boolean;
  tags?: string[];
  createdAt?: Date;
  motivo?: string;
};

/**
 * Creates a finished run of an item with insights; `status` 'concluida' puts them in force. @returns the insights' ids
 * in the given order
 */
export async function createRunWithInsights(
  deps: TestDeps,
  item: { id: string; empresaId: string; projetoId: string; auditoriaId: string },
  insights: readonly InsightFields[],
  status: 'concluida' | 'erro' = 'concluida',
): Promise<{ execucaoId: string; ids: string[] }> {
  const { empresaId, projetoId, auditoriaId, id: itemId } = item;
  const execucao = await deps.prisma.execucao.create({
    data: { empresaId, projetoId, itemId, status: 'executando', origem: 'manual', configuracao: {} },
  });
  const ids: string[] = [];
  for (const fields of insights) {
    const created = await deps.prisma.insight.create({
      data: {
        empresaId,
        projetoId,
        auditoriaId,
        itemId,
        execucaoId: execucao.id,
        templateVersaoId: fields.template.versaoId,
        statusProcessamento: fields.status ?? 'concluido',
        categoria: fields.template.categoria,
        tags: fields.tags ?? [],
        scoreConfianca: fields.scoreConfianca === undefined ? 0.9 : fields.scoreConfianca,
        pontuacao: fields.pontuacao ?? null,
        ...(fields.status === 'erro'
          ? { motivo: fields.motivo ?? 'A resposta da IA não pôde ser usada.' }
          : {
              resultado: { pontuacaoIa: 0.8, criterios: fields.criterios ?? [judged('saudacao')] },
              resumo: 'O atendimento seguiu o roteiro.',
            }),
        alertasIdentificados: fields.alertas ?? [],
        semEvidencia: fields.semEvidencia ?? false,
        ...(fields.createdAt ? { createdAt: fields.createdAt } : {}),
      },
    });
    ids.push(created.id);
  }
  await deps.prisma.$transaction(async (tx) => {
    if (status === 'concluida')
      await tx.$executeRaw`select escuta_grava_qualidade(array[${execucao.id}::uuid])`;
    await tx.execucao.update({ where: { id: execucao.id }, data: { status, terminadaEm: new Date() } });
    await tx.auditoriaItem.update({
      where: { id: itemId },
      data: { status: status === 'erro' ? 'erro' : 'concluido' },
    });
  });
  return { execucaoId: execucao.id, ids };
}
