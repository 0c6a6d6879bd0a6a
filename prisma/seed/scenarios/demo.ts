import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { AUDITORIA_PADRAO_NOME } from '@escuta/shared/domain/runs/status';
import { lastWorkingTime } from '@escuta/shared/domain/working-hours';
import { verifyPassword } from '@escuta/shared/platform/crypto/password';
import { newId } from '@escuta/shared/platform/database/ids';
import type { NewCompany } from '@escuta/shared/services/accounts/companies';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import { ensureCatalogue } from '../catalogue.ts';
import type { SeedContext } from '../context.ts';
import { ensureAccount, ensureCompany } from '../people.ts';
import { DEMO_TEMPLATES } from '../templates.ts';
import { ensureTickets, TICKETS_HORIZONTE, TICKETS_LUMAVIA } from '../tickets.ts';
import { seedCoaching } from './demo/coaching.ts';
import { seedHistory } from './demo/history.ts';
import { seedSurvey } from './demo/survey.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples', import.meta.url));
/** Sample calls, oldest first. `npm start` opens the last, which must be the newest in the list of calls. */
const SLUGS = ['venda-de-fibra', 'cobranca-com-ofensa', 'cancelamento-mal-conduzido', 'amostra-principal'];
const MAIN_SLUG = 'amostra-principal';

const SENHA = 'Escuta-2026';
const CREDITS = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const LUMAVIA: NewCompany = {
  nome: 'Lumavia Telecom',
  cnpj: '11222333000181',
  rua: 'Avenida Paulista',
  numero: '1000',
  bairro: 'Bela Vista',
  cep: '01310100',
  cidade: 'São Paulo',
  estado: 'SP',
  segmento: 'Telecomunicações',
  volume_auditorias_mensal: 4000,
};
/** A company with an alphanumeric CNPJ, the format in force since July 2026. */
const HORIZONTE: NewCompany = {
  nome: 'Horizonte Pesquisas',
  cnpj: '12ABC34501DE35',
  rua: 'Avenida Boa Viagem',
  numero: '500',
  bairro: 'Boa Viagem',
  cep: '51011000',
  cidade: 'Recife',
  estado: 'PE',
  segmento: 'Pesquisa de opinião',
  volume_auditorias_mensal: 800,
};

/** Demo accounts; `npm start` signs in with the first. */
const ACCOUNTS = [
  { empresa: LUMAVIA, email: 'gerente@lumavia.example', nome: 'Helena Prado', papel: 'gerente' },
  { empresa: LUMAVIA, email: 'analista@lumavia.example', nome: 'Diego Ramos', papel: 'usuario' },
  { empresa: LUMAVIA, email: 'admin@escuta.example', nome: 'Administração', papel: 'admin' },
  { empresa: HORIZONTE, email: 'gerente@horizonte.example', nome: 'Sônia Tavares', papel: 'gerente' },
  { empresa: HORIZONTE, email: 'campo@horizonte.example', nome: 'Paulo Nunes', papel: 'usuario' },
] as const;

type Truth = {
  titulo: string;
  arquivo: string;
  duracaoMs: number;
  numeroDestino: string;
  ramal: string;
  nomeEntrevistado: string;
};

const MARK = 'demonstracao';

/** True if the installation is empty or seeding was interrupted. Stores a mark, so that deleted parts stay deleted. */
async function isToBeMade({ db: pool }: SeedContext): Promise<boolean> {
  const { rows } = await pool.query<{ concluida: boolean }>(
    `WITH nova AS (
       INSERT INTO instalacao_marcas (nome) SELECT $1 WHERE NOT EXISTS (SELECT FROM empresas)
       ON CONFLICT DO NOTHING RETURNING false AS concluida
     )
     SELECT concluida FROM nova
     UNION ALL SELECT concluida_em IS NOT NULL FROM instalacao_marcas WHERE nome = $1`,
    [MARK],
  );
  return rows[0]?.concluida === false;
}

/**
 * Creates the demonstration in an empty installation.
 * @returns logins that still work and, if it still exists, the sample call, for scripts/start.mjs
 */
export async function seedDemo(context: SeedContext): Promise<object> {
  const made = await isToBeMade(context);
  if (made) {
    await makeDemo(context);
    await context.db.query('UPDATE instalacao_marcas SET concluida_em = now() WHERE nome = $1', [MARK]);
  }
  return { criada: made, ...(await whatIsLeft(context)) };
}

async function whatIsLeft({ prisma }: SeedContext): Promise<object> {
  const accounts = await prisma.membro.findMany({
    where: {
      ativo: true,
      OR: ACCOUNTS.map(({ empresa, email }) => ({ empresa: { cnpj: empresa.cnpj }, usuario: { email } })),
    },
    select: { senhaHash: true, empresa: { select: { cnpj: true } }, usuario: { select: { email: true } } },
  });
  const logins = [];
  for (const { empresa, email, papel } of ACCOUNTS) {
    const account = accounts.find((one) => one.usuario.email === email && one.empresa.cnpj === empresa.cnpj);
    if (!account?.senhaHash || !(await verifyPassword(account.senhaHash, SENHA))) continue;
    logins.push({ cnpj: empresa.cnpj, email, senha: SENHA, papel, empresa: empresa.nome });
  }
  const item = await prisma.auditoriaItem.findFirst({
    where: { empresa: { cnpj: LUMAVIA.cnpj }, metadata: { path: ['amostra'], equals: MAIN_SLUG } },
    select: { id: true, projetoId: true, auditoriaId: true },
  });
  return {
    logins,
    amostra: item && {
      projetoId: item.projetoId,
      auditoriaId: item.auditoriaId,
      itemId: item.id,
      pagina: `/dashboard/call-analysis/${item.id}`,
    },
  };
}

/**
 * Creates two companies with credits and accounts: one with four sample calls, insight templates and half a year of
 * invented calls, the other with a survey. Resumes after an interruption.
 */
async function makeDemo(context: SeedContext): Promise<void> {
  await ensureCatalogue(context.db);
  const ids = new Map<NewCompany, string>();
  for (const company of [LUMAVIA, HORIZONTE]) {
    const empresaId = await ensureCompany(context, company);
    ids.set(company, empresaId);
    await changeBalance(context.db, {
      empresaId,
      tipo: 'compra',
      quantidade: CREDITS,
      chaveIdempotente: 'demonstracao',
      descricao: 'Créditos da demonstração',
    });
  }
  for (const { empresa, ...account } of ACCOUNTS) {
    await ensureAccount(context, ids.get(empresa) as string, { ...account, senha: SENHA });
  }
  const lumavia = ids.get(LUMAVIA) as string;
  const projeto = await ensureProject(context, lumavia, {
    nome: 'SAC Lumavia',
    descricao: 'Atendimento a clientes: dúvidas, cobranças, vendas e cancelamentos.',
    tipoProjeto: 'call_center',
  });
  await ensureTemplates(context, lumavia, projeto.id);
  // The newest calls are the samples, in the last working hour.
  const latest = lastWorkingTime(new Date(Date.now() - HOUR_MS)).getTime();
  await seedHistory(context, lumavia, new Date(latest - HOUR_MS));
  for (const [n, slug] of SLUGS.entries()) {
    const start = new Date(latest - (SLUGS.length - n) * 7 * MINUTE_MS);
    await ensureCall(context, lumavia, projeto, slug, start);
  }
  await seedCoaching(context, lumavia);
  await ensureProject(context, ids.get(HORIZONTE) as string, {
    nome: 'Satisfação do cliente 2026',
    descricao: 'Entrevistas por telefone sobre o atendimento.',
    tipoProjeto: 'call_center',
  });
  await seedSurvey(context, ids.get(HORIZONTE) as string);
  await ensureTickets(context, lumavia, projeto.id, TICKETS_LUMAVIA);
  await ensureTickets(context, ids.get(HORIZONTE) as string, null, TICKETS_HORIZONTE);
}

async function ensureProject(
  { prisma }: SeedContext,
  empresaId: string,
  data: { nome: string; descricao: string; tipoProjeto: 'call_center' },
): Promise<{ id: string; auditoriaId: string }> {
  const found = await prisma.projeto.findFirst({
    where: { empresaId, nome: data.nome },
    select: { id: true, auditorias: { where: { padrao: true }, select: { id: true } } },
  });
  if (found?.auditorias[0]) return { id: found.id, auditoriaId: found.auditorias[0].id };
  const auditoriaId = newId();
  const { id } = await prisma.projeto.create({
    data: {
      empresaId,
      ...data,
      auditorias: {
        create: { id: auditoriaId, empresaId, nome: AUDITORIA_PADRAO_NOME[data.tipoProjeto], padrao: true },
      },
    },
    select: { id: true },
  });
  return { id, auditoriaId };
}

async function ensureTemplates({ prisma }: SeedContext, empresaId: string, projetoId: string): Promise<void> {
  for (const template of DEMO_TEMPLATES) {
    const { nome, categoria, descricao } = template;
    const existing = await prisma.insightTemplate.findFirst({
      where: { empresaId, nome },
      select: { id: true },
    });
    if (existing) continue;
    await prisma.insightTemplate.create({
      data: {
        empresaId,
        nome,
        categoria,
        descricao,
        versoes: { create: { empresaId, versao: 1, temperature: 0, maxTokens: 2000, ...template } },
        projetos: { create: { empresaId, projetoId, parametros: { empresa: LUMAVIA.nome } } },
      },
    });
  }
}

async function ensureCall(
  { prisma, store }: SeedContext,
  empresaId: string,
  projeto: { id: string; auditoriaId: string },
  slug: string,
  start: Date,
): Promise<void> {
  const where = { empresaId, projetoId: projeto.id, metadata: { path: ['amostra'], equals: slug } };
  if (await prisma.auditoriaItem.findFirst({ where, select: { id: true } })) return;
  const truth = JSON.parse(readFileSync(`${SAMPLES}/${slug}.json`, 'utf8')) as Truth;
  const file = `${SAMPLES}/${truth.arquivo}`;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const id = newId();
  const key = `${empresaId}/${id}/${newId()}`;
  await store.put(key, createReadStream(file), { contentType: 'audio/mpeg' });
  await prisma.auditoriaItem.create({
    data: {
      id,
      empresaId,
      projetoId: projeto.id,
      auditoriaId: projeto.auditoriaId,
      tipoItem: 'ligacao',
      callStartTime: start,
      callEndTime: new Date(start.getTime() + truth.duracaoMs),
      callDuration: Math.round(truth.duracaoMs / 1000),
      numeroDestino: truth.numeroDestino,
      ramal: truth.ramal,
      nomeEntrevistado: truth.nomeEntrevistado,
      arquivoPath: key,
      arquivoNome: truth.arquivo,
      arquivoTipo: 'audio/mpeg',
      arquivoTamanho: (await stat(file)).size,
      arquivoSha256: hash.digest('hex'),
      metadata: {
        tipo: 'ligacao',
        amostra: slug,
        nome_entrevistado: truth.nomeEntrevistado,
        telefone_entrevistado: truth.numeroDestino,
        observacoes: truth.titulo,
      },
    },
  });
}
