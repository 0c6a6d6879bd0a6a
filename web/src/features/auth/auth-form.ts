/** Checks the values of the sign-in form (specification 1, §5); draws nothing. */

export interface LoginFields {
  cnpj: string;
  email: string;
  password: string;
}

export type FieldName = keyof LoginFields;

export interface LoginProblem {
  /** Title and description of the message that the form shows. */
  title: string;
  description: string;
  /** Messages by field. The fields are marked, and the first one gets the focus. */
  fields: Partial<Record<FieldName, string>>;
}

/** The same simple pattern as in the API: local part, @, and a domain with a dot. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Problem that forbids sending the login form, or null. */
export function checkLogin({ cnpj, email, password }: LoginFields): LoginProblem | null {
  const fields: LoginProblem['fields'] = {};
  if (cnpj.trim() === '') fields.cnpj = 'Informe o CNPJ.';
  if (email.trim() === '') fields.email = 'Informe o e-mail.';
  if (password === '') fields.password = 'Informe a senha.';
  if (Object.keys(fields).length > 0) {
    return { title: 'Campos obrigatórios', description: 'Por favor, preencha e-mail, senha e CNPJ.', fields };
  }
  return checkEmail(email);
}

/** Problem that forbids sending the forgot-password form, or null. */
export function checkForgot(email: string): LoginProblem | null {
  if (email.trim() === '') {
    return {
      title: 'Campo obrigatório',
      description: 'Por favor, informe o seu e-mail.',
      fields: { email: 'Informe o e-mail.' },
    };
  }
  return checkEmail(email);
}

function checkEmail(email: string): LoginProblem | null {
  if (EMAIL.test(email.trim())) return null;
  return {
    title: 'E-mail inválido',
    description: 'Por favor, informe um e-mail válido.',
    fields: { email: 'E-mail inválido' },
  };
}
