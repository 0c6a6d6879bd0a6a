import { ensureCatalogue } from '../catalogue.ts';
import type { SeedContext } from '../context.ts';
import { ensureAccount, ensureCompany } from '../people.ts';

const ADMIN = {
  email: 'admin@escuta.local',
  nome: 'Administração',
  papel: 'admin' as const,
  senha: 'Escuta-2026',
};

/** Creates an installation without customers: the operator's company and its administrator. */
export async function seedVazio(context: SeedContext): Promise<object> {
  await ensureCatalogue(context.db);
  const cnpj = '00123456000149';
  const empresa = 'Operadora da instalação';
  const empresaId = await ensureCompany(context, {
    nome: empresa,
    cnpj,
    cidade: 'São Paulo',
    estado: 'SP',
    segmento: 'Tecnologia',
  });
  await ensureAccount(context, empresaId, ADMIN);
  return { logins: [{ cnpj, email: ADMIN.email, senha: ADMIN.senha, papel: ADMIN.papel, empresa }] };
}
