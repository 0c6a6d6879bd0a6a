import { parseArgs } from 'node:util';
import { AUDITORIA_PADRAO_NOME } from '@escuta/shared/domain/runs/status';
import { newId } from '@escuta/shared/platform/database/ids';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import type { PoolClient } from 'pg';
import { ensureCatalogue } from '../catalogue.ts';
import type { SeedContext } from '../context.ts';
import { ensureAccount, ensureCompany } from '../people.ts';

const CNPJ = '77889900000166';
const LOGIN = {
  email: 'volume@escuta.example',
  nome: 'Volume',
  papel: 'gerente' as const,
  senha: 'Escuta-2026',
};

/** Calls inserted per statement; limited because the roll-up triggers aggregate the inserted rows in memory. */
const CHUNK = 250_000;
/** Least number of calls for which indices are dropped and then rebuilt. */
const REBUILD_FROM = 100_000;

const FIRST =
  'Ana Adriana Alice Amanda André Antônio Arthur Beatriz Bernardo Bianca Bruno Caio Camila Carla Carlos Cecília Daniel Débora Diego Eduarda Eduardo Elaine Fábio Felipe Fernanda Flávia Francisco Gabriela Gustavo Heitor Helena Igor Íris Isabela Joana João Jorge José Júlia Karina Larissa Laura Leandro Letícia Lucas Luís Márcia Marcos Maria Mateus Mônica Nélson Olívia Patrícia Paulo Pedro Rafael Renata Ricardo Rogério Rosana Sandra Sônia Tatiana Tiago Vânia Vítor Wagner Yara Zélia'.split(
    ' ',
  );
const LAST =
  'Almeida,Alves,Andrade,Araújo,Azevedo,Barbosa,Barros,Batista,Bezerra,Borges,Braga,Brito,Camargo,Campos,Cardoso,Carvalho,Castro,Cavalcanti,Coelho,Correia,Costa,Cunha,Dias,Duarte,Esteves,Farias,Ferreira,Figueiredo,Fonseca,Freitas,Garcia,Gomes,Gonçalves,Guimarães,Henrique,Junqueira,Lacerda,Leite,Lima,Lopes,Machado,Magalhães,Marques,Martins,Medeiros,Melo,Mendes,Miranda,Monteiro,Moraes,Moreira,Moura,Nascimento,Neves,Nogueira,Nunes,Oliveira,Pacheco,Peixoto,Pereira,Pinto,Pires,Prado,Queiroz,Ramos,Reis,Ribeiro,Rocha,Rodrigues,Sampaio,Santana,Siqueira,Soares,Teixeira,Vasconcelos,Vieira,Werneck,de Souza,dos Santos,da Silva'.split(
    ',',
  );

/** Creates N projects with M calls altogether over the last D days, for `--projetos N --ligacoes M --dias D`. */
export async function seedVolume(context: SeedContext, args: string[]): Promise<object> {
  const { values } = parseArgs({
    args,
    options: {
      projetos: { type: 'string', default: '1' },
      ligacoes: { type: 'string', default: '10000' },
      dias: { type: 'string', default: '365' },
    },
  });
  const projects = positive('projetos', values.projetos, 1000);
  const calls = positive('ligacoes', values.ligacoes, 20_000_000);
  const days = positive('dias', values.dias, 3650);

  await ensureCatalogue(context.db);
  const empresaId = await ensureCompany(context, {
    nome: 'Volume Contact Center',
    cnpj: CNPJ,
    cidade: 'Curitiba',
    estado: 'PR',
    segmento: 'Contact center',
  });
  await ensureAccount(context, empresaId, LOGIN);
  await changeBalance(context.db, {
    empresaId,
    tipo: 'compra',
    quantidade: 1_000_000,
    chaveIdempotente: 'volume',
    descricao: 'Créditos do cenário de volume',
  });
  const projetos: { projetoId: string; ligacoes: number }[] = [];
  for (let i = 0; i < projects; i++) {
    const ligacoes = Math.floor(calls / projects) + (i < calls % projects ? 1 : 0);
    projetos.push({ projetoId: await seedProject(context, empresaId, i + 1, ligacoes, days), ligacoes });
  }
  const { email, senha, papel } = LOGIN;
  return {
    empresaId,
    projetos,
    logins: [{ cnpj: CNPJ, email, senha, papel, empresa: 'Volume Contact Center' }],
  };
}

/**
 * Drops the indices of auditoria_itens that enforce no constraint: building them after the inserts takes a third of the
 * time. Locks the table until the transaction ends.
 * @returns statements that restore the indices
 */
async function dropIndices(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = 'auditoria_itens'::regclass and not i.indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

function positive(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new Error(`--${name}: informe um número inteiro de 1 a ${max}`);
  }
  return value;
}

async function seedProject(
  { prisma, db: pool }: SeedContext,
  empresaId: string,
  number: number,
  calls: number,
  days: number,
): Promise<string> {
  const auditoriaId = newId();
  const { id: projetoId } = await prisma.projeto.create({
    data: {
      empresaId,
      nome: `Central ${number}`,
      descricao: `${calls.toLocaleString('pt-BR')} ligações sintéticas`,
      tipoProjeto: 'call_center',
      auditorias: {
        create: { id: auditoriaId, empresaId, nome: AUDITORIA_PADRAO_NOME.call_center, padrao: true },
      },
    },
    select: { id: true },
  });
  const client = await pool.pool.connect();
  try {
    await client.query('begin');
    const indices = calls >= REBUILD_FROM ? await dropIndices(client) : [];
    for (let from = 0; from < calls; from += CHUNK) {
      await client.query(
        `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, call_start_time,
           call_end_time, ramal, numero_destino, nome_entrevistado, call_duration, arquivo_nome, created_at, updated_at)
         select gen_random_uuid(), $1, $2, $3, 'ligacao',
           (case when d < 60 then 'pendente' when d < 65 then 'erro' else 'concluido' end)::status_processamento,
           at - interval '10 minutes', at - interval '10 minutes' + make_interval(secs => s),
           (2000 + d * 7 % 90)::text,
           (11 + n % 80)::text || '9' || lpad((mod(n::bigint * 7919, 400000) + 50000000)::text, 8, '0'),
           f[1 + (n * 31) % array_length(f, 1)] || ' ' || l[1 + (n * 17) % array_length(l, 1)] || ' '
             || l[1 + (n / 29) % array_length(l, 1)],
           s, case when d < 60 then null else 'ligacao-' || n || '.mp3' end, at, at
         from (
           select n, (hashint4(n) & 1023) % 200 as d, 20 + (hashint4(n + 7) & 1023) as s,
             date_trunc('milliseconds', now() - make_interval(secs => $6::float8 * (n - 0.5) / $7)) as at
           from generate_series($4::int, $5::int) as n
         ) as g, (select $8::text[] as f, $9::text[] as l) as names`,
        [
          empresaId,
          projetoId,
          auditoriaId,
          from + 1,
          Math.min(from + CHUNK, calls),
          days * 86_400,
          calls,
          FIRST,
          LAST,
        ],
      );
    }
    await client.query("set local maintenance_work_mem = '512MB'");
    for (const definition of indices) await client.query(definition);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze auditoria_itens');
  return projetoId;
}
