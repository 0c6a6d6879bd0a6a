import { changePassword } from '@escuta/shared/contracts/accounts/users';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { FormProblem } from '../../../kit/form/form.tsx';
import type { Problem } from '../../../kit/form/use-api-form.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { call, fieldErrors } from '../../../lib/network/api.ts';
import { session } from '../../../lib/network/session.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { failureOf, focusFirstError } from '../form-failure.ts';
import { checkNewPassword } from './new-password.ts';
import { PasswordField } from './password-field.tsx';

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' };
type Errors = Partial<Record<keyof typeof EMPTY, string>>;

/** Form that changes the signed-in person's password; the session continues with the token of the response. */
export function ChangePassword({ minLength }: { minLength: number }) {
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [told, setTold] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const bind = (name: keyof typeof EMPTY) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => {
      setFields((old) => ({ ...old, [name]: value }));
      setErrors((old) => ({ ...old, [name]: undefined }));
    },
  });
  const refuse = (problems: Errors): void => {
    setErrors(problems);
    focusFirstError(formRef.current, problems);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setTold(null);
    if (fields.currentPassword === '') return refuse({ currentPassword: 'Informe a senha atual.' });
    const problems = checkNewPassword(fields, minLength);
    if (problems) return refuse(problems);
    setBusy(true);
    try {
      const { currentPassword, newPassword } = fields;
      const { data, message } = await call(changePassword, { body: { currentPassword, newPassword } });
      session.start({ ...data, empresa: session.get()?.empresa });
      toast.success('Senha atualizada', { description: message });
      navigate(paths.dashboard, { replace: true });
    } catch (error) {
      const byField = fieldErrors(error);
      if (byField) refuse(byField);
      else setTold(failureOf(error, 'Erro ao atualizar senha'));
      setBusy(false);
    }
  };

  return (
    <AuthFrame title="Alterar a senha" subtitle="As outras sessões abertas com a sua conta serão encerradas.">
      <form ref={formRef} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <PasswordField label="Senha Atual" autoComplete="current-password" {...bind('currentPassword')} />
        <PasswordField
          label="Nova Senha"
          autoComplete="new-password"
          hint={`No mínimo ${minLength} caracteres.`}
          {...bind('newPassword')}
        />
        <PasswordField label="Confirme a Nova Senha" autoComplete="new-password" {...bind('confirmation')} />
        <FormProblem problem={told} />
        <Button type="submit" size="lg" className="w-full" loading={busy}>
          {busy ? 'Processando...' : 'Alterar senha'}
        </Button>
        <Button variant="ghost" asChild>
          <Link to={paths.dashboard}>Voltar para o painel</Link>
        </Button>
      </form>
    </AuthFrame>
  );
}
