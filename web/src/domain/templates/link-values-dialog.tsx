import {
  type TemplateLinkWire,
  updateTemplateLink,
} from '@escuta/shared/contracts/insights/insight-templates';
import { z } from 'zod';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { ParametersField, refineParameters, valuesFor } from './parameter-values.tsx';

interface LinkValuesDialogProps {
  /** The link whose values are edited; null closes the dialog. */
  link: TemplateLinkWire | null;
  onClose: () => void;
}

/** Dialog that edits the values of a template's parameters in a single project. */
export function LinkValuesDialog({ link, onClose }: LinkValuesDialogProps) {
  const shown = useLast(link);
  return (
    <FormDialog open={link !== null} onClose={onClose}>
      {shown ? <LinkValues link={shown} /> : null}
    </FormDialog>
  );
}

const schema = z.object({ parametros: z.record(z.string(), z.string()) });

function LinkValues({ link }: { link: TemplateLinkWire }) {
  const { insightTemplate: template, projetoId, insightTemplateId: templateId } = link;
  const { done } = useFormDialog();
  const update = useApiMutation(updateTemplateLink, {
    done: 'Parâmetros do projeto atualizados com sucesso!',
    failed: null,
  });
  const api = useApiForm({
    schema: schema.superRefine(({ parametros }, context) => refineParameters(template, parametros, context)),
    values: { parametros: link.parametros },
    send: ({ parametros }) =>
      update.run({
        params: { projetoId, templateId },
        body: { parametros: valuesFor(template, parametros) },
      }),
    onSaved: done,
    failed: 'Erro ao atualizar template do projeto',
    draft: { key: `vinculo:${projetoId}:${templateId}`, title: 'Parâmetros do projeto', dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title="Parâmetros do projeto"
      description={`Valores de “${template.nome}” nos próximos processamentos deste projeto.`}
      submitLabel="Salvar"
    >
      <ParametersField {...api.field('parametros')} template={template} />
    </DialogForm>
  );
}
