import { getInsightTemplate, type InsightTemplateWire } from '@escuta/shared/contracts/insight-templates';
import type { ReadyTemplate } from '@escuta/shared/domain/ready-templates';
import { zodResolver } from '@hookform/resolvers/zod';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { CATEGORIA_OPTIONS } from '../../components/insights/categoria.tsx';
import { ConfirmDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { call, errorMessage } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { AdvancedFields, PickOne } from './advanced-fields.tsx';
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
import { TestSection } from './test-section.tsx';
import { isConflict, type TemplateActions } from './use-template-actions.ts';

interface FormDialogProps {
  /** The template to change; null: a new one. */
  template: InsightTemplateWire | null;
  /** What a new one begins with. */
  from: ReadyTemplate | null;
  empresaId: string | undefined;
  actions: TemplateActions;
  onClose: () => void;
}

/** Creates a template, or makes the next version of one; either can be tried on a call before. */
export function FormDialog({ template, from, empresaId, actions, onClose }: FormDialogProps) {
  // The version that is being edited: another one once what somebody else saved was taken over.
  const [base, setBase] = useState(template);
  const [conflict, setConflict] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [advanced, setAdvanced] = useState(false);
  const form = useForm<TemplateFormValues, unknown, TemplateFormOutput>({
    resolver: zodResolver(templateSchema),
    defaultValues: formValues(template ?? from),
  });
  const { errors, isDirty } = form.formState;
  const busy = actions.create.isPending || actions.update.isPending;
  const values = form.watch();
  const declared = declaredOf(values);
  const metadata = base?.metadata ?? (from ? { modeloPronto: from.id } : {});

  const save = async (output: TemplateFormOutput): Promise<void> => {
    if (busy) return;
    const content = toContent(output, metadata);
    try {
      if (base) await actions.update.mutateAsync({ id: base.id, versao: base.versao, content });
      else await actions.create.mutateAsync({ empresaId, content });
      onClose();
    } catch (error) {
      // The person was told, or is now; what they typed stays.
      if (isConflict(error) && base)
        setConflict(errorMessage(error, 'Este template foi alterado por outra pessoa.'));
    }
  };

  /** Takes what somebody else saved: over what was typed, or only as the version that ours is made after. */
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

  const close = (): void => {
    if (busy) return;
    if (isDirty) setLeaving(true);
    else onClose();
  };

  return (
    <>
      <Dialog open onOpenChange={close}>
        <DialogContent className="flex max-w-4xl flex-col gap-0 overflow-clip p-0">
          <DialogHeader className="border-b p-5 pr-12">
            <DialogTitle>{base ? 'Editar Template' : 'Novo Template'}</DialogTitle>
            <DialogDescription>
              {base
                ? `Versão ${base.versao}. Salvar conteúdo novo faz a versão ${base.versao + 1}; os resultados continuam com a sua.`
                : 'O que a IA verifica nas ligações, e com que pesos.'}
            </DialogDescription>
          </DialogHeader>
          <FormProvider {...form}>
            <form
              noValidate
              id="template-form"
              className="grid min-h-0 flex-1 grid-cols-1 content-start gap-6 overflow-y-auto p-5"
              onSubmit={(event) => {
                // Buttons of the test stand in this form too.
                event.stopPropagation();
                void form.handleSubmit(save)(event);
              }}
            >
              {conflict ? <Conflict message={conflict} onTakeOver={takeOver} /> : null}
              <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
                <Field label="Nome" required error={errors.nome?.message}>
                  <Input {...form.register('nome')} autoComplete="off" maxLength={200} />
                </Field>
                <Controller
                  control={form.control}
                  name="categoria"
                  render={({ field }) => (
                    <Field label="Categoria" required>
                      <PickOne
                        value={field.value}
                        onValueChange={field.onChange}
                        options={CATEGORIA_OPTIONS}
                      />
                    </Field>
                  )}
                />
                <Field label="Descrição" error={errors.descricao?.message} className="sm:col-span-2">
                  <Textarea {...form.register('descricao')} rows={2} maxLength={2000} className="min-h-14" />
                </Field>
              </div>
              <PromptField
                {...form.register('promptTemplate')}
                template={declared}
                error={errors.promptTemplate?.message}
                onDeclare={(nome) => {
                  const list = addParameter(form.getValues('obrigatorios'), nome);
                  form.setValue('obrigatorios', list, {
                    shouldDirty: true,
                    shouldValidate: form.formState.isSubmitted,
                  });
                }}
              />
              <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
                <Field
                  label="Parâmetros Obrigatórios"
                  error={errors.obrigatorios?.message}
                  hint="Separados por vírgula. Sem valor no projeto, não há insight."
                >
                  <Input
                    {...form.register('obrigatorios')}
                    autoComplete="off"
                    maxLength={2000}
                    placeholder="empresa, produto"
                  />
                </Field>
                <Field
                  label="Parâmetros Opcionais"
                  error={errors.opcionais?.message}
                  hint="Separados por vírgula. Sem valor, ficam vazios no texto."
                >
                  <Input {...form.register('opcionais')} autoComplete="off" maxLength={2000} />
                </Field>
              </div>
              <CriteriaEditor />
              <details
                className="rounded-lg border"
                open={advanced || hasAdvancedError(errors)}
                onToggle={(event) => setAdvanced(event.currentTarget.open)}
              >
                <summary className="focus-ring cursor-pointer rounded-lg px-3.5 py-2.5 font-semibold text-sm">
                  Avançado
                </summary>
                <div className="border-t p-3.5">
                  <AdvancedFields />
                </div>
              </details>
              <Controller
                control={form.control}
                name="ativo"
                render={({ field }) => (
                  <Field label="Ativo" hint="Inativo, o template não analisa ligação alguma.">
                    <Switch ref={field.ref} checked={field.value} onCheckedChange={field.onChange} />
                  </Field>
                )}
              />
              <TestSection template={base} empresaId={base?.empresaId ?? empresaId} values={values} />
            </form>
          </FormProvider>
          <DialogFooter className="border-t p-4">
            <Button variant="outline" disabled={busy} onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" form="template-form" loading={busy}>
              {base ? 'Salvar alterações' : 'Criar Template'}
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Descartar alterações?"
        description="O que foi digitado e não foi salvo se perde."
        confirmLabel="Descartar"
        cancelLabel="Continuar editando"
        destructive
        onConfirm={onClose}
      />
    </>
  );
}

const ADVANCED = ['modeloLlm', 'maxTokens', 'temperature', 'thresholdConfianca', 'formatoSaida'];
const hasAdvancedError = (errors: object) => ADVANCED.some((name) => name in errors);

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
          Recarregar e perder o que digitei
        </Button>
        <Button variant="outline" size="sm" disabled={busy} onClick={() => void take(true)}>
          Manter o que digitei sobre a versão nova
        </Button>
      </div>
    </div>
  );
}
