import { TELEFONIA_TIMEOUT_MS } from '@escuta/shared/domain/telephony';
import { CircleAlert, CircleCheck, PlugZap, PowerOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { toast } from '../../lib/toast.ts';
import { cn } from '../../lib/utils.ts';
import { ConfirmDialog } from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Label } from '../ui/label.tsx';
import { Switch } from '../ui/switch.tsx';
import {
  type AsteriskConfig,
  CAMPOS_OBRIGATORIOS,
  checkForm,
  type AsteriskForm as Form,
  formOf,
  keepsPassword,
} from './asterisk-form-rules.ts';
import { PasswordInput } from './password-input.tsx';
import { useAsteriskConfigs } from './use-asterisk-configs.ts';

interface AsteriskFormProps {
  empresaId: string;
  /** Null: a new one. */
  config: AsteriskConfig | null;
  enabledByDefault: boolean;
  canEdit: boolean;
  onSaved: (config: AsteriskConfig) => void;
  /** Shows 'Cancelar'. */
  onCancel: (() => void) | undefined;
}

/**
 * One telephony server: its fields, its test and its buttons. Mount it anew for another configuration; what others save
 * meanwhile does not take away what is being typed.
 */
export function AsteriskForm(props: AsteriskFormProps) {
  const { config, canEdit } = props;
  const { save, deactivate, test, outcome } = useAsteriskConfigs(props.empresaId);
  const [asking, setAsking] = useState(false);
  const form = useForm<Form>({
    defaultValues: formOf(config, props.enabledByDefault),
    resolver: (values) => {
      const { errors } = checkForm(config, values);
      const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'regra', message }]);
      return entries.length > 0
        ? { values: {}, errors: Object.fromEntries(entries) }
        : { values, errors: {} };
    },
  });
  // Read here, or the library does not keep track of them.
  const { errors, dirtyFields } = form.formState;
  const values = form.watch();
  const busy = save.isPending || test.isPending;

  const refuse = () => {
    if (checkForm(config, form.getValues()).missing) {
      toast.error(CAMPOS_OBRIGATORIOS.title, { description: CAMPOS_OBRIGATORIOS.description });
    }
  };
  const submit = form.handleSubmit(async (filled) => {
    // The hook has told what failed; the form keeps what was typed.
    const changed = new Set(Object.keys(dirtyFields));
    const saved = await save.mutateAsync({ config, form: filled, changed }).catch(() => null);
    if (!saved) return;
    form.reset(formOf(saved, props.enabledByDefault));
    props.onSaved(saved);
  }, refuse);
  const runTest = form.handleSubmit((filled) => test.mutate({ config, form: filled }), refuse);

  return (
    <form
      noValidate
      autoComplete="off"
      className="grid gap-5"
      // An outcome speaks of what was tested, not of what has been typed since.
      onChange={() => (outcome ? test.reset() : undefined)}
      onSubmit={(event: FormEvent) => {
        if (!busy) void submit(event);
        else event.preventDefault();
      }}
    >
      <fieldset disabled={!canEdit || busy} className="grid gap-5">
        <legend className="sr-only">Servidor Asterisk</legend>
        <Field label="Nome da configuração" error={errors.name?.message}>
          <Input {...form.register('name')} maxLength={100} />
        </Field>
        <Field
          label="URL do Asterisk"
          required
          error={errors.asterisk_url?.message}
          hint="Exemplo: http://servidor:8088"
        >
          <Input
            {...form.register('asterisk_url')}
            type="url"
            inputMode="url"
            maxLength={500}
            placeholder="http://servidor:8088"
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Usuário" required error={errors.username?.message}>
            <Input {...form.register('username')} maxLength={200} spellCheck={false} autoCapitalize="none" />
          </Field>
          <Field
            label="Senha"
            required={!keepsPassword(config, values)}
            error={errors.password?.message}
            hint={config ? 'A senha salva nunca é mostrada.' : undefined}
          >
            <PasswordInput
              {...form.register('password')}
              maxLength={500}
              placeholder={canEdit && keepsPassword(config, values) ? 'Em branco: mantém a atual' : undefined}
            />
          </Field>
        </div>
        <Field
          label="Timeout (ms)"
          error={errors.timeout?.message}
          hint="De 1000 a 120000."
          className="sm:max-w-60"
        >
          <Input
            {...form.register('timeout')}
            type="number"
            inputMode="numeric"
            min={TELEFONIA_TIMEOUT_MS.min}
            max={TELEFONIA_TIMEOUT_MS.max}
            step={1000}
          />
        </Field>
        <Controller
          control={form.control}
          name="is_active"
          render={({ field }) => (
            <div className="flex items-start gap-3">
              <Switch
                id="asterisk-ativa"
                ref={field.ref}
                checked={field.value}
                onCheckedChange={field.onChange}
                onBlur={field.onBlur}
                aria-describedby="asterisk-ativa-ajuda"
                className="mt-0.5"
              />
              <div>
                <Label htmlFor="asterisk-ativa">Configuração ativa</Label>
                <p id="asterisk-ativa-ajuda" className="text-muted-foreground text-xs">
                  É dela que as gravações são buscadas. Ativar esta desativa as outras da empresa.
                </p>
              </div>
            </div>
          )}
        />
      </fieldset>

      {outcome ? (
        <p
          role="status"
          className={cn(
            'flex items-start gap-2 rounded-md px-3 py-2 text-sm [overflow-wrap:anywhere] [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
            outcome.ok ? 'bg-success-soft text-success-text' : 'bg-destructive-soft text-destructive-text',
          )}
        >
          {outcome.ok ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          {outcome.message}
        </p>
      ) : null}

      {canEdit ? (
        <div className="flex flex-col gap-2 border-t pt-5 sm:flex-row sm:flex-wrap sm:items-center">
          <Button type="submit" loading={save.isPending} disabled={busy}>
            {config ? 'Salvar alterações' : 'Criar configuração'}
          </Button>
          <Button variant="outline" loading={test.isPending} disabled={busy} onClick={() => void runTest()}>
            {test.isPending ? null : <PlugZap aria-hidden="true" />}
            {test.isPending ? 'Testando…' : 'Testar Conexão'}
          </Button>
          {props.onCancel ? (
            <Button variant="ghost" disabled={busy} onClick={props.onCancel}>
              Cancelar
            </Button>
          ) : null}
          {config?.is_active ? (
            <Button
              variant="ghost"
              className="text-destructive-text sm:ml-auto"
              disabled={busy}
              onClick={() => setAsking(true)}
            >
              <PowerOff aria-hidden="true" />
              Desativar
            </Button>
          ) : null}
        </div>
      ) : null}
      {config ? (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Desativar configuração?"
          description={`Enquanto nenhuma configuração estiver ativa, as gravações não podem ser buscadas em ${config.name}. Você pode reativá-la depois.`}
          confirmLabel="Desativar"
          destructive
          onConfirm={async () => {
            await deactivate.mutateAsync(config.id);
            form.resetField('is_active', { defaultValue: false });
          }}
        />
      ) : null}
    </form>
  );
}
