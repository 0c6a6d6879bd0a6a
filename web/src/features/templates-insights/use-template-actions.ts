import {
  createInsightTemplate,
  deleteInsightTemplate,
  getInsightTemplate,
  type InsightTemplateWire,
  linkTemplate,
  listInsightTemplates,
  listProjectsWithTemplates,
  listProjectTemplates,
  listTemplateVersions,
  unlinkTemplate,
  updateInsightTemplate,
  updateTemplateLink,
} from '@escuta/shared/contracts/insight-templates';
import { getProjeto } from '@escuta/shared/contracts/projetos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { copyOf, type TemplateContent } from './form-rules.ts';

type Link = { projetoId: string; templateId: string };
type Named = { nome: string };

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
 * when it failed. That somebody else saved first is told by the form, not by a toast.
 */
export function useTemplateActions() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(ALL.map((endpoint) => client.invalidateQueries({ queryKey: queryKey(endpoint) })));
  const failed = (fallback: string) => (error: unknown) => toast.error(errorMessage(error, fallback));

  const create = useMutation({
    mutationFn: ({ empresaId, content }: { empresaId: string | undefined; content: TemplateContent }) =>
      call(createInsightTemplate, { body: { ...content, ...(empresaId ? { empresaId } : {}) } }),
    onSuccess: () => toast.success('Template criado com sucesso!'),
    onError: failed('Erro ao criar template'),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, versao, content }: { id: string; versao: number; content: TemplateContent }) =>
      call(updateInsightTemplate, { params: { id }, body: { ...content, versao } }),
    onSuccess: () => toast.success('Template atualizado com sucesso!'),
    onError: (error) => {
      if (!isConflict(error)) failed('Erro ao atualizar template')(error);
    },
    onSettled,
  });
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
  const link = (input: Link & { parametros: Record<string, string> }) => {
    const { parametros, ...params } = input;
    return call(linkTemplate, { params, body: { parametros } });
  };
  const apply = useMutation({
    mutationFn: (input: Link & Named & { parametros: Record<string, string> }) => {
      const { nome: _, ...rest } = input;
      return link(rest);
    },
    onSuccess: (_, { nome }) => toast.success(`Template "${nome}" aplicado ao projeto com sucesso!`),
    onError: failed('Erro ao aplicar template'),
    onSettled,
  });
  const add = useMutation({
    mutationFn: (input: Link & Named & { parametros: Record<string, string> }) => {
      const { nome: _, ...rest } = input;
      return link(rest);
    },
    onSuccess: (_, { nome }) => toast.success(`Template vinculado ao projeto "${nome}" com sucesso!`),
    onError: failed('Erro ao vincular template'),
    onSettled,
  });
  const toggle = useMutation({
    mutationFn: ({ active, ...params }: Link & { active: boolean }) =>
      call(updateTemplateLink, { params, body: { active } }),
    onSuccess: (_, { active }) => toast.success(`Template ${active ? 'ativado' : 'desativado'} com sucesso!`),
    onError: failed('Erro ao alterar status do template'),
    onSettled,
  });
  const fill = useMutation({
    mutationFn: ({ parametros, ...params }: Link & { parametros: Record<string, string> }) =>
      call(updateTemplateLink, { params, body: { parametros } }),
    onSuccess: () => toast.success('Parâmetros do projeto atualizados com sucesso!'),
    onError: failed('Erro ao atualizar template do projeto'),
    onSettled,
  });
  const unlink = useMutation({
    mutationFn: (params: Link) => call(unlinkTemplate, { params }),
    onSuccess: () => toast.success('Template removido do projeto com sucesso!'),
    onError: failed('Erro ao remover template'),
    onSettled,
  });
  return { create, update, duplicate, remove, apply, add, toggle, fill, unlink };
}

export type TemplateActions = ReturnType<typeof useTemplateActions>;

/** Somebody else made another version since. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
