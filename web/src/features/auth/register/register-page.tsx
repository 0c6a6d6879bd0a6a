import { register } from '@escuta/shared/contracts/accounts/auth';
import { DoorClosed } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { FormProblem } from '../../../kit/form/form.tsx';
import type { Problem } from '../../../kit/form/use-api-form.ts';
import { ApiError, call, fieldErrors } from '../../../lib/network/api.ts';
import { type Operador, useOperador } from '../../../lib/network/operador.ts';
import { useSession } from '../../../lib/network/session.ts';
import { useDocumentTitle } from '../../../lib/page/document-title.ts';
import { entryTarget } from '../../../lib/page/guard-rules.ts';
import { paths } from '../../../lib/paths.ts';
import { CNPJ } from '../../../lib/text/masks.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Input } from '../../../ui/inputs/input.tsx';
import { MaskedInput } from '../../../ui/inputs/masked-input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { rememberAccount } from '../entry-links.ts';
import { failureOf, focusFirstError } from '../form-failure.ts';
import { DEFAULT_MIN_LENGTH } from '../password/new-password.ts';
import { PasswordField } from '../password/password-field.tsx';
import { useEntry } from '../use-entry.ts';
import { checkRegister, type RegisterErrors, type RegisterFields } from './register-form.ts';
import { TermsConsent } from './terms-consent.tsx';

const link = 'focus-ring rounded-sm text-primary-text underline underline-offset-4';

/** Registration of a company and its first person (specification 1, §2.2 and §7). */
export default function RegisterPage() {
  useDocumentTitle('Cadastro');
  const current = useSession();
  const entry = useEntry();
  const { operador, error } = useOperador();
  const target = entry.entering ? null : entryTarget(current);
  if (target) return <Navigate to={target} replace />;
  if (operador && !operador.cadastroAberto) return <ClosedRegistration operador={operador} />;
  return (
    <AuthFrame title="Cadastrar a empresa" subtitle="Você será o gerente da conta e entrará em seguida.">
      {operador || error ? (
        <RegisterForm minLength={operador?.senhaMinima ?? DEFAULT_MIN_LENGTH} entry={entry} />
      ) : (
        <div aria-busy="true" className="grid gap-5">
          {['cnpj', 'empresa', 'nome', 'email', 'senha', 'confirmacao'].map((field) => (
            <Skeleton key={field} className="h-16" />
          ))}
        </div>
      )}
    </AuthFrame>
  );
}

function RegisterForm({ minLength, entry }: { minLength: number; entry: ReturnType<typeof useEntry> }) {
  const formRef = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<RegisterFields>({
    cnpj: '',
    empresa: '',
    nome: '',
    email: '',
    password: '',
    confirmation: '',
    aceite_termos: false,
  });
  const [errors, setErrors] = useState<RegisterErrors>({});
  const [told, setTold] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const set = <K extends keyof RegisterFields>(name: K, value: RegisterFields[K]): void => {
    setFields((old) => ({ ...old, [name]: value }));
    setErrors((old) => ({ ...old, [name]: undefined }));
  };
  const text = (name: 'empresa' | 'nome' | 'email') => ({
    name,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    className: 'h-11',
  });
  const refuse = (problems: RegisterErrors): void => {
    setErrors(problems);
    focusFirstError(formRef.current, problems);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || entry.entering) return;
    setTold(null);
    const problems = checkRegister(fields, minLength);
    if (problems) return refuse(problems);
    setBusy(true);
    try {
      const { confirmation: _, aceite_termos: __, ...body } = fields;
      const answer = await call(register, {
        body: { ...body, email: fields.email.trim(), aceite_termos: true },
      });
      rememberAccount(fields.cnpj, fields.email);
      entry.enter(answer.data);
    } catch (error) {
      const byField = fieldErrors(error);
      if (byField) refuse(byField);
      else if (error instanceof ApiError && error.status === 409) refuse({ cnpj: error.message });
      else setTold(failureOf(error, 'Não foi possível cadastrar'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={formRef} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="CNPJ" error={errors.cnpj} hint="Numérico ou alfanumérico.">
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
      <Field label="Empresa" error={errors.empresa}>
        <Input {...text('empresa')} autoComplete="organization" maxLength={200} />
      </Field>
      <Field label="Seu nome" error={errors.nome}>
        <Input {...text('nome')} autoComplete="name" maxLength={200} />
      </Field>
      <Field label="E-mail" error={errors.email}>
        <Input
          {...text('email')}
          type="email"
          placeholder="voce@empresa.com.br"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <PasswordField
        label="Senha"
        name="password"
        value={fields.password}
        onChange={(value) => set('password', value)}
        autoComplete="new-password"
        error={errors.password}
        hint={`No mínimo ${minLength} caracteres.`}
      />
      <PasswordField
        label="Confirme a senha"
        name="confirmation"
        value={fields.confirmation}
        onChange={(value) => set('confirmation', value)}
        autoComplete="new-password"
        error={errors.confirmation}
      />
      <TermsConsent
        checked={fields.aceite_termos}
        onChange={(checked) => set('aceite_termos', checked)}
        error={errors.aceite_termos}
      />
      <FormProblem problem={told} />
      <Button type="submit" size="lg" className="w-full" loading={busy || entry.entering}>
        {busy || entry.entering ? 'Processando...' : 'Cadastrar'}
      </Button>
      <p className="text-center text-muted-foreground">
        Já tem conta?{' '}
        <Link to={paths.auth} className={link}>
          Entrar
        </Link>
      </p>
    </form>
  );
}

/** Shown instead of the form if only the operator of the installation opens accounts. */
function ClosedRegistration({ operador }: { operador: Operador }) {
  return (
    <AuthFrame title="Cadastro fechado">
      <div className="grid gap-6">
        <div className="flex gap-3 rounded-lg border bg-card p-4">
          <DoorClosed className="mt-0.5 size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
          <p className="leading-relaxed">
            O cadastro de novas empresas está fechado nesta instalação. Para abrir uma conta, fale com{' '}
            <strong className="font-semibold">{operador.nome}</strong>.
          </p>
        </div>
        {operador.email || operador.telefone ? (
          <dl className="grid gap-3">
            {operador.email ? (
              <div>
                <dt className="text-muted-foreground text-xs">E-mail</dt>
                <dd>
                  <a className={link} href={`mailto:${operador.email}`}>
                    {operador.email}
                  </a>
                </dd>
              </div>
            ) : null}
            {operador.telefone ? (
              <div>
                <dt className="text-muted-foreground text-xs">Telefone</dt>
                <dd>
                  <a className={link} href={`tel:${operador.telefone.replace(/[^\d+]/g, '')}`}>
                    {operador.telefone}
                  </a>
                </dd>
              </div>
            ) : null}
          </dl>
        ) : null}
        <Button asChild variant="outline" size="lg">
          <Link to={paths.auth}>Já tenho conta: entrar</Link>
        </Button>
      </div>
    </AuthFrame>
  );
}
