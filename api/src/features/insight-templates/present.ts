import type {
  InsightTemplateWire,
  TemplateLinkWire,
} from '@escuta/shared/contracts/insights/insight-templates';
import { missingParameters } from '@escuta/shared/domain/insights/prompt-template';
import { readStoredCriteria, readStoredObject, readStoredTexts } from '@escuta/shared/domain/text/stored';
import type { LinkRow, ProjectRow } from './link-repo.ts';
import type { TemplateRow, VersionRow } from './repo.ts';

export function presentTemplate(row: TemplateRow): InsightTemplateWire {
  return {
    ...row,
    criterios: readStoredCriteria(row.criterios),
    metadata: readStoredObject(row.metadata),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentVersion(row: VersionRow) {
  return {
    ...row,
    criterios: readStoredCriteria(row.criterios),
    metadata: readStoredObject(row.metadata),
    createdAt: row.createdAt.toISOString(),
  };
}

export function presentLink(row: LinkRow): TemplateLinkWire {
  const parametros = readStoredTexts(row.parametros);
  const { nome, descricao, categoria, versao, parametrosObrigatorios, parametrosOpcionais } = row;
  return {
    id: row.id,
    insightTemplateId: row.insightTemplateId,
    projetoId: row.projetoId,
    ativo: row.ativo,
    parametros,
    parametrosFaltando: missingParameters(
      { promptTemplate: '', parametrosObrigatorios, parametrosOpcionais },
      parametros,
    ),
    // `row.atribuidoPor` is an e-mail; null if the account was deleted.
    atribuidoPor: row.atribuidoPor ?? 'sistema',
    createdAt: row.createdAt.toISOString(),
    insightTemplate: {
      id: row.insightTemplateId,
      nome,
      descricao,
      categoria,
      ativo: row.templateAtivo,
      versao,
      parametrosObrigatorios,
      parametrosOpcionais,
    },
  };
}

export function presentProject({ ultimo, created_at, updated_at, ...row }: ProjectRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ultimoTemplateEm: ultimo?.toISOString() ?? null,
  };
}
