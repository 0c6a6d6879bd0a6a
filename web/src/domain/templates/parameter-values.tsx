import type { InsightTemplateWire } from '@escuta/shared/contracts/insights/insight-templates';
import { PARAMETRO_MAX } from '@escuta/shared/domain/insights/prompt-template';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../../ui/inputs/field.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';

interface ParameterValuesProps {
  obrigatorios: readonly string[];
  opcionais: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
  disabled?: boolean;
  /** Error messages by the parameter's name, as react-hook-form gives them. */
  errors?: object | undefined;
}

/** A text area for the value of each required or optional parameter; nothing if there are no parameters. */
export function ParameterValues({
  obrigatorios,
  opcionais,
  values,
  onChange,
  disabled = false,
  errors = {},
}: ParameterValuesProps) {
  const names = [...new Set([...obrigatorios, ...opcionais])];
  if (names.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {names.map((nome) => (
        <Field
          key={nome}
          label={<span className="break-words">{parameterLabel(nome)}</span>}
          required={obrigatorios.includes(nome)}
          error={(errors as Record<string, { message?: string } | undefined>)[nome]?.message}
        >
          <Textarea
            rows={1}
            className="min-h-9"
            maxLength={PARAMETRO_MAX}
            disabled={disabled}
            value={values[nome] ?? ''}
            onChange={(event) => onChange({ ...values, [nome]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

/** A parameter's name for people: 'regras_retencao' → 'Regras retencao'. */
function parameterLabel(nome: string): string {
  const words = nome.replaceAll('_', ' ').trim();
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);
}

/** Names of required parameters without a value. */
export function missingValues(
  obrigatorios: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] {
  return obrigatorios.filter((nome) => (values[nome] ?? '').trim() === '');
}

/** Values of the given names, without empty ones. */
export function filledValues(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    names.map((nome) => [nome, values[nome]?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
}

/** Adds an error to a form's check for each required parameter without a value. */
export function refineParameters(
  template: Parametrized | null,
  values: Readonly<Record<string, string>>,
  context: z.RefinementCtx,
): void {
  for (const nome of template ? missingValues(template.parametrosObrigatorios, values) : []) {
    context.addIssue({ code: 'custom', path: ['parametros', nome], message: 'Informe um valor.' });
  }
}

/** The non-empty values of a template's required and optional parameters; other names are dropped. */
export function valuesFor(
  template: Parametrized,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return filledValues([...template.parametrosObrigatorios, ...template.parametrosOpcionais], values);
}

type Parametrized = Pick<InsightTemplateWire, 'parametrosObrigatorios' | 'parametrosOpcionais'>;

/** A form field that holds the values of all parameters of a template. */
export function ParametersField<I extends FieldValues, N extends FieldPath<I>>({
  template,
  known = {},
  ...bound
}: {
  control: Control<I>;
  name: N;
  template: Parametrized;
  /** Values that are filled in beforehand (`useKnownValues`). */
  known?: Readonly<Record<string, string>>;
}) {
  const { field, fieldState } = useController(bound);
  return (
    <ParameterValues
      obrigatorios={template.parametrosObrigatorios}
      opcionais={template.parametrosOpcionais}
      values={{ ...known, ...field.value }}
      onChange={field.onChange}
      errors={fieldState.error}
    />
  );
}
