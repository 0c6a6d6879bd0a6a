import type { EmpresaWire } from '@escuta/shared/contracts/empresas';
import { UFS } from '@escuta/shared/domain/address';
import { zodResolver } from '@hookform/resolvers/zod';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '../../lib/api.ts';
import { maskCep, maskCnpj } from '../../lib/masks.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../ui/select.tsx';
import { type CompanyInput, type CompanyValues, companySchema, MAX_LENGTH, toForm } from './company-rules.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useCepLookup } from './use-cep-lookup.ts';

/** What was typed goes too: unlike a company that changed on the server meanwhile. */
const ANEW = { keepDirtyValues: false };

/** Radix takes no empty value for an item. */
const NO_STATE = 'nenhum';

interface CompanyFormProps {
  /** Null: a new company. Give the form a `key` that changes with it. */
  empresa: EmpresaWire | null;
  canEdit: boolean;
  submitLabel: string;
  /**
   * Saves; the form is busy until it settles. It resolves to the company as it stands now, which the form then shows, and
   * rejects after the caller has told the person what failed.
   */
  onSave: (values: CompanyValues) => Promise<EmpresaWire>;
  /** Absent: the button undoes the changes instead of leaving. */
  onCancel?: (() => void) | undefined;
  /** Fields that only show something, before the others. */
  before?: ReactNode;
  /** Fields that only show something, after the others. */
  after?: ReactNode;
  /** Leaving with changes asks first; not inside a dialog. */
  guard?: boolean;
}

/** What a company says of itself: shared by the profile, the edit screen and the creation dialog. */
export function CompanyForm({
  empresa,
  canEdit,
  submitLabel,
  onSave,
  onCancel,
  before,
  after,
  guard = true,
}: CompanyFormProps) {
  const form = useForm<CompanyInput, unknown, CompanyValues>({
    resolver: zodResolver(companySchema),
    // Follows what others save meanwhile, except where this person has typed.
    values: toForm(empresa),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const cep = useCepLookup(empresa?.cep ?? '', (address) => {
    // A CEP of a whole town has no street: what was typed by hand stays.
    const fill = { shouldDirty: true, shouldValidate: true };
    if (address.logradouro) form.setValue('rua', address.logradouro, fill);
    if (address.bairro) form.setValue('bairro', address.bairro, fill);
    if (address.localidade) form.setValue('cidade', address.localidade, fill);
    const uf = UFS.find((known) => known === address.uf);
    if (uf) form.setValue('estado', uf, fill);
  });

  const save = form.handleSubmit(async (values) => {
    try {
      const saved = await onSave(values);
      form.reset(toForm(saved), ANEW);
    } catch (error) {
      // The caller has told what failed; a CNPJ that another company has is said at its field as well.
      if (error instanceof ApiError && error.status === 409) {
        form.setError('cnpj', { message: error.message }, { shouldFocus: true });
      }
    }
  });
  const text = (name: keyof typeof MAX_LENGTH) => ({
    ...form.register(name),
    maxLength: MAX_LENGTH[name],
    disabled: !canEdit,
  });

  return (
    <form noValidate className="grid grid-cols-1 gap-6" onSubmit={save}>
      {guard ? <UnsavedGuard when={canEdit && isDirty} /> : null}
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-6">
        {before}
        <Field label="Nome" required error={errors.nome?.message} className="sm:col-span-4">
          <Input {...text('nome')} autoComplete="organization" />
        </Field>
        <Controller
          control={form.control}
          name="cnpj"
          render={({ field }) => (
            <Field label="CNPJ" required error={errors.cnpj?.message} className="sm:col-span-2">
              <Input
                {...field}
                disabled={!canEdit}
                placeholder="00.000.000/0000-00"
                autoComplete="off"
                className="tabular-nums"
                onChange={(event) => field.onChange(maskCnpj(event.target.value))}
              />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="cep"
          render={({ field }) => (
            <Field
              label="CEP"
              error={errors.cep?.message ?? cep.error ?? undefined}
              hint={
                cep.searching ? (
                  <span role="status" className="inline-flex items-center gap-1.5">
                    <LoaderCircle className="size-3.5 animate-spin" aria-hidden="true" />
                    Buscando endereço…
                  </span>
                ) : undefined
              }
              className="sm:col-span-2"
            >
              <Input
                {...field}
                value={field.value ?? ''}
                disabled={!canEdit}
                inputMode="numeric"
                placeholder="00000-000"
                autoComplete="postal-code"
                className="tabular-nums"
                onChange={(event) => {
                  cep.forget();
                  form.clearErrors('cep');
                  field.onChange(maskCep(event.target.value));
                }}
                onBlur={() => {
                  field.onBlur();
                  cep.lookUp(field.value ?? '');
                }}
              />
            </Field>
          )}
        />
        <Field label="Rua" error={errors.rua?.message} className="sm:col-span-4">
          <Input {...text('rua')} autoComplete="address-line1" />
        </Field>
        <Field label="Número" error={errors.numero?.message} className="sm:col-span-2">
          <Input {...text('numero')} autoComplete="off" />
        </Field>
        <Field label="Bairro" error={errors.bairro?.message} className="sm:col-span-4">
          <Input {...text('bairro')} autoComplete="address-level3" />
        </Field>
        <Field label="Cidade" error={errors.cidade?.message} className="sm:col-span-4">
          <Input {...text('cidade')} autoComplete="address-level2" />
        </Field>
        <Controller
          control={form.control}
          name="estado"
          render={({ field }) => (
            <Select
              // Always a value: the placeholder of an empty one is drawn by the first item.
              value={field.value || NO_STATE}
              disabled={!canEdit}
              onValueChange={(value) => field.onChange(value === NO_STATE ? '' : value)}
            >
              <Field label="Estado" error={errors.estado?.message} className="sm:col-span-2">
                <SelectTrigger ref={field.ref} onBlur={field.onBlur}>
                  <SelectValue />
                </SelectTrigger>
              </Field>
              <SelectContent>
                <SelectItem value={NO_STATE}>Selecione</SelectItem>
                {UFS.map((uf) => (
                  <SelectItem key={uf} value={uf}>
                    {uf}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        />
        <Field
          label="Segmento"
          hint="Ex.: Telecomunicações, Saúde, Pesquisa de opinião"
          error={errors.segmento?.message}
          className="sm:col-span-4"
        >
          <Input {...text('segmento')} autoComplete="off" />
        </Field>
        <Field
          label="Volume mensal de auditorias"
          error={errors.volume_auditorias_mensal?.message}
          className="sm:col-span-2"
        >
          <Input
            {...form.register('volume_auditorias_mensal')}
            disabled={!canEdit}
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            className="tabular-nums"
          />
        </Field>
        {after}
      </div>
      {canEdit ? (
        <div className="flex flex-col-reverse items-stretch gap-2 border-t pt-5 sm:flex-row sm:items-center sm:justify-end">
          {isDirty && guard ? (
            <p className="text-muted-foreground text-sm max-sm:text-center sm:mr-auto">
              Há alterações não salvas.
            </p>
          ) : null}
          {onCancel ? (
            <Button
              variant="outline"
              disabled={isSubmitting}
              onClick={() => {
                onCancel();
              }}
            >
              Cancelar
            </Button>
          ) : (
            <Button
              variant="outline"
              disabled={isSubmitting || !isDirty}
              onClick={() => {
                cep.forget();
                form.reset(toForm(empresa), ANEW);
              }}
            >
              Descartar alterações
            </Button>
          )}
          <Button type="submit" loading={isSubmitting} disabled={empresa !== null && !isDirty && !onCancel}>
            {submitLabel}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
