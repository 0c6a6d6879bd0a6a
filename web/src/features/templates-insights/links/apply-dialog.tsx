import { type InsightTemplateWire, linkTemplate } from '@escuta/shared/contracts/insights/insight-templates';
import { z } from 'zod';
import { ProjectPicker } from '../../../domain/projects/project-picker.tsx';
import { useKnownValues } from '../../../domain/templates/known-values.ts';
import { ParametersField, refineParameters, valuesFor } from '../../../domain/templates/parameter-values.tsx';
import { ControlField } from '../../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useLast } from '../../../kit/use-last.ts';

interface ApplyDialogProps {
  /** The template to link; null closes the dialog. */
  template: InsightTemplateWire | null;
  empresaId: string | undefined;
  onClose: () => void;
}

/** Links a template to a project, and sets the values of the template's parameters for that project. */
export function ApplyDialog({ template, empresaId, onClose }: ApplyDialogProps) {
  const shown = useLast(template);
  return (
    <FormDialog open={template !== null} onClose={onClose}>
      {shown ? <ApplyForm template={shown} empresaId={empresaId} /> : null}
    </FormDialog>
  );
}

const schema = z.object({
  projetoId: z.string().min(1, { error: 'Selecione um projeto' }),
  parametros: z.record(z.string(), z.string()),
});

function ApplyForm({
  template,
  empresaId,
}: {
  template: InsightTemplateWire;
  empresaId: string | undefined;
}) {
  const { id: templateId, nome } = template;
  const { done } = useFormDialog();
  const known = useKnownValues(empresaId);
  const link = useApiMutation(linkTemplate, {
    done: `Template "${nome}" aplicado ao projeto com sucesso!`,
    failed: null,
  });
  const api = useApiForm({
    schema: schema.superRefine(({ parametros }, context) =>
      refineParameters(template, { ...known, ...parametros }, context),
    ),
    values: { projetoId: '', parametros: {} },
    send: ({ projetoId, parametros }) =>
      link.run({
        params: { projetoId, templateId },
        body: { parametros: valuesFor(template, { ...known, ...parametros }) },
      }),
    onSaved: done,
    failed: 'Erro ao aplicar template',
    draft: { key: `aplicar:${templateId}`, title: 'Aplicar em Projeto', dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title="Aplicar em Projeto"
      description={`As próximas ligações processadas do projeto serão analisadas por “${nome}”.`}
      submitLabel="Aplicar"
    >
      <ControlField {...api.field('projetoId')} label="Projeto" required>
        {({ ref, value, onChange, onBlur }) => (
          <ProjectPicker
            ref={ref}
            onBlur={onBlur}
            label="Projeto"
            empresaId={empresaId}
            value={value}
            onValueChange={onChange}
          />
        )}
      </ControlField>
      <ParametersField {...api.field('parametros')} template={template} known={known} />
    </DialogForm>
  );
}
