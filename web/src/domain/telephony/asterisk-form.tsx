import { TELEFONIA_TIMEOUT_MS } from '@escuta/shared/domain/calls/telephony';
import { CircleAlert, CircleCheck, PlugZap, PowerOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { ControlField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { Form } from '../../kit/form/form.tsx';
import { type Problem, useApiForm } from '../../kit/form/use-api-form.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  type AsteriskConfig,
  CAMPOS_OBRIGATORIOS,
  checkForm,
  formOf,
  keepsPassword,
  type AsteriskForm as Values,
} from './asterisk-form-rules.ts';
import { PasswordInput } from './password-input.tsx';
import { useAsteriskConfigs } from './use-asterisk-configs.ts';

interface AsteriskFormProps {
  empresaId: string;
  /** The server to change; null for a new server. */
  config: AsteriskConfig | null;
  enabledByDefault: boolean;
  canEdit: boolean;
  onSaved: (config: AsteriskConfig) => void;
  /** Called by the button 'Cancelar'; undefined hides the button. */
  onCancel: (() => void) | undefined;
  /** Reports whether the form has typed text that choosing another server would lose. */
  onDirty: (dirty: boolean) => void;
}

/**
 * A telephony server's fields, connection test and buttons. Give it a new `key` for another server. What other people
 * save does not overwrite typed text.
 */
export function AsteriskForm(props: AsteriskFormProps) {
  const { config, canEdit, empresaId, onDirty } = props;
  const { save, deactivate, test, testing, outcome, forget } = useAsteriskConfigs(empresaId);
  const [asking, setAsking] = useState(false);
  const resolver: Resolver<Values, unknown, Values> = (values) => {
    const { errors } = checkForm(config, values);
    const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'regra', message }]);
    return entries.length > 0 ? { values: {}, errors: Object.fromEntries(entries) } : { values, errors: {} };
  };
  const missing = (values: Values): Problem | null =>
    checkForm(config, values).missing ? CAMPOS_OBRIGATORIOS : null;
  const api = useApiForm({
    resolver,
    values: formOf(config, props.enabledByDefault),
    follow: config !== null,
    send: (form, { changed }) => save({ config, form, changed }),
    after: (saved) => formOf(saved, props.enabledByDefault),
    onSaved: (saved) => (saved ? props.onSaved(saved) : undefined),
    failed: config ? 'Falha ao atualizar configuração Asterisk.' : 'Falha ao criar configuração Asterisk.',
    invalid: missing,
    // The draft leaves the password out (lib/page/drafts.ts).
    draft: { key: `telefonia:${empresaId}:${config?.id ?? 'nova'}`, title: 'Configurações Asterisk' },
    guard: canEdit,
  });
  const { field, form } = api;
  const values = form.watch();
  const busy = api.busy || testing;
  useEffect(() => {
    onDirty(api.dirty);
    return () => onDirty(false);
  }, [api.dirty, onDirty]);

  const runTest = (): void => {
    api.tell(null);
    void form.handleSubmit(
      (filled) => test({ config, form: filled }),
      () => api.tell(missing(form.getValues())),
    )();
  };
  const keeps = keepsPassword(config, values);

  return (
    <Form
      api={api}
      autoComplete="off"
      // Typing removes the result of the connection test, because it belongs to the tested values.
      onChange={outcome ? forget : undefined}
      footer={
        canEdit ? (
          <div className="flex flex-col gap-2 border-t pt-5 sm:flex-row sm:flex-wrap sm:items-center">
            <Button type="submit" loading={api.busy} disabled={busy}>
              {config ? 'Salvar alterações' : 'Criar configuração'}
            </Button>
            <Button variant="outline" loading={testing} disabled={busy} onClick={runTest}>
              {testing ? null : <PlugZap aria-hidden="true" />}
              {testing ? 'Testando…' : 'Testar Conexão'}
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
        ) : null
      }
    >
      <fieldset disabled={!canEdit} className="grid gap-5">
        <legend className="sr-only">Servidor Asterisk</legend>
        <TextField {...field('name')} label="Nome da configuração" maxLength={100} />
        <TextField
          {...field('asterisk_url')}
          label="URL do Asterisk"
          required
          hint="Exemplo: http://servidor:8088"
          type="url"
          inputMode="url"
          maxLength={500}
          placeholder="http://servidor:8088"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('username')}
            label="Usuário"
            required
            maxLength={200}
            spellCheck={false}
            autoCapitalize="none"
          />
          <ControlField
            {...field('password')}
            label="Senha"
            required={!keeps}
            hint={config ? 'A senha salva nunca é mostrada.' : undefined}
          >
            {(bound) => (
              <PasswordInput
                {...bound}
                maxLength={500}
                placeholder={canEdit && keeps ? 'Em branco: mantém a atual' : undefined}
              />
            )}
          </ControlField>
        </div>
        <TextField
          {...field('timeout')}
          label="Timeout (ms)"
          hint="De 1000 a 120000."
          className="sm:max-w-60"
          type="number"
          inputMode="numeric"
          min={TELEFONIA_TIMEOUT_MS.min}
          max={TELEFONIA_TIMEOUT_MS.max}
          step={1000}
        />
        <SwitchField
          {...field('is_active')}
          row
          label="Configuração ativa"
          hint="A Escuta busca as gravações por esta configuração. Ao ativar uma, as outras da empresa são desativadas."
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
      {config ? (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Desativar configuração?"
          description={`Enquanto nenhuma configuração estiver ativa, a Escuta não busca gravações na telefonia. Você pode reativar “${config.name}” depois.`}
          confirmLabel="Desativar"
          destructive
          onConfirm={async () => {
            await deactivate(config.id);
            form.resetField('is_active', { defaultValue: false });
          }}
        />
      ) : null}
    </Form>
  );
}
