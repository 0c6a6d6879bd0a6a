import {
  createInsightTemplate,
  deleteInsightTemplate,
  getInsightTemplate,
  type InsightTemplateWire,
  listInsightTemplates,
  listProjectsWithTemplates,
  listProjectTemplates,
  listTemplateVersions,
} from '@escuta/shared/contracts/insight-templates';
import { getProjeto } from '@escuta/shared/contracts/projetos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { copyOf } from './form-rules.ts';

const ALL = [
  listInsightTemplates,
  getInsightTemplate,
  listTemplateVersions,
  listProjectsWithTemplates,
  listProjectTemplates,
  getProjeto,
];

/**
 * Writing templates: each tells the person how it went (specification 2, §8), reads the lists anew, and rejects
 * when it failed.
 */
export function useTemplateActions() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(ALL.map((endpoint) => client.invalidateQueries({ queryKey: queryKey(endpoint) })));
  const failed = (fallback: string) => (error: unknown) => toast.error(errorMessage(error, fallback));

  const duplicate = useMutation({
    mutationFn: (template: InsightTemplateWire) =>
      call(createInsightTemplate, { body: { ...copyOf(template), empresaId: template.empresaId } }),
    onSuccess: () => toast.success('Template duplicado com sucesso!'),
    onError: failed('Erro ao duplicar template'),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteInsightTemplate, { params: { id } }),
    onSuccess: () => toast.success('Template excluído com sucesso!'),
    onError: failed('Erro ao excluir template'),
    onSettled,
  });
  return { duplicate, remove };
}

export type TemplateActions = ReturnType<typeof useTemplateActions>;
