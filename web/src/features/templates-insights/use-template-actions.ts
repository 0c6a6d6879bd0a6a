import {
  createInsightTemplate,
  deleteInsightTemplate,
  type InsightTemplateWire,
} from '@escuta/shared/contracts/insights/insight-templates';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { copyOf } from './editor/form-rules.ts';

/** Duplicates and deletes templates, and shows each result (specification 2, §8). */
export function useTemplateActions() {
  const failed = (fallback: string) => ({
    failed: null,
    onFailed: (error: Error) => toast.error(errorMessage(error, fallback)),
  });
  const copy = useApiMutation(createInsightTemplate, {
    done: 'Template duplicado com sucesso!',
    ...failed('Erro ao duplicar template'),
  });
  const removal = useApiMutation(deleteInsightTemplate, {
    done: 'Template excluído com sucesso!',
    ...failed('Erro ao excluir template'),
  });
  return {
    duplicate: (template: InsightTemplateWire) =>
      copy.attempt({ body: { ...copyOf(template), empresaId: template.empresaId } }),
    /** Deletes a template; rejects if that fails. */
    remove: (id: string) => removal.run({ params: { id } }),
  };
}

export type TemplateActions = ReturnType<typeof useTemplateActions>;
