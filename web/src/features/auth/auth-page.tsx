import { VERSION } from '@escuta/shared/domain/version';
import { CircleCheck, Eye, EyeOff, Moon, Sun } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { entryTarget } from '../../app/guard-rules.ts';
import { paths } from '../../app/paths.ts';
import { LogoMark } from '../../components/logo.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { ApiError, call, errorMessage } from '../../lib/api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { forgotPassword, login } from '../../lib/entry-endpoints.ts';
import { maskCnpj } from '../../lib/masks.ts';
import { session, useSession } from '../../lib/session.ts';
import { useTema } from '../../lib/theme.ts';
import { toast } from '../../lib/toast.ts';
import { checkForgot, checkLogin, type FieldName, type FormProblem, type LoginFields } from './auth-form.ts';
import { AuthPanel } from './auth-panel.tsx';
import { useBackendVersion } from './use-version.ts';

/** From the answer of the login to the dashboard, ms (specification 1, §9). */
const REDIRECT_MS = 500;
const EMPTY: LoginFields = { cnpj: '', email: '', password: '' };

type Mode = 'login' | 'forgot';

/** Toasts that tell why somebody finds themselves here. */
function useArrivalNotices(): void {
  const current = useSession();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    if (current && !current.papel) {
      told.current = true;
      toast.info('Sua conta está sendo configurada', {
        description: 'Você poderá entrar assim que um administrador definir o seu perfil de acesso.',
      });
    } else if (current && entryTarget(current) === null) {
      told.current = true;
      toast.warning('Acesso não permitido', {
        description: 'O seu perfil de acesso não permite abrir o painel. Fale com o administrador.',
      });
    } else if (!current) {
      const end = session.lastEnd();
      if (end === 'expirada' || end === 'recusada') {
        toast.warning('Sua sessão terminou', { description: 'Entre novamente para continuar.' });
      }
      session.acknowledgeEnd();
    }
  }, [current]);
}

function Versions() {
  const backend = useBackendVersion();
  return (
    <p className="text-center text-muted-foreground text-xs tabular-nums">
      Frontend: {VERSION} · Backend: {backend}
    </p>
  );
}

/** A plain switch: the shell's menu with the system's theme would weigh more than the whole form. */
function ThemeSwitch() {
  const { escuro, setTema } = useTema();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={escuro ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={() => setTema(escuro ? 'claro' : 'escuro')}
    >
      {escuro ? <Sun /> : <Moon />}
    </Button>
  );
}

/** Sign-in, with its two modes: login and forgot-password (specification 1, §2.3). */
export default function AuthPage() {
  useDocumentTitle('Entrar');
  useArrivalNotices();
  const navigate = useNavigate();
  const current = useSession();
  const formRef = useRef<HTMLFormElement>(null);
  const [mode, setMode] = useState<Mode>('login');
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<FormProblem['fields']>({});
  const [showPassword, setShowPassword] = useState(false);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  /** Signed in by this form: the half second before the dashboard is ours. */
  const [entering, setEntering] = useState(false);

  useEffect(() => {
    if (!entering) return;
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [entering, navigate]);

  const target = entering ? null : entryTarget(current);
  if (target) return <Navigate to={target} replace />;

  const set = (name: FieldName, value: string): void => {
    setFields((old) => ({ ...old, [name]: value }));
    setErrors((old) => ({ ...old, [name]: undefined }));
  };

  const switchMode = (next: Mode): void => {
    setMode(next);
    setFields(EMPTY);
    setErrors({});
    setShowPassword(false);
    setSent(false);
  };

  const refuse = (problem: FormProblem): void => {
    setErrors(problem.fields);
    toast.error(problem.title, { description: problem.description });
    const first = (['cnpj', 'email', 'password'] as const).find((name) => problem.fields[name]);
    const input = first ? formRef.current?.elements.namedItem(first) : null;
    if (input instanceof HTMLElement) input.focus();
  };

  const fail = (error: unknown, title: string): void => {
    const message = errorMessage(error, error instanceof Error ? error.message : 'Erro inesperado.');
    const connection = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (connection) toast.error('Erro de conexão', { description: message });
    else toast.error(title, { description: message });
  };

  const enter = async (): Promise<void> => {
    const problem = checkLogin(fields);
    if (problem) return refuse(problem);
    setBusy(true);
    try {
      const answer = await call(login, {
        body: { email: fields.email.trim(), password: fields.password, cnpj: fields.cnpj },
      });
      const { token, user } = answer.data ?? {};
      if (!token || !user) throw new Error('Resposta da API em formato inesperado');
      // The dashboard's code comes while the person waits for it anyway.
      void import('../../app/private-area.tsx');
      // Together, so that the session does not redirect before the half second.
      setEntering(true);
      const started = session.start({ token, user });
      if (!started.empresaId) console.warn('A sessão não traz o id da empresa.');
      if (entryTarget(started) === null) setEntering(false);
    } catch (error) {
      setEntering(false);
      fail(error, 'Não foi possível entrar');
      setBusy(false);
    }
  };

  const sendLink = async (): Promise<void> => {
    const problem = checkForgot(fields.email);
    if (problem) return refuse(problem);
    setBusy(true);
    try {
      const answer = await call(forgotPassword, { body: { email: fields.email.trim() } });
      setSent(true);
      toast.success('Email de recuperação enviado', { description: answer.message });
    } catch (error) {
      fail(error, 'Erro ao enviar email');
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    void (mode === 'login' ? enter() : sendLink());
  };

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
      <AuthPanel />
      <main
        id="conteudo"
        tabIndex={-1}
        className="flex flex-col justify-between gap-10 px-5 py-8 outline-none sm:px-10"
      >
        <div className="flex items-center justify-between gap-4">
          <div className="flex items-center gap-2.5 lg:invisible">
            <LogoMark />
            <span className="font-semibold text-lg tracking-tight">Escuta</span>
          </div>
          <ThemeSwitch />
        </div>

        <div className="mx-auto w-full max-w-sm">
          <div className="mb-7 grid gap-1.5">
            <h1 data-route-heading tabIndex={-1} className="font-semibold text-2xl tracking-tight">
              {mode === 'login' ? 'Entrar na sua conta' : 'Recuperar a senha'}
            </h1>
            <p className="text-muted-foreground">
              {mode === 'login'
                ? 'Use o CNPJ da sua empresa e as suas credenciais.'
                : 'Enviaremos um link de redefinição para o seu e-mail.'}
            </p>
          </div>

          <form ref={formRef} onSubmit={submit} noValidate className="grid gap-5">
            {mode === 'login' ? (
              <Field label="CNPJ" error={errors.cnpj}>
                <Input
                  name="cnpj"
                  value={fields.cnpj}
                  onChange={(event) => set('cnpj', maskCnpj(event.target.value))}
                  placeholder="00.000.000/0000-00"
                  autoComplete="organization"
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
                className="h-11"
              />
            </Field>

            {mode === 'login' ? (
              <div className="grid gap-2">
                <div className="flex items-center justify-between gap-3">
                  <Label htmlFor="senha">Senha</Label>
                  <Button
                    variant="link"
                    size="inline"
                    className="text-[0.8125rem]"
                    onClick={() => switchMode('forgot')}
                  >
                    Esqueceu a senha?
                  </Button>
                </div>
                <div className="relative">
                  <Input
                    id="senha"
                    name="password"
                    type={showPassword ? 'text' : 'password'}
                    value={fields.password}
                    onChange={(event) => set('password', event.target.value)}
                    autoComplete="current-password"
                    aria-invalid={errors.password ? true : undefined}
                    aria-describedby={errors.password ? 'senha-erro' : undefined}
                    className="h-11 pr-11"
                  />
                  <button
                    type="button"
                    className="focus-ring absolute top-1/2 right-1.5 -translate-y-1/2 rounded-md p-2 text-muted-foreground hover:text-foreground"
                    aria-label={showPassword ? 'Ocultar senha' : 'Mostrar senha'}
                    aria-pressed={showPassword}
                    onClick={() => setShowPassword((value) => !value)}
                  >
                    {showPassword ? <EyeOff className="size-4.5" /> : <Eye className="size-4.5" />}
                  </button>
                </div>
                {errors.password ? (
                  <p id="senha-erro" role="alert" className="text-destructive-text text-xs">
                    {errors.password}
                  </p>
                ) : null}
              </div>
            ) : null}

            {sent ? (
              <p
                role="status"
                className="flex gap-2.5 rounded-md bg-success-soft p-3 text-sm text-success-text"
              >
                <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                Se houver uma conta com este e-mail, o link chega em alguns minutos. Confira também a caixa de
                spam.
              </p>
            ) : null}

            <Button type="submit" size="lg" className="w-full" loading={busy || entering}>
              {busy || entering ? 'Processando...' : mode === 'login' ? 'Entrar' : 'Enviar link'}
            </Button>

            {mode === 'forgot' ? (
              <Button variant="link" size="inline" className="mx-auto" onClick={() => switchMode('login')}>
                Voltar para o login
              </Button>
            ) : null}
          </form>
        </div>

        <Versions />
      </main>
    </div>
  );
}
