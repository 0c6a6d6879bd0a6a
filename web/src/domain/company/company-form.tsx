import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import { UFS } from '@escuta/shared/domain/text/address';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { MaskField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../kit/form/form.tsx';
import { StaleNotice, type ToldField, useStaleRecord } from '../../kit/form/stale-record.tsx';
import { type ApiForm, useApiForm } from '../../kit/form/use-api-form.ts';
import { CEP, CNPJ } from '../../lib/text/masks.ts';
import { Button } from '../../ui/button.tsx';
import { type CompanyInput, type CompanyValues, companySchema, MAX_LENGTH, toForm } from './company-rules.ts';
import { type CepLookup, useCepLookup } from './use-cep-lookup.ts';

interface CompanyFormOptions {
  /** Null: a new company. The form needs a `key` that changes with the company. */
  empresa: EmpresaWire | null;
  canEdit?: boolean;
  /** Saves the changes, and returns the company as the server has stored it; null if nothing differs. */
  send: (values: CompanyValues, changed: ReadonlySet<string>) => Promise<{ data: EmpresaWire }> | null;
  onSaved?: (answer: { data: EmpresaWire } | null) => void;
  onFailure?: (error: unknown) => boolean;
  failed: string;
  fallback: string;
  draft: { key: string; title: string; dialog?: boolean };
}

export interface CompanyFormState {
  api: ApiForm<CompanyInput, CompanyValues>;
  cep: CepLookup;
  canEdit: boolean;
}

/** State of a company's form, with the look-up of its CEP. */
export function useCompanyForm({
  empresa,
  canEdit = true,
  send,
  ...options
}: CompanyFormOptions): CompanyFormState {
  const api = useApiForm({
    ...options,
    schema: companySchema,
    values: toForm(empresa),
    follow: empresa !== null,
    send: (values, { changed }) => send(values, changed),
    after: ({ data }) => toForm(data),
    conflict: 'cnpj',
    guard: canEdit,
  });
  const cep = useCepLookup(empresa?.cep ?? '', (address) => {
    // A CEP of a whole town has no street, so the typed street stays.
    const fill = { shouldDirty: true, shouldValidate: true };
    if (address.logradouro) api.form.setValue('rua', address.logradouro, fill);
    if (address.bairro) api.form.setValue('bairro', address.bairro, fill);
    if (address.localidade) api.form.setValue('cidade', address.localidade, fill);
    const uf = UFS.find((known) => known === address.uf);
    if (uf) api.form.setValue('estado', uf, fill);
  });
  return { api, cep, canEdit };
}

const ESTADOS = [{ value: '', label: 'Selecione' }, ...UFS.map((uf) => ({ value: uf, label: uf }))];

/** A company's fields in the profile, the edit screen and the creation dialog. */
export function CompanyFields({
  company: { api, cep, canEdit },
  before,
  after,
}: {
  company: CompanyFormState;
  /** Read-only fields, shown before and after the editable fields. */
  before?: ReactNode;
  after?: ReactNode;
}) {
  const { field, form } = api;
  const text = (name: keyof typeof MAX_LENGTH, columns: string) => ({
    ...field(name),
    maxLength: MAX_LENGTH[name],
    disabled: !canEdit,
    className: columns,
  });
  const [two, four] = ['sm:col-span-2', 'sm:col-span-4'];
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-6">
      {before}
      <TextField {...text('nome', four)} label="Nome" required autoComplete="organization" />
      <MaskField
        {...field('cnpj')}
        mask={CNPJ}
        label="CNPJ"
        required
        disabled={!canEdit}
        placeholder="00.000.000/0000-00"
        className={two}
      />
      <MaskField
        {...field('cep')}
        mask={CEP}
        label="CEP"
        error={cep.error ?? undefined}
        hint={
          cep.searching ? (
            <span role="status" className="inline-flex items-center gap-1.5">
              <LoaderCircle className="size-3.5 animate-spin" aria-hidden="true" />
              Buscando endereço…
            </span>
          ) : undefined
        }
        disabled={!canEdit}
        inputMode="numeric"
        placeholder="00000-000"
        autoComplete="postal-code"
        className={two}
        onTyped={() => {
          cep.forget();
          form.clearErrors('cep');
        }}
        onBlur={(event) => cep.lookUp(event.currentTarget.value)}
      />
      <TextField {...text('rua', four)} label="Rua" autoComplete="address-line1" />
      <TextField {...text('numero', two)} label="Número" />
      <TextField {...text('bairro', four)} label="Bairro" autoComplete="address-level3" />
      <TextField {...text('cidade', four)} label="Cidade" autoComplete="address-level2" />
      <SelectField
        {...field('estado')}
        label="Estado"
        disabled={!canEdit}
        options={ESTADOS}
        className={two}
      />
      <TextField
        {...text('segmento', four)}
        label="Segmento"
        hint="Ex.: Telecomunicações, Saúde, Pesquisa de opinião"
      />
      <TextField
        {...field('volume_auditorias_mensal')}
        label="Volume mensal de auditorias"
        hint="Ligações e entrevistas por mês"
        disabled={!canEdit}
        inputMode="numeric"
        maxLength={11}
        className={two}
        inputClassName="tabular-nums"
      />
      {after}
    </div>
  );
}

const LABELS = {
  nome: 'Nome',
  cnpj: 'CNPJ',
  cep: 'CEP',
  rua: 'Rua',
  numero: 'Número',
  bairro: 'Bairro',
  cidade: 'Cidade',
  estado: 'Estado',
  segmento: 'Segmento',
  volume_auditorias_mensal: 'Volume mensal de auditorias',
} as const satisfies Record<keyof CompanyInput, string>;

const TOLD: readonly ToldField<EmpresaWire, CompanyInput>[] = (
  Object.keys(LABELS) as (keyof CompanyInput)[]
).map((name) => ({
  name,
  label: LABELS[name],
  read: (empresa) => toForm(empresa)[name],
  show: (value) => (value ? String(value) : 'vazio'),
}));

interface CompanyFormProps extends Omit<CompanyFormOptions, 'empresa' | 'send' | 'onFailure'> {
  empresa: EmpresaWire;
  canEdit: boolean;
  /** Saves the changes, as in useCompanyForm. `before`: the company when the person began to change the fields. */
  send: (
    values: CompanyValues,
    changed: ReadonlySet<string>,
    before: EmpresaWire,
  ) => ReturnType<CompanyFormOptions['send']>;
  /** Called by the cancel button; absent: the button undoes the changes. */
  onCancel?: (() => void) | undefined;
  before?: ReactNode;
  after?: ReactNode;
}

/** A company's form on a page; it also handles changes that another person has saved meanwhile (useStaleRecord). */
export function CompanyForm({ before, after, onCancel, send, onSaved, ...options }: CompanyFormProps) {
  const stale = useStaleRecord(options.empresa);
  const company = useCompanyForm({
    ...options,
    send: (values, changed) => send(values, changed, stale.before),
    onFailure: stale.onFailure,
    onSaved: (answer) => {
      if (answer) stale.saved(answer.data);
      onSaved?.(answer);
    },
  });
  const { api, cep } = company;
  return (
    <Form
      api={api}
      className="gap-6"
      footer={
        options.canEdit ? (
          <FormButtons
            busy={api.busy}
            submitLabel="Salvar alterações"
            disabled={!api.dirty && !onCancel}
            onCancel={onCancel}
            className="border-t pt-5"
          >
            {api.dirty ? (
              <p className="text-muted-foreground text-sm max-sm:text-center sm:mr-auto">
                Há alterações não salvas.
              </p>
            ) : null}
            {onCancel ? null : (
              <Button
                variant="outline"
                disabled={api.busy || !api.dirty}
                onClick={() => {
                  cep.forget();
                  api.discard();
                }}
              >
                Descartar alterações
              </Button>
            )}
          </FormButtons>
        ) : null
      }
    >
      <StaleNotice stale={stale} api={api} fields={TOLD} />
      <CompanyFields company={company} before={before} after={after} />
    </Form>
  );
}
