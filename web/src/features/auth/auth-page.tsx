import { login, requestPasswordReset } from '@escuta/shared/contracts/accounts/auth';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { FormProblem } from '../../kit/form/form.tsx';
import type { Problem } from '../../kit/form/use-api-form.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, call } from '../../lib/network/api.ts';
import { session, useSession } from '../../lib/network/session.ts';
import { useArrivalNotices } from '../../lib/page/arrival-notices.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { hasDrafts } from '../../lib/page/drafts.ts';
import { pressAnew } from '../../lib/page/early-press.ts';
import { destinationOf, entryTarget } from '../../lib/page/guard-rules.ts';
import { paths } from '../../lib/paths.ts';
import { CNPJ } from '../../lib/text/masks.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { MaskedInput } from '../../ui/inputs/masked-input.tsx';
import { checkForgot, checkLogin, type FieldName, type LoginFields, type LoginProblem } from './auth-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import {
  FORGOT_PARAM,
  FORGOT_VALUE,
  forgetAccount,
  lastCnpj,
  lastEmail,
  readKnownAccount,
  rememberAccount,
} from './entry-links.ts';
import { failureOf } from './form-failure.ts';
import { PasswordField } from './password/password-field.tsx';
import { drawnForm, punctuate, takeOver, typedIn } from './typed-fields.ts';
import { useEntry } from './use-entry.ts';

const EMPTY: LoginFields = { cnpj: '', email: '', password: '' };

type Mode = 'login' | 'forgot';

/**
 * True if the last session expired or was refused by the server, so that most likely the same person signs in again.
 */
const wasLost = (): boolean => ['expirada', 'recusada'].includes(session.lastEnd() ?? '');

/** Tells in a toast that the last session ended, if the person did not end it. */
function useEndNotice(): void {
  const current = useSession();
  useEffect(() => {
    if (current) return;
    if (wasLost()) {
      toast.warning('Sua sessão terminou', {
        description: hasDrafts()
          ? 'Entre novamente para continuar: o texto digitado foi salvo.'
          : 'Entre novamente para continuar.',
      });
    }
    session.acknowledgeEnd();
  }, [current]);
}

/** Sign-in, with its two modes: login and forgot-password (specification 1, §2.3). */
export default function AuthPage() {
  useDocumentTitle('Entrar');
  useArrivalNotices();
  useEndNotice();
  const [search, setSearch] = useSearchParams();
  const { state, search: query } = useLocation();
  const current = useSession();
  const { entering, enter } = useEntry();
  const formRef = useRef<HTMLFormElement>(null);
  const [drawn] = useState(drawnForm);
  const [fields, setFields] = useState(() => ({
    ...EMPTY,
    cnpj: lastCnpj(),
    email: wasLost() ? lastEmail() : '',
    ...readKnownAccount(state),
  }));
  /** CNPJ of this browser's last sign-in. Empty at first, because the prerendered page does not know the browser. */
  const [known, setKnown] = useState('');
  useEffect(() => setKnown(lastCnpj()), []);
  const [errors, setErrors] = useState<LoginProblem['fields']>({});
  const [told, setTold] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const mode: Mode = search.get(FORGOT_PARAM) === FORGOT_VALUE ? 'forgot' : 'login';

  const focus = (name: FieldName | undefined): void => {
    const input = name ? formRef.current?.elements.namedItem(name) : null;
    if (input instanceof HTMLElement) input.focus();
  };
  // Takes over the text that was typed into the prerendered form (vite/prerender.ts) before hydration.
  useLayoutEffect(() => {
    const form = formRef.current;
    if (!form) return;
    if (drawn) takeOver(drawn, form);
    punctuate(form, 'cnpj', CNPJ);
    setFields((old) => {
      const typed = typedIn(form, old);
      return Object.entries(typed).every(([name, value]) => old[name as FieldName] === value) ? old : typed;
    });
  }, [drawn]);
  // Focuses the first empty field, unless the person has already focused another element of the prerendered page.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.matches('[data-route-heading]')) return;
    const inputs = [...(formRef.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => input.value === '')?.focus();
  }, []);
  useEffect(pressAnew, []);

  const target = entering ? null : entryTarget(current);
  if (target) return <Navigate to={destinationOf(state, query)} replace />;

  const set = (name: FieldName, value: string): void => {
    setFields((old) => ({ ...old, [name]: value }));
    setErrors((old) => ({ ...old, [name]: undefined }));
  };

  const switchMode = (next: Mode): void => {
    setSearch(next === 'forgot' ? { [FORGOT_PARAM]: FORGOT_VALUE } : {}, { replace: true });
    setFields({ ...EMPTY, cnpj: lastCnpj() });
    setErrors({});
    setTold(null);
    setSent(false);
  };

  /** Forgets company and e-mail, so that the next person at a shared computer does not see them. */
  const forget = (): void => {
    forgetAccount();
    setKnown('');
    setFields(EMPTY);
    focus('cnpj');
  };

  const refuse = (problem: LoginProblem): void => {
    setErrors(problem.fields);
    setTold({ title: problem.title, description: problem.description, quiet: true });
    focus((['cnpj', 'email', 'password'] as const).find((name) => problem.fields[name]));
  };

  const signIn = async (typed: LoginFields): Promise<void> => {
    const problem = checkLogin(typed);
    if (problem) return refuse(problem);
    setBusy(true);
    try {
      const { email, password, cnpj } = typed;
      const answer = await call(login, { body: { email: email.trim(), password, cnpj } });
      rememberAccount(cnpj, email);
      enter(answer.data);
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 401;
      setTold({ ...failureOf(error, 'Não foi possível entrar'), quiet: refused });
      // The password is the most frequent mistake, so it is focused.
      if (refused) focus('password');
    } finally {
      setBusy(false);
    }
  };

  const sendLink = async ({ email }: LoginFields): Promise<void> => {
    const problem = checkForgot(email);
    if (problem) return refuse(problem);
    setBusy(true);
    try {
      const answer = await call(requestPasswordReset, { body: { email: email.trim() } });
      setSent(true);
      toast.success('Email de recuperação enviado', { description: answer.message });
    } catch (error) {
      setTold(failureOf(error, 'Erro ao enviar email'));
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy || entering) return;
    setTold(null);
    // Reads the inputs, because a press made before hydration is repeated before the state has the typed text.
    const typed = typedIn(event.currentTarget, fields);
    void (mode === 'login' ? signIn(typed) : sendLink(typed));
  };

  return (
    <AuthFrame
      title={mode === 'login' ? 'Entrar na sua conta' : 'Recuperar a senha'}
      subtitle={
        mode === 'login'
          ? 'Use o CNPJ da sua empresa e as suas credenciais.'
          : 'Enviaremos um link de redefinição para o seu e-mail.'
      }
    >
      {/* `dialog` outside a dialog does nothing, so that no browser submits the form before the page's code has loaded. */}
      <form ref={formRef} method="dialog" onSubmit={submit} noValidate className="grid gap-5">
        {mode === 'login' ? (
          <Field
            label="CNPJ"
            error={errors.cnpj}
            hint={
              known && fields.cnpj === known ? (
                <Button variant="link" size="inline" className="text-dense" onClick={forget}>
                  Usar outra empresa
                </Button>
              ) : undefined
            }
          >
            <MaskedInput
              mask={CNPJ}
              name="cnpj"
              value={fields.cnpj}
              onValueChange={(value) => set('cnpj', value)}
              placeholder="00.000.000/0000-00"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="h-11 tabular-nums"
            />
          </Field>
        ) : null}

        <Field label="E-mail" error={errors.email}>
          <Input
            name="email"
            type="email"
            value={fields.email}
            onChange={(event) => set('email', event.target.value)}
            placeholder="voce@empresa.com.br"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            className="h-11"
          />
        </Field>

        {mode === 'login' ? (
          <PasswordField
            label="Senha"
            name="password"
            value={fields.password}
            onChange={(value) => set('password', value)}
            autoComplete="current-password"
            error={errors.password}
            action={
              <Button
                variant="link"
                size="inline"
                className="text-dense"
                onClick={() => switchMode('forgot')}
              >
                Esqueceu a senha?
              </Button>
            }
          />
        ) : null}

        {sent ? (
          <p role="status" className="flex gap-2.5 rounded-md bg-success-soft p-3 text-sm text-success-text">
            <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            Se houver uma conta com este e-mail, o link chega em alguns minutos. Confira também a caixa de
            spam.
          </p>
        ) : null}

        <FormProblem problem={told} />
        <Button type="submit" size="lg" className="w-full" loading={busy || entering}>
          {busy || entering ? 'Processando...' : mode === 'login' ? 'Entrar' : 'Enviar link'}
        </Button>

        {mode === 'forgot' ? (
          <Button variant="link" size="inline" className="mx-auto" onClick={() => switchMode('login')}>
            Voltar para o login
          </Button>
        ) : (
          <p className="text-center text-muted-foreground">
            Sua empresa ainda não tem conta?{' '}
            <Link
              to={paths.register}
              className="focus-ring rounded-sm text-primary-text underline underline-offset-4"
            >
              Cadastre-se
            </Link>
          </p>
        )}
      </form>
    </AuthFrame>
  );
}
