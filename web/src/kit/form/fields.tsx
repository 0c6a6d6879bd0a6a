/** Labelled controls of a `useApiForm` form: `<TextField {...form.field('nome')} label="Nome" required />`. */
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
} from 'react-hook-form';
import type { Mask } from '../../lib/text/masks.ts';
import { cn } from '../../lib/utils.ts';
import { DateInput, DateTimeInput } from '../../ui/calendar/date-input.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { MaskedInput } from '../../ui/inputs/masked-input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';

interface Bound<I extends FieldValues, N extends FieldPath<I>> {
  control: Control<I>;
  name: N;
}

interface Labelled {
  label: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  /** CSS class of the whole field; `inputClassName` is the class of its control. */
  className?: string;
  inputClassName?: string;
  /** Message shown at the field instead of the form's own message. */
  error?: string | undefined;
}

type Own<T> = Omit<T, keyof Labelled | 'name' | 'value' | 'defaultValue' | 'ref' | 'form'>;

interface ControlFieldProps<I extends FieldValues, N extends FieldPath<I>> extends Bound<I, N>, Labelled {
  children: (field: ControllerRenderProps<I, N>) => ReactElement<{ id?: string }>;
}

/** Any control as a field of the form; the components below cover the usual controls. */
export function ControlField<I extends FieldValues, N extends FieldPath<I>>({
  control,
  name,
  children,
  inputClassName: _,
  error,
  ...field
}: ControlFieldProps<I, N>) {
  const { field: bound, fieldState } = useController({ control, name });
  return (
    <Field {...field} error={fieldState.error?.message ?? error}>
      {children(bound)}
    </Field>
  );
}

type TextFieldProps<I extends FieldValues, N extends FieldPath<I>> = Bound<I, N> &
  Labelled &
  Own<ComponentProps<'input'>>;

/** Field for one line of text. */
export function TextField<I extends FieldValues, N extends FieldPath<I>>(props: TextFieldProps<I, N>) {
  const { control, name, label, required, hint, className, inputClassName, error, onBlur, onChange, ...own } =
    props;
  return (
    <ControlField {...labelled(props)}>
      {(field) => (
        <Input
          autoComplete="off"
          {...own}
          {...field}
          value={field.value ?? ''}
          disabled={own.disabled}
          className={inputClassName}
          onChange={(event) => {
            field.onChange(event);
            onChange?.(event);
          }}
          onBlur={(event) => {
            field.onBlur();
            onBlur?.(event);
          }}
        />
      )}
    </ControlField>
  );
}

/** Field for several lines of text. */
export function TextareaField<I extends FieldValues, N extends FieldPath<I>>(
  props: Bound<I, N> & Labelled & Own<ComponentProps<'textarea'>>,
) {
  const { control, name, label, required, hint, className, inputClassName, error, ...own } = props;
  return (
    <ControlField {...labelled(props)}>
      {(field) => (
        <Textarea
          {...own}
          {...field}
          value={field.value ?? ''}
          disabled={own.disabled}
          className={inputClassName}
        />
      )}
    </ControlField>
  );
}

/** Field for a line of text that is formatted while it is typed (lib/text/masks.ts). */
export function MaskField<I extends FieldValues, N extends FieldPath<I>>(
  props: Bound<I, N> &
    Labelled & { mask: Mask; onTyped?: () => void } & Own<Omit<ComponentProps<'input'>, 'type'>>,
) {
  const {
    control,
    name,
    label,
    required,
    hint,
    className,
    inputClassName,
    error,
    mask,
    onTyped,
    onBlur,
    onChange: _,
    ...own
  } = props;
  return (
    <ControlField {...labelled(props)}>
      {({ ref, value, name: fieldName, onChange, onBlur: left }) => (
        <MaskedInput
          autoComplete="off"
          {...own}
          ref={ref}
          name={fieldName}
          mask={mask}
          value={value ?? ''}
          className={cn('tabular-nums', inputClassName)}
          onValueChange={(text) => {
            onTyped?.();
            onChange(text);
          }}
          onBlur={(event) => {
            left();
            onBlur?.(event);
          }}
        />
      )}
    </ControlField>
  );
}

/**
 * A day ('yyyy-MM-dd'), or with `time` also the hour ('yyyy-MM-ddTHH:mm', with 'seconds' also ':ss'), in Brasília's
 * time.
 */
export function DateField<I extends FieldValues, N extends FieldPath<I>>(
  props: Bound<I, N> & Labelled & { time?: boolean | 'seconds'; disabled?: boolean },
) {
  const TypedInput = props.time ? DateTimeInput : DateInput;
  return (
    <ControlField {...labelled(props)}>
      {({ ref, value, name, onChange, onBlur }) => (
        <TypedInput
          ref={ref}
          name={name}
          value={value ?? ''}
          disabled={props.disabled}
          onValueChange={onChange}
          onBlur={onBlur}
          {...(props.time === 'seconds' ? { seconds: true } : {})}
        />
      )}
    </ControlField>
  );
}

export interface Choice<V extends string = string> {
  value: V;
  label: ReactNode;
}

/** Stands for the value '', because Radix does not allow an empty value for an item. */
const NONE = '__nenhum';

interface ChoiceSelectProps
  extends Omit<ComponentProps<typeof SelectTrigger>, 'value' | 'onChange' | 'name'> {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly Choice[];
  /** Extra list entries after the options. */
  children?: ReactNode;
}

/** Select with few values, as a Field's control. The value '' means that nothing is chosen, unless '' is an option. */
export function ChoiceSelect({
  value,
  onValueChange,
  options,
  disabled,
  children,
  ...props
}: ChoiceSelectProps) {
  const hasNone = options.some((option) => option.value === '');
  return (
    <Select
      value={value || (hasNone ? NONE : '')}
      disabled={disabled ?? false}
      onValueChange={(next) => onValueChange(next === NONE ? '' : next)}
    >
      <SelectTrigger {...props}>
        <SelectValue placeholder="Selecione…" />
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value || NONE}>
            {option.label}
          </SelectItem>
        ))}
        {children}
      </SelectContent>
    </Select>
  );
}

/** Field that chooses one of a few values. */
export function SelectField<I extends FieldValues, N extends FieldPath<I>>(
  props: Bound<I, N> &
    Labelled & {
      options: readonly Choice[];
      disabled?: boolean | undefined;
      onChosen?: (value: string) => void;
    },
) {
  return (
    <ControlField {...labelled(props)}>
      {({ ref, value, onChange, onBlur }) => (
        <ChoiceSelect
          ref={ref}
          onBlur={onBlur}
          value={value ?? ''}
          disabled={props.disabled}
          options={props.options}
          onValueChange={(next) => {
            onChange(next);
            props.onChosen?.(next);
          }}
        />
      )}
    </ControlField>
  );
}

/** A switch; with `row` it stands after its label. */
export function SwitchField<I extends FieldValues, N extends FieldPath<I>>(
  props: Bound<I, N> & Labelled & { row?: boolean; disabled?: boolean },
) {
  return (
    <ControlField
      {...labelled(props)}
      className={cn(
        props.row && 'grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 [&>button]:row-span-2',
        props.className,
      )}
    >
      {({ ref, value, onChange, onBlur }) => (
        <Switch
          ref={ref}
          checked={value}
          disabled={props.disabled}
          onCheckedChange={onChange}
          onBlur={onBlur}
        />
      )}
    </ControlField>
  );
}

function labelled<I extends FieldValues, N extends FieldPath<I>>(props: Bound<I, N> & Labelled) {
  const { control, name, label, required, hint, className, error } = props;
  return {
    control,
    name,
    label,
    error,
    ...(required === undefined ? {} : { required }),
    ...(hint === undefined ? {} : { hint }),
    ...(className === undefined ? {} : { className }),
  };
}
