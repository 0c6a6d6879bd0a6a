import type { ProcessingConfigWire } from '@escuta/shared/contracts/processing-config';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { ModelSelect } from '../../components/models/model-select.tsx';
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
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { type AdvancedValues, changedFields, MAX_RETRIES, valuesOf } from './advanced-values.ts';
import { useAdvanced } from './use-config-change.ts';

interface AdvancedDialogProps {
  config: ProcessingConfigWire;
  open: boolean;
  onClose: () => void;
}

/** Edits the advanced settings; sends only what changed. */
export function AdvancedDialog({ config, open, onClose }: AdvancedDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent className="sm:max-w-2xl">
        {open ? <AdvancedForm config={config} onClose={onClose} /> : null}
      </DialogContent>
    </Dialog>
  );
}

const SWITCHES: readonly { name: SwitchName; label: string; hint: string }[] = [
  { name: 'isActive', label: 'Processamento ativo', hint: 'Desligado, novos pedidos são recusados.' },
  { name: 'noise_reduction', label: 'Redução de Ruído', hint: 'Filtra o ruído antes da transcrição.' },
  { name: 'normalize_audio', label: 'Normalização', hint: 'Iguala o volume da gravação.' },
  {
    name: 'enhance_speed',
    label: 'Melhoria de Velocidade',
    hint: 'Encurta silêncios longos; os tempos continuam os da gravação.',
  },
  {
    name: 'sentiment_analysis',
    label: 'Análise de Sentimento',
    hint: 'Sentimento por sentença e por quarto.',
  },
  { name: 'summary_generation', label: 'Geração de Resumo', hint: 'Um resumo por ligação.' },
  { name: 'response_detection', label: 'Detecção de Resposta', hint: 'Perguntas e suas respostas.' },
  {
    name: 'enable_exponential_backoff',
    label: 'Backoff Exponencial',
    hint: 'Cada nova tentativa espera mais que a anterior.',
  },
  { name: 'dead_letter_queue', label: 'Dead Letter Queue', hint: 'Guarda o que falhou na última tentativa.' },
];
type SwitchName = {
  [K in keyof AdvancedValues]: AdvancedValues[K] extends boolean ? K : never;
}[keyof AdvancedValues];

function AdvancedForm({ config, onClose }: Omit<AdvancedDialogProps, 'open'>) {
  const initial = valuesOf(config);
  const form = useForm<AdvancedValues>({ defaultValues: initial });
  const save = useAdvanced(config);
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => {
    const patch = changedFields(initial, values);
    if (Object.keys(patch).length === 0) onClose();
    else save.mutate(patch, { onSuccess: onClose });
  });
  return (
    <>
      <DialogHeader>
        <DialogTitle>Configurações Avançadas</DialogTitle>
        <DialogDescription>
          {config.projetoId === null
            ? 'Valem para toda a empresa, a partir da próxima etapa de cada ligação.'
            : 'Valem só para este projeto, a partir da próxima etapa de cada ligação.'}
        </DialogDescription>
      </DialogHeader>
      <form noValidate className="grid gap-6" onSubmit={submit}>
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {SWITCHES.map(({ name, label, hint }) => (
            <SwitchRow key={name} form={form} name={name} label={label} hint={hint} />
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Max Tentativas"
            hint="Depois da primeira, de 0 a 10. Se o provedor de IA não responde, as esperas são de 10 s, 1 min e 5 min; fora do ar para todos, não conta."
            error={errors.max_retries?.message}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={MAX_RETRIES}
              {...form.register('max_retries', {
                valueAsNumber: true,
                validate: (value) =>
                  (Number.isInteger(value) && value >= 0 && value <= MAX_RETRIES) ||
                  'Informe um número inteiro de 0 a 10.',
              })}
            />
          </Field>
          <Controller
            control={form.control}
            name="level"
            render={({ field }) => (
              <Field label="Nível de Log">
                <LevelSelect value={field.value} onValueChange={field.onChange} />
              </Field>
            )}
          />
          <Controller
            control={form.control}
            name="modeloTranscricao"
            render={({ field }) => (
              <Field label="Modelo de transcrição" hint="Rótulo do catálogo de modelos.">
                <ModelSelect finalidade="transcricao" value={field.value} onValueChange={field.onChange} />
              </Field>
            )}
          />
          <Controller
            control={form.control}
            name="modeloTexto"
            render={({ field }) => (
              <Field label="Modelo da análise de texto" hint="Rótulo do catálogo de modelos.">
                <ModelSelect finalidade="texto" value={field.value} onValueChange={field.onChange} />
              </Field>
            )}
          />
        </div>
        <DialogFooter>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            Salvar
          </Button>
        </DialogFooter>
      </form>
    </>
  );
}

function SwitchRow({
  form,
  name,
  label,
  hint,
}: {
  form: UseFormReturn<AdvancedValues>;
  name: SwitchName;
  label: string;
  hint: string;
}) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <span id={`avancada-${name}`} className="font-medium text-sm">
          {label}
        </span>
        <span id={`avancada-${name}-dica`} className="text-muted-foreground text-xs">
          {hint}
        </span>
      </div>
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <Switch
            aria-labelledby={`avancada-${name}`}
            aria-describedby={`avancada-${name}-dica`}
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
    </div>
  );
}

const LEVELS: readonly AdvancedValues['level'][] = ['debug', 'info', 'warn', 'error'];

function LevelSelect({
  value,
  onValueChange,
  ...props
}: {
  value: AdvancedValues['level'];
  onValueChange: (level: string) => void;
  id?: string;
}) {
  return (
    <Select value={value} onValueChange={onValueChange}>
      <SelectTrigger {...props}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {LEVELS.map((level) => (
          <SelectItem key={level} value={level}>
            {level}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
