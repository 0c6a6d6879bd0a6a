import { confirmPasswordLink, verifyPasswordLink } from '@escuta/shared/contracts/accounts/auth';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { Link2Off } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { FormProblem } from '../../../kit/form/form.tsx';
import type { Problem } from '../../../kit/form/use-api-form.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { ApiError, call, type Data, fieldErrors } from '../../../lib/network/api.ts';
import { session } from '../../../lib/network/session.ts';
import { firstPage } from '../../../lib/page/guard-rules.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Input } from '../../../ui/inputs/input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { FORGOT_LINK, knownAccount, rememberAccount } from '../entry-links.ts';
import { failureOf, focusFirstError } from '../form-failure.ts';
import { TermsByButton } from '../register/terms-consent.tsx';
import { checkNewPassword, type NewPassword } from './new-password.ts';
import { PasswordField } from './password-field.tsx';

type Account = Data<typeof verifyPasswordLink>;
type State =
  | { step: 'verificando' }
  | { step: 'aberto'; account: Account }
  | { step: 'morto'; message: string }
  | { step: 'falha'; error: unknown };

/** True if the error means that the link is unknown, used or expired. */
const isDead = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'link_invalido' || error.status === 400);

/** Form that sets the password of the account to which a link was e-mailed. */
export function PasswordLink({ token, minLength }: { token: string; minLength: number }) {
  const [state, setState] = useState<State>({ step: 'verificando' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    const controller = new AbortController();
    setState({ step: 'verificando' });
    call(verifyPasswordLink, { body: { token }, signal: controller.signal }).then(
      ({ data }) => setState({ step: 'aberto', account: data }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState(isDead(error) ? { step: 'morto', message: error.message } : { step: 'falha', error });
      },
    );
    return () => controller.abort();
  }, [token, round]);

  if (state.step === 'aberto') {
    return (
      <LinkForm
        token={token}
        account={state.account}
        minLength={minLength}
        onDead={(message) => setState({ step: 'morto', message })}
      />
    );
  }
  if (state.step === 'morto') return <DeadLink message={state.message} />;
  return (
    <AuthFrame title="Definir a senha">
      {state.step === 'falha' ? (
        <ErrorState
          title="Não foi possível conferir o link"
          error={state.error}
          onRetry={() => setRound((value) => value + 1)}
        />
      ) : (
        <div aria-busy="true" className="grid gap-5">
          <Skeleton className="h-20" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
    </AuthFrame>
  );
}

function DeadLink({ message }: { message: string }) {
  return (
    <AuthFrame title="Link inválido">
      <div className="grid gap-6">
        <div role="alert" className="flex gap-3 rounded-lg border bg-card p-4">
          <Link2Off className="mt-0.5 size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
          <div className="grid gap-1">
            <p className="font-medium">{message}</p>
            <p className="text-muted-foreground">
              Links de redefinição valem por 30 minutos, e convites, por 7 dias. Cada link só pode ser usado
              uma vez. Se você já definiu a senha, volte para o login; se era um convite, peça outro ao
              gerente da empresa.
            </p>
          </div>
        </div>
        <Button size="lg" asChild>
          <Link to={FORGOT_LINK}>Pedir um novo link</Link>
        </Button>
        <Button variant="ghost" asChild>
          <Link to={paths.auth}>Voltar para o login</Link>
        </Button>
      </div>
    </AuthFrame>
  );
}

function LinkForm({
  token,
  account,
  minLength,
  onDead,
}: {
  token: string;
  account: Account;
  minLength: number;
  onDead: (message: string) => void;
}) {
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<NewPassword>({ newPassword: '', confirmation: '' });
  const [nome, setNome] = useState(account.nome ?? '');
  const [errors, setErrors] = useState<Partial<NewPassword> & { nome?: string }>({});
  const [told, setTold] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const isInvitation = account.finalidade === 'convite';
  const asksName = account.nome !== null;

  const bind = (name: keyof NewPassword) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => {
      setFields((old) => ({ ...old, [name]: value }));
      setErrors(({ [name]: _, ...rest }) => rest);
    },
  });
  const refuse = (problems: typeof errors): void => {
    setErrors(problems);
    focusFirstError(formRef.current, problems);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setTold(null);
    const problems = checkNewPassword(fields, minLength);
    if (asksName && nome.trim() === '') return refuse({ ...problems, nome: 'Informe o seu nome.' });
    if (problems) return refuse(problems);
    setBusy(true);
    try {
      const { message, data } = await call(confirmPasswordLink, {
        body: { token, newPassword: fields.newPassword, ...(asksName ? { nome: nome.trim() } : {}) },
      });
      if (data) {
        rememberAccount(account.cnpj, account.email);
        navigate(firstPage(session.start(data)), { replace: true });
        return;
      }
      // The server ended every session of this account; another person's session in this browser stays.
      if (session.get()?.user.email === account.email) session.end('recusada');
      session.acknowledgeEnd();
      toast.success('Senha atualizada', { description: message });
      navigate(paths.auth, { replace: true, state: knownAccount(account.cnpj, account.email) });
    } catch (error) {
      setBusy(false);
      if (isDead(error) && error.code === 'link_invalido') return onDead(error.message);
      const byField = fieldErrors(error);
      if (byField) refuse(byField);
      else setTold(failureOf(error, 'Erro ao atualizar senha'));
    }
  };

  return (
    <AuthFrame
      title={isInvitation ? 'Aceitar o convite' : 'Definir nova senha'}
      subtitle={
        isInvitation
          ? `${account.empresa} convidou você para a Escuta. Defina a sua senha de acesso.`
          : 'Defina a nova senha da sua conta.'
      }
    >
      <form ref={formRef} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <dl className="grid gap-x-4 gap-y-1.5 rounded-lg border bg-card p-4 text-dense sm:grid-cols-[auto_1fr]">
          <dt className="text-muted-foreground">Empresa</dt>
          <dd className="font-medium">{account.empresa}</dd>
          <dt className="text-muted-foreground">CNPJ</dt>
          <dd className="tabular-nums">{formatCnpj(account.cnpj)}</dd>
          <dt className="text-muted-foreground">E-mail</dt>
          <dd className="break-words">{account.email}</dd>
        </dl>
        {/* Gives password managers the account of the new password. */}
        <input type="hidden" name="username" autoComplete="username" value={account.email} />
        {asksName ? (
          <Field label="Seu nome" required error={errors.nome}>
            <Input
              name="nome"
              autoComplete="name"
              autoCapitalize="words"
              maxLength={200}
              value={nome}
              onChange={(event) => {
                setNome(event.target.value);
                setErrors(({ nome: _, ...rest }) => rest);
              }}
            />
          </Field>
        ) : null}
        <PasswordField
          label="Nova Senha"
          autoComplete="new-password"
          hint={`No mínimo ${minLength} caracteres.`}
          {...bind('newPassword')}
        />
        <PasswordField label="Confirme a Nova Senha" autoComplete="new-password" {...bind('confirmation')} />
        {isInvitation ? <TermsByButton button="Aceitar e entrar" /> : null}
        <FormProblem problem={told} />
        <Button type="submit" size="lg" className="w-full" loading={busy}>
          {busy ? 'Processando...' : isInvitation ? 'Aceitar e entrar' : 'Definir nova senha'}
        </Button>
      </form>
    </AuthFrame>
  );
}
