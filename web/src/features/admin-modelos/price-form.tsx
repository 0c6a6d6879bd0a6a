import type { BodyIn } from '@escuta/shared/contracts/contract';
import type { createPreco, ModeloWire } from '@escuta/shared/contracts/modelos';
import { UNIDADES_PRECO } from '@escuta/shared/domain/costs';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../components/ui/button.tsx';
import { DateTimeInput } from '../../components/ui/date-input.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { fromLocalDateTime } from '../../lib/format.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { parsePrice, UNIDADE_INFO } from './price-text.ts';
import { unitsOf } from './prices.ts';

const formSchema = z
  .object({
    unidade: z.enum(UNIDADES_PRECO),
    valor: z.string().trim(),
    quando: z.enum(['agora', 'depois']),
    vigenteDe: z.string(),
  })
  .refine((form) => parsePrice(form.valor, form.unidade) !== null, {
    path: ['valor'],
    error: 'Informe um valor em dólares, como 4,00 ou 0,006.',
  })
  .refine(
    (form) => form.quando === 'agora' || Date.parse(fromLocalDateTime(form.vigenteDe) ?? '') > Date.now(),
    { path: ['vigenteDe'], error: 'Informe uma data e hora no futuro.' },
  );
type Form = z.infer<typeof formSchema>;

/** A new price of a label's model, from now on or from a moment to come. */
export function PriceForm({
  modelo,
  busy,
  onSave,
}: {
  modelo: ModeloWire;
  busy: boolean;
  /** Rejects, after telling the person, when it failed. */
  onSave: (body: BodyIn<typeof createPreco>) => Promise<unknown>;
}) {
  const units = unitsOf(modelo.finalidade);
  const form = useForm<Form>({
    resolver: zodResolver(formSchema),
    defaultValues: { unidade: units[0] ?? 'token_entrada', valor: '', quando: 'agora', vigenteDe: '' },
  });
  const { errors } = form.formState;
  const [unidade, quando] = form.watch(['unidade', 'quando']);
  const save = async ({ unidade: unit, valor, quando: when, vigenteDe }: Form): Promise<void> => {
    const from = when === 'depois' ? fromLocalDateTime(vigenteDe) : null;
    try {
      await onSave({
        provedor: modelo.provedor,
        modelo: modelo.modelo,
        unidade: unit,
        precoUsd: parsePrice(valor, unit) ?? '',
        ...(from ? { vigenteDe: from } : {}),
      });
      form.reset({ unidade: unit, valor: '', quando: 'agora', vigenteDe: '' });
    } catch {
      // The person was told; what they typed stays for another try.
    }
  };
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={form.handleSubmit((values) => (busy ? undefined : save(values)))}
    >
      <Controller
        control={form.control}
        name="unidade"
        render={({ field }) => (
          <Field label="Unidade">
            <ChoiceSelect
              value={field.value}
              onValueChange={field.onChange}
              options={units.map((value) => ({ value, label: UNIDADE_INFO[value].label }))}
            />
          </Field>
        )}
      />
      <Field label={`Preço em US$ ${UNIDADE_INFO[unidade].por}`} required error={errors.valor?.message}>
        <Input {...form.register('valor')} inputMode="decimal" autoComplete="off" maxLength={20} />
      </Field>
      <Controller
        control={form.control}
        name="quando"
        render={({ field }) => (
          <Field label="Começa">
            <ChoiceSelect
              value={field.value}
              onValueChange={field.onChange}
              options={[
                { value: 'agora', label: 'Agora' },
                { value: 'depois', label: 'Em uma data futura' },
              ]}
            />
          </Field>
        )}
      />
      {quando === 'depois' ? (
        <Controller
          control={form.control}
          name="vigenteDe"
          render={({ field }) => (
            <Field label="A partir de" required error={errors.vigenteDe?.message}>
              <DateTimeInput value={field.value} onValueChange={field.onChange} />
            </Field>
          )}
        />
      ) : null}
      <div className="sm:col-span-2">
        <Button type="submit" loading={busy}>
          {quando === 'depois' ? 'Planejar preço' : 'Pôr em vigor'}
        </Button>
      </div>
    </form>
  );
}
