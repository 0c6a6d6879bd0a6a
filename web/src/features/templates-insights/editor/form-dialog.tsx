import {
  createInsightTemplate,
  getInsightTemplate,
  type InsightTemplateWire,
  updateInsightTemplate,
} from '@escuta/shared/contracts/insights/insight-templates';
import type { ReadyTemplate } from '@escuta/shared/domain/insights/ready-templates';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { CATEGORIA_OPTIONS } from '../../../domain/insights/categoria.tsx';
import { SelectField, SwitchField, TextareaField, TextField } from '../../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../../kit/form/form.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { ApiError, call, errorMessage } from '../../../lib/network/api.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { TestSection } from '../test/test-section.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { CriteriaEditor } from './criteria-editor.tsx';
import {
  addParameter,
  declaredOf,
  formValues,
  type TemplateFormOutput,
  type TemplateFormValues,
  templateSchema,
  toContent,
} from './form-rules.ts';
import { PromptField } from './prompt-field.tsx';

interface TemplateFormProps {
  /** The template to change; null for a new template. */
  template: InsightTemplateWire | null;
  /** Ready-made template whose values fill in a new template's form; null if the defaults fill it in. */
  from: ReadyTemplate | null;
  empresaId: string | undefined;
}

/** Creates a template or the next version of one. Before saving, the person can test it on a call. */
export function TemplateFormDialog({
  open,
  onClose,
  ...props
}: TemplateFormProps & { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} className="flex max-w-4xl flex-col gap-0 overflow-clip p-0">
      <TemplateForm {...props} />
    </FormDialog>
  );
}

function TemplateForm({ template, from, empresaId }: TemplateFormProps) {
  const { done, close } = useFormDialog();
  // The version on which the edit is based; replaced if the person takes over another person's version.
  const [base, setBase] = useState(template);
  const [conflict, setConflict] = useState<string | null>(null);
  const [advanced, setAdvanced] = useState(false);
  const [tried, setTried] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const create = useApiMutation(createInsightTemplate, {
    done: 'Template criado com sucesso!',
    failed: null,
  });
  const update = useApiMutation(updateInsightTemplate, {
    done: 'Template atualizado com sucesso!',
    failed: null,
  });
  const title = base ? 'Editar Template' : 'Novo Template';
  const api = useApiForm({
    schema: templateSchema,
    values: formValues(template ?? from),
    send: (output): Promise<unknown> => {
      const content = toContent(output, base?.metadata ?? (from ? { modeloPronto: from.id } : {}));
      return base
        ? update.run({ params: { id: base.id }, body: { ...content, versao: base.versao } })
        : create.run({ body: { ...content, ...(empresaId ? { empresaId } : {}) } });
    },
    onSaved: done,
    // If another person saved a version meanwhile, the form offers a choice instead of showing a failure.
    onFailure: (error) => {
      if (!base || !(error instanceof ApiError && error.status === 409)) return false;
      setConflict(error.message);
      return true;
    },
    failed: base ? 'Erro ao atualizar template' : 'Erro ao criar template',
    draft: { key: `template:${template?.id ?? 'novo'}`, title, dialog: true },
  });
  // Closing asks also if only the test was used, because its typed values and its result would be lost.
  useReportToDialog(api.busy, api.dirty || tried);
  const { field, form } = api;
  const { errors, submitCount } = form.formState;
  const company = base?.empresaId ?? empresaId;
  const wrong = ADVANCED.find((name) => name in errors);
  // Unfolds 'Avançado' if a field in it is wrong, and focuses that field unless an earlier field is wrong too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit unfolds again, even if the person has folded
  useEffect(() => {
    if (!wrong || !details.current || details.current.open) return;
    setAdvanced(true);
    details.current.open = true;
    if (!BEFORE.some((name) => name in form.formState.errors)) form.setFocus(wrong);
  }, [wrong, submitCount, form]);

  /**
   * Bases the next version on the version that another person saved. The typed values are kept (`keepTyped`) or
   * replaced by the values of that version.
   */
  const takeOver = async (keepTyped: boolean): Promise<void> => {
    if (!base) return;
    try {
      const { data } = await call(getInsightTemplate, { params: { id: base.id } });
      setBase(data);
      setConflict(null);
      if (!keepTyped) form.reset(formValues(data));
    } catch (error) {
      toast.error(errorMessage(error, 'Erro ao buscar template'));
    }
  };

  return (
    <>
      <DialogHeader className="border-b p-5 pr-12">
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>
          {base
            ? `Versão ${base.versao}. Salvar conteúdo novo cria a versão ${base.versao + 1}; os resultados anteriores continuam ligados à versão que os gerou.`
            : 'Os critérios que a IA verifica nas ligações, com os pesos.'}
        </DialogDescription>
      </DialogHeader>
      <FormProvider {...form}>
        <Form api={api} id="template-form" className="min-h-0 flex-1 content-start gap-6 overflow-y-auto p-5">
          {conflict ? <Conflict message={conflict} onTakeOver={takeOver} /> : null}
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
            <TextField {...field('nome')} label="Nome" required maxLength={200} />
            <SelectField {...field('categoria')} label="Categoria" required options={CATEGORIA_OPTIONS} />
            <TextareaField
              {...field('descricao')}
              label="Descrição"
              rows={2}
              maxLength={2000}
              className="sm:col-span-2"
              inputClassName="min-h-14"
            />
          </div>
          <CriteriaEditor empresaId={company} onAsked={() => setTried(true)} />
          <TestSection template={base} empresaId={company} onTried={() => setTried(true)} />
          <details
            ref={details}
            className="rounded-lg border"
            open={advanced}
            onToggle={(event) => setAdvanced(event.currentTarget.open)}
          >
            <summary className="focus-ring cursor-pointer rounded-lg px-3.5 py-2.5 font-semibold text-sm">
              Avançado
              <span className="ml-2 font-normal text-muted-foreground text-xs">
                Texto para a IA, parâmetros e modelo, já preenchidos
              </span>
            </summary>
            <div className="grid grid-cols-1 gap-4 border-t p-3.5">
              <Prompt />
              <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
                <TextField
                  {...field('obrigatorios')}
                  label="Parâmetros Obrigatórios"
                  hint="Separados por vírgula. Sem o valor no projeto, o insight não é gerado."
                  maxLength={2000}
                  placeholder="empresa, produto"
                />
                <TextField
                  {...field('opcionais')}
                  label="Parâmetros Opcionais"
                  hint="Separados por vírgula. Sem valor, ficam vazios no texto."
                  maxLength={2000}
                />
              </div>
              <AdvancedFields />
            </div>
          </details>
          <SwitchField
            {...field('ativo')}
            label="Ativo"
            hint="Um template inativo não analisa nenhuma ligação."
          />
        </Form>
      </FormProvider>
      <FormButtons
        className="border-t p-4"
        form="template-form"
        busy={api.busy}
        onCancel={close}
        submitLabel={base ? 'Salvar alterações' : 'Criar Template'}
      />
    </>
  );
}

/** The prompt with its parameters. It is a component of its own, so that typing does not redraw the form. */
function Prompt() {
  const { register, control, getValues, setValue, formState } = useFormContext<
    TemplateFormValues,
    unknown,
    TemplateFormOutput
  >();
  const [promptTemplate, obrigatorios, opcionais] = useWatch({
    control,
    name: ['promptTemplate', 'obrigatorios', 'opcionais'],
  });
  return (
    <PromptField
      {...register('promptTemplate')}
      template={declaredOf({ promptTemplate, obrigatorios, opcionais })}
      error={formState.errors.promptTemplate?.message}
      onDeclare={(nome) =>
        setValue('obrigatorios', addParameter(getValues('obrigatorios'), nome), {
          shouldDirty: true,
          shouldValidate: formState.isSubmitted,
        })
      }
    />
  );
}

/** Names of the fields under 'Avançado', which stand after all other fields. */
const ADVANCED = [
  'promptTemplate',
  'obrigatorios',
  'opcionais',
  'modeloLlm',
  'maxTokens',
  'temperature',
  'thresholdConfianca',
  'formatoSaida',
] as const;
const BEFORE = ['nome', 'categoria', 'descricao', 'criterios'] as const;

function Conflict({
  message,
  onTakeOver,
}: {
  message: string;
  onTakeOver: (keepTyped: boolean) => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const take = async (keepTyped: boolean): Promise<void> => {
    setBusy(true);
    await onTakeOver(keepTyped);
    setBusy(false);
  };
  return (
    <div
      role="alert"
      className="grid grid-cols-1 gap-3 rounded-lg bg-warning-soft p-3.5 text-sm text-warning-text"
    >
      <p className="flex items-start gap-2">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {message}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={busy} onClick={() => void take(false)}>
          Recarregar e descartar o meu texto
        </Button>
        <Button variant="outline" size="sm" disabled={busy} onClick={() => void take(true)}>
          Manter o meu texto na nova versão
        </Button>
      </div>
    </div>
  );
}
