/** Checks the values of the registration form; draws nothing. The API repeats the checks. */
import { isValidCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { checkForgot } from '../auth-form.ts';
import { checkNewPassword } from '../password/new-password.ts';

export interface RegisterFields {
  cnpj: string;
  empresa: string;
  nome: string;
  email: string;
  password: string;
  confirmation: string;
  aceite_termos: boolean;
}

export type RegisterErrors = Partial<Record<keyof RegisterFields, string>>;

/** Problems of the registration, by field; null if there are none. */
export function checkRegister(fields: RegisterFields, minLength: number): RegisterErrors | null {
  const errors: RegisterErrors = {};
  if (fields.cnpj.trim() === '') errors.cnpj = 'Informe o CNPJ.';
  else if (!isValidCnpj(fields.cnpj)) errors.cnpj = 'CNPJ inválido. Confira os dígitos.';
  if (fields.empresa.trim() === '') errors.empresa = 'Informe o nome da empresa.';
  if (fields.nome.trim() === '') errors.nome = 'Informe o seu nome.';
  const email = checkForgot(fields.email)?.fields.email;
  if (email) errors.email = email;
  const { password: newPassword, confirmation } = fields;
  if (newPassword === '') errors.password = 'Informe a senha.';
  else {
    const problem = checkNewPassword({ newPassword, confirmation }, minLength);
    if (problem?.newPassword) errors.password = problem.newPassword;
    if (problem?.confirmation) errors.confirmation = problem.confirmation;
  }
  if (!fields.aceite_termos) {
    errors.aceite_termos = 'Para se cadastrar, aceite os Termos de Uso e a Política de Privacidade.';
  }
  return Object.keys(errors).length > 0 ? errors : null;
}
