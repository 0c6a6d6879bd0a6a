/** The form of a telephony server: input values, checks and request bodies (specification 1, §2.8, §5). */
import {
  createAsteriskConfig,
  type updateAsteriskConfig,
} from '@escuta/shared/contracts/calls/asterisk-configs';
import type { BodyIn } from '@escuta/shared/contracts/contract';
import {
  TELEFONIA_NOME_PADRAO,
  TELEFONIA_TIMEOUT_MS,
  telephonyUrl,
} from '@escuta/shared/domain/calls/telephony';
import type { Data } from '../../lib/network/api.ts';

export type AsteriskConfig = Data<typeof createAsteriskConfig>;

export type AsteriskForm = {
  name: string;
  asterisk_url: string;
  username: string;
  password: string;
  /** Timeout as typed, ms. */
  timeout: string;
  is_active: boolean;
};

export const CAMPOS_OBRIGATORIOS = {
  title: 'Campos obrigatórios',
  description: 'Preencha URL, usuário e senha do Asterisk',
} as const;

/** Form values of `config`; null gives those of a new configuration. The password is always blank. */
export function formOf(config: AsteriskConfig | null, enabledByDefault: boolean): AsteriskForm {
  return {
    name: config?.name ?? TELEFONIA_NOME_PADRAO,
    asterisk_url: config?.asterisk_url ?? '',
    username: config?.username ?? '',
    password: '',
    timeout: String(config?.timeout ?? TELEFONIA_TIMEOUT_MS.default),
    is_active: config?.is_active ?? enabledByDefault,
  };
}

/** True if the stored password still applies: server and user are unchanged. Another server must never receive it. */
export function keepsPassword(config: AsteriskConfig | null, form: AsteriskForm): boolean {
  return (
    config !== null &&
    telephonyUrl(form.asterisk_url) === config.asterisk_url &&
    form.username.trim() === config.username
  );
}

export function bodyOf(form: AsteriskForm): BodyIn<typeof createAsteriskConfig> {
  return {
    name: form.name,
    asterisk_url: form.asterisk_url.trim(),
    username: form.username,
    password: form.password,
    timeout: Number(form.timeout),
    is_active: form.is_active,
  };
}

/**
 * The body of PATCH: only what was changed here, so that other people's changes stay. A blank password is left out.
 * @param changed names of the inputs that were touched
 */
export function changesOf(
  form: AsteriskForm,
  changed: ReadonlySet<string>,
): BodyIn<typeof updateAsteriskConfig> {
  return Object.fromEntries(
    Object.entries(bodyOf(form)).filter(
      ([name, value]) => changed.has(name) && !(name === 'password' && value === ''),
    ),
  );
}

export type FormErrors = Partial<Record<keyof AsteriskForm, string>>;

/**
 * Messages by input; empty if the form can be sent. `missing`: true if the URL, the user or a needed password is blank.
 */
export function checkForm(
  config: AsteriskConfig | null,
  form: AsteriskForm,
): { errors: FormErrors; missing: boolean } {
  const errors: FormErrors = {};
  for (const name of ['asterisk_url', 'username'] as const) {
    if (form[name].trim() === '') errors[name] = 'Campo obrigatório.';
  }
  if (form.password === '' && !keepsPassword(config, form)) {
    errors.password = config ? 'A URL ou o usuário mudou: informe a senha novamente.' : 'Campo obrigatório.';
  }
  const missing = Object.keys(errors).length > 0;
  const parsed = createAsteriskConfig.body.safeParse({
    ...bodyOf(form),
    timeout: form.timeout.trim() === '' ? undefined : Number(form.timeout),
    // A blank password is checked as '-', because its error is already set or the stored password stays.
    password: form.password || '-',
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    errors[path[0] as keyof AsteriskForm] ??= message;
  }
  if (form.timeout.trim() === '') errors.timeout = 'Campo obrigatório.';
  return { errors, missing };
}
