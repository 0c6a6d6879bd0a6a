// Creates companies that only one browser test uses.
import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { inject } from 'vitest';
import { newCnpj } from './factories.ts';
import { openSession, type Session } from './web-pages.ts';

export type OwnCompany = { id: string; nome: string; cnpj: string; email: string; gerente: Session };

const SENHA = 'Escuta-2026-teste';

/** Registers a company as a visitor does, confirms its e-mail as administrator, and signs its gerente in. */
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

/** Adds an interviewer's account to a company, for field work only, and signs it in. */
export async function addInterviewer(
  pool: Database,
  baseUrl: string,
  company: OwnCompany,
  nome: string,
): Promise<Session & { usuarioId: string }> {
  const email = `campo-${randomUUID().slice(0, 8)}@teste.example`;
  const usuarioId = randomUUID();
  // The account gets the hash of the gerente's password, so that no test waits until a password is hashed.
  await pool.query(
    `with pessoa as (insert into usuarios (id, email, nome) values ($1, $2, $3)),
       conta as (insert into membros (id, empresa_id, usuario_id, papel, senha_hash, termos_versao, termos_aceitos_em)
         select gen_random_uuid(), m.empresa_id, $1, 'usuario', m.senha_hash, m.termos_versao, m.termos_aceitos_em
         from membros m join usuarios u on u.id = m.usuario_id where m.empresa_id = $4 and u.email = $5
           returning id, empresa_id)
     insert into membro_direitos (membro_id, direito, empresa_id) select id, 'so_campo', empresa_id from conta`,
    [usuarioId, email, nome, company.id, company.email],
  );
  const login = { cnpj: company.cnpj, email, senha: SENHA, papel: 'usuario', empresa: company.nome };
  return { ...(await openSession(baseUrl, login)), usuarioId };
}
