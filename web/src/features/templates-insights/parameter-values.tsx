import { PARAMETRO_MAX } from '@escuta/shared/domain/prompt-template';
import { Field } from '../../components/ui/field.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';

interface ParameterValuesProps {
  obrigatorios: readonly string[];
  opcionais: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
  disabled?: boolean;
  /** Marks the required ones that have no value: something was to be saved without them. */
  markMissing?: boolean;
}

/** A value for each parameter. */
export function ParameterValues({
  obrigatorios,
  opcionais,
  values,
  onChange,
  disabled = false,
  markMissing = false,
}: ParameterValuesProps) {
  const names = [...new Set([...obrigatorios, ...opcionais])];
  if (names.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {names.map((nome) => (
        <Field
          key={nome}
          label={<span className="break-all font-mono">{nome}</span>}
          required={obrigatorios.includes(nome)}
          error={
            markMissing && missingValues(obrigatorios, values).includes(nome)
              ? 'Informe um valor.'
              : undefined
          }
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

/** The required names that have no value. */
export function missingValues(
  obrigatorios: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] {
  return obrigatorios.filter((nome) => (values[nome] ?? '').trim() === '');
}

/** The values of the names given, without the empty ones. */
export function filledValues(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    names.map((nome) => [nome, values[nome]?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
}
