import {
  createInsightTemplate,
  deleteInsightTemplate,
  getInsightTemplate,
  type InsightTemplateWire,
  listInsightTemplates,
  listProjectsWithTemplates,
  listProjectTemplates,
  listTemplateVersions,
  unlinkTemplate,
  updateTemplateLink,
} from '@escuta/shared/contracts/insight-templates';
import { getProjeto } from '@escuta/shared/contracts/projetos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { copyOf } from './form-rules.ts';

type Link = { projetoId: string; templateId: string };

const ALL = [
  listInsightTemplates,
  getInsightTemplate,
  listTemplateVersions,
  listProjectsWithTemplates,
  listProjectTemplates,
  getProjeto,
];

/**
 * Writing templates and links: each tells the person how it went (specification 2, §8), reads the lists anew, and rejects
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
  const toggle = useMutation({
    mutationFn: ({ active, ...params }: Link & { active: boolean }) =>
      call(updateTemplateLink, { params, body: { active } }),
    onSuccess: (_, { active }) => toast.success(`Template ${active ? 'ativado' : 'desativado'} com sucesso!`),
    onError: failed('Erro ao alterar status do template'),
    onSettled,
  });
  const unlink = useMutation({
    mutationFn: (params: Link) => call(unlinkTemplate, { params }),
    onSuccess: () => toast.success('Template removido do projeto com sucesso!'),
    onError: failed('Erro ao remover template'),
    onSettled,
  });
  return { duplicate, remove, toggle, unlink };
}

export type TemplateActions = ReturnType<typeof useTemplateActions>;
