import { unlinkTemplate, updateTemplateLink } from '@escuta/shared/contracts/insights/insight-templates';
import { useApiMutation } from '../../kit/mutation.ts';

/** Switches a project's template on or off, and removes it from the project (specification 2, §8). */
export function useLinkActions() {
  const toggle = useApiMutation(updateTemplateLink, {
    done: (_, { body }) => `Template ${body?.active ? 'ativado' : 'desativado'} com sucesso!`,
    failed: 'Erro ao alterar status do template',
    fallback: 'Erro ao atualizar template do projeto',
  });
  const unlink = useApiMutation(unlinkTemplate, {
    done: 'Template removido do projeto com sucesso!',
    failed: 'Erro ao remover template',
    fallback: 'Erro ao remover template do projeto',
  });
  return { toggle, unlink };
}
