import type { ModeloWire } from '@escuta/shared/contracts/modelos';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
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
import { showDate } from '../../lib/masks.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { formOf, type ModeloForm, modeloForm } from './modelo-values.ts';

interface ModeloDialogProps {
  /** The label to change; null: a new one. */
  modelo: ModeloWire | null;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSave: (before: ModeloForm, after: ModeloForm) => void;
}

/** Creates a label or changes what it calls. */
export function ModeloDialog({ open, busy, onClose, ...props }: ModeloDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent className="sm:max-w-2xl" hideClose={busy}>
        {open ? <ModeloFields busy={busy} onClose={onClose} {...props} /> : null}
      </DialogContent>
    </Dialog>
  );
}

const PROVEDORES = [
  { value: 'openai', label: 'Compatível com OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
];
const FINALIDADES = [
  { value: 'texto', label: 'Análise de texto e insights' },
  { value: 'transcricao', label: 'Transcrição' },
];

function ModeloFields({ modelo, busy, onClose, onSave }: Omit<ModeloDialogProps, 'open'>) {
  const before = formOf(modelo);
  const form = useForm<ModeloForm>({ resolver: zodResolver(modeloForm), defaultValues: before });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={form.handleSubmit((after) => (busy ? undefined : onSave(before, after)))}
    >
      <DialogHeader>
        <DialogTitle>{modelo ? `Editar ${modelo.rotulo}` : 'Novo rótulo'}</DialogTitle>
        <DialogDescription>
          {modelo
            ? 'Quem usa este rótulo passa a chamar o que está aqui, a partir da próxima etapa. Resultados já feitos guardam o modelo que tiveram.'
            : 'Um nome que as pessoas escolhem em templates e no processamento, e o que ele chama.'}
        </DialogDescription>
      </DialogHeader>
      <div className="grid gap-4 sm:grid-cols-2">
        {modelo ? null : (
          <>
            <Field label="Rótulo" required error={errors.rotulo?.message}>
              <Input {...form.register('rotulo')} autoComplete="off" maxLength={100} />
            </Field>
            <Choice form={form} name="finalidade" label="Finalidade" options={FINALIDADES} />
          </>
        )}
        <Choice form={form} name="provedor" label="Provedor" options={PROVEDORES} />
        <Field label="Modelo" required error={errors.modelo?.message} hint="O nome que o provedor conhece.">
          <Input {...form.register('modelo')} autoComplete="off" maxLength={200} spellCheck={false} />
        </Field>
        <Second
          form={form}
          name="sucessor"
          label="Sucessor"
          hint="Chamado a partir da desativação."
          error={errors.sucessorModelo?.message}
        />
        <Second
          form={form}
          name="alternativa"
          label="Alternativa"
          hint="Chamada onde o provedor não tem chave."
          error={errors.alternativaModelo?.message}
        />
        <Controller
          control={form.control}
          name="desativadoEm"
          render={({ field }) => (
            <Field
              label="Data de desativação"
              hint={
                modelo?.origemDesativacao === 'fabricante' && modelo.desativadoEm
                  ? `Em branco vale a do fabricante: ${showDate(modelo.desativadoEm)}.`
                  : 'Primeiro dia em que o modelo não responde mais.'
              }
            >
              <DateInput value={field.value} onValueChange={field.onChange} />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="ativo"
          render={({ field }) => (
            <Field
              label="Ativo"
              hint="Desligado, o rótulo some das escolhas. Um que está em uso não pode ser desligado."
            >
              <Switch ref={field.ref} checked={field.value} onCheckedChange={field.onChange} />
            </Field>
          )}
        />
      </div>
      <DialogFooter>
        <Button variant="outline" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={busy}>
          {modelo ? 'Salvar alterações' : 'Criar rótulo'}
        </Button>
      </DialogFooter>
    </form>
  );
}

type Form = UseFormReturn<ModeloForm>;

function Choice({
  form,
  name,
  label,
  options,
  hint,
}: {
  form: Form;
  name: 'finalidade' | 'provedor' | 'sucessorProvedor' | 'alternativaProvedor';
  label: string;
  options: readonly { value: string; label: string }[];
  hint?: string;
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={label} hint={hint}>
          <ChoiceSelect value={field.value} onValueChange={field.onChange} options={options} />
        </Field>
      )}
    />
  );
}

/** Another model, by provider and name, or none. */
function Second({
  form,
  name,
  label,
  hint,
  error,
}: {
  form: Form;
  name: 'sucessor' | 'alternativa';
  label: string;
  hint: string;
  error: string | undefined;
}) {
  const none = form.watch(`${name}Provedor`) === 'nenhum';
  return (
    <fieldset className="contents">
      <legend className="sr-only">{label}</legend>
      <Choice
        form={form}
        name={`${name}Provedor`}
        label={label}
        hint={hint}
        options={[{ value: 'nenhum', label: 'Nenhum' }, ...PROVEDORES]}
      />
      <Field label={`Modelo: ${label.toLowerCase()}`} error={error}>
        <Input
          {...form.register(`${name}Modelo`)}
          disabled={none}
          autoComplete="off"
          maxLength={200}
          spellCheck={false}
        />
      </Field>
    </fieldset>
  );
}
