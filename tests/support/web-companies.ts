// Companies of a single browser test.
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { newCnpj } from './factories.ts';
import { openSession, type Session } from './web-pages.ts';

export type OwnCompany = { id: string; nome: string; cnpj: string; email: string; gerente: Session };

const SENHA = 'Escuta-2026-teste';

/** Registers a company like a visitor, confirms its e-mail as administrator, and signs its gerente in. */
export async function registerCompany(baseUrl: string, nome: string): Promise<OwnCompany> {
  const cnpj = newCnpj();
  const email = `gerente-${randomUUID().slice(0, 8)}@teste.example`;
  const response = await fetch(`${baseUrl}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password: SENHA,
      cnpj,
      empresa: nome,
      nome: 'Gerente de Teste',
      aceite_termos: true,
    }),
  });
  if (!response.ok) throw new Error(`register: ${response.status} ${await response.text()}`);
  const gerente = await openSession(baseUrl, { cnpj, email, senha: SENHA, papel: 'gerente', empresa: nome });
  const { empresa } = await gerente.api<{ empresa: { id: string } }>('GET', '/users/profile');
  const admin = inject('demo').logins.find(({ papel }) => papel === 'admin');
  if (!admin) throw new Error('a demonstração não tem administrador');
  await (await openSession(baseUrl, admin)).api('POST', `/empresas/${empresa.id}/confirmar-email`);
  return { id: empresa.id, nome, cnpj, email, gerente };
}
