import { dbOn } from '@escuta/prisma/db';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import {
  capabilitySource,
  getTranscriptionCapabilities,
} from '@escuta/shared/domain/runs/model-capabilities';
import { askServer, limitedText } from '@escuta/shared/platform/http/ask-server';
import type { Env } from '@escuta/shared/platform/process/env';
import { isProviderConfigured, ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { z } from 'zod';
import type { Check, Report } from './check.ts';
import { reportClock, withDatabase } from './database.ts';

const DAY_MS = 86_400_000;
/** Number of days before a model's end from which the doctor warns. */
const NOTICE_DAYS = 90;
/** Tolerated error of the Date header, s, because the header has whole seconds and is delayed by the network. */
const HEADER_TOLERANCE_S = 5;

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

type Provider = { nome: 'openai' | 'anthropic'; variavel: string; base: string; chave: string | undefined };

function providersOf(env: Partial<Env>): Provider[] {
  return [
    { nome: 'openai', variavel: 'OPENAI', base: env.OPENAI_BASE_URL ?? '', chave: env.OPENAI_API_KEY },
    {
      nome: 'anthropic',
      variavel: 'ANTHROPIC',
      base: env.ANTHROPIC_BASE_URL ?? '',
      chave: env.ANTHROPIC_API_KEY,
    },
  ];
}

const isConfigured = (env: Partial<Env>, nome: Provider['nome']) => isProviderConfigured(env as Env, nome);

/** Makes the cheapest call that needs the key: requests the list of models, for which nothing is billed. */
function askModels({ nome, base, chave }: Provider, signal: AbortSignal): Promise<Response> {
  // Anthropic's servers require Anthropic's header; compatible servers require the header of the configured protocol.
  const own = nome === 'anthropic' && new URL(base).hostname.endsWith('anthropic.com');
  const headers: Record<string, string> = own
    ? { 'x-api-key': chave ?? '', 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${chave ?? 'sem-chave'}` };
  return fetch(`${base.replace(/\/$/, '')}/models`, { headers, signal, redirect: 'error' });
}

/** Tries the provider's list of models. @returns the ids of the listed models; null if there is no list */
async function checkProvider(
  provider: Provider,
  report: Report,
  signal: AbortSignal,
): Promise<Set<string> | null> {
  const where = new URL(provider.base).host;
  let answer: Response;
  try {
    answer = await askModels(provider, signal);
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? name;
    report.falha(
      `O provedor de IA em ${where} não responde (${reason}).`,
      `Confira ${provider.variavel}_BASE_URL e a saída para a internet.`,
    );
    return null;
  }
  if (!answer.ok) await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403) {
    report.falha(
      `O provedor de IA em ${where} recusou a chave (${answer.status}).`,
      `Confira ${provider.variavel}_API_KEY: pode ter expirado ou sido revogada.`,
    );
    return null;
  }
  if (answer.status === 429) {
    report.aviso(
      `O provedor de IA em ${where} está limitando chamadas (429).`,
      'Veja o saldo e os limites da conta.',
    );
    return null;
  }
  if (answer.status === 404) {
    report.ok(`O provedor de IA em ${where} responde (sem lista de modelos).`);
    return null;
  }
  if (!answer.ok) {
    report.falha(
      `O provedor de IA em ${where} respondeu ${answer.status}.`,
      'Veja a página de estado do provedor.',
    );
    return null;
  }
  report.ok(
    provider.chave
      ? `O provedor de IA em ${where} aceita a chave.`
      : `O servidor de IA em ${where} responde, sem chave.`,
  );
  try {
    const parsed = modelsSchema.safeParse(JSON.parse(await limitedText(answer)));
    return parsed.success ? new Set(parsed.data.data.map(({ id }) => id)) : null;
  } catch {
    return null;
  }
}

export const provider: Check = {
  area: 'Provedor de IA',
  limitMs: 15_000,
  needs: ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL'],
  run: async (context, report, signal) => {
    const { env } = context;
    if (env.IA_MODO_DEMONSTRACAO) {
      report.aviso(
        'Modo demonstração: a IA só conhece as ligações de amostra.',
        'Defina OPENAI_API_KEY, ou OPENAI_BASE_URL de um servidor próprio, para processar gravações de verdade.',
      );
    }
    const known = new Map<string, Set<string> | null>();
    const configured = providersOf(env).filter(({ nome }) => isConfigured(env, nome));
    await Promise.all(configured.map(async (p) => known.set(p.nome, await checkProvider(p, report, signal))));
    if (configured.length === 0) {
      report.falha(
        'Nenhum provedor de IA está configurado: nada pode ser transcrito.',
        'Defina OPENAI_API_KEY, ou OPENAI_BASE_URL de um servidor próprio.',
      );
    }
    if (env.DATABASE_URL) await checkModels(context, report, signal, known);
  },
};

async function isThere(env: Partial<Env>, { provedor, modelo }: AlvoModelo): Promise<boolean> {
  const provider = providersOf(env).find(({ nome }) => nome === provedor);
  const facts =
    provider &&
    (await askServer(
      { baseURL: provider.base, apiKey: provider.chave },
      { finalidade: 'transcricao', modelo },
    ));
  return facts?.listado === true;
}

function checkModels(
  context: Parameters<Check['run']>[0],
  report: Report,
  signal: AbortSignal,
  known: ReadonlyMap<string, Set<string> | null>,
): Promise<void> {
  const { env } = context;
  return withDatabase(async (db) => {
    const { rows } = await db.query<{ rotulo: string; fim: string | null }>(
      `select rotulo, to_char(desativado_em at time zone 'UTC', 'YYYY-MM-DD') as fim from modelos_catalogo
       where ativo order by rotulo limit 200`,
    );
    const catalog = new ModelCatalog(dbOn(db), env as Env);
    const horizon = new Date(Date.now() + NOTICE_DAYS * DAY_MS).toISOString().slice(0, 10);
    const today = new Date().toISOString().slice(0, 10);
    let problems = 0;
    for (const { rotulo, fim } of rows) {
      const found = await catalog.resolve(rotulo);
      if (!found.ok) {
        problems += 1;
        report.aviso(
          `O modelo "${rotulo}" não pode ser chamado: seu provedor não está configurado.`,
          'Configure a chave dele, ou uma alternativa no catálogo de modelos.',
        );
        continue;
      }
      const { modelo, provedor, protocolo } = found.modelo;
      const entry = await catalog.entry(rotulo);
      if (entry && capabilitySource(entry.finalidade, modelo, protocolo) === 'suposto') {
        problems += 1;
        report.aviso(
          `O modelo ${modelo} ("${rotulo}") não é conhecido, e nada foi informado do que ele sabe fazer: a Escuta supõe o mínimo.`,
          'Em Administração, Modelos, edite o rótulo e pergunte ao servidor, ou preencha os campos.',
        );
      }
      if (entry?.finalidade === 'texto' && protocolo?.proprio && !protocolo.contexto) {
        problems += 1;
        report.aviso(
          `O contexto do modelo ${modelo} ("${rotulo}") não foi informado: um servidor que corta o que não cabe só é percebido depois.`,
          'Em Administração, Modelos, informe o contexto em que o servidor o carrega.',
        );
      }
      const end =
        found.modelo.observacao === null ? (fim ?? getTranscriptionCapabilities(modelo).encerraEm) : null;
      if (end !== null && end <= horizon) {
        problems += 1;
        const day = end.split('-').reverse().join('/');
        report.aviso(
          `O modelo ${modelo} ("${rotulo}") ${end <= today ? 'foi encerrado' : 'será encerrado'} pelo fabricante em ${day}.`,
          'Escolha o sucessor no catálogo de modelos.',
        );
      }
      const names = known.get(provedor);
      const listed = !names || names.size === 0 || names.has(modelo) || names.has(`${modelo}:latest`);
      // Requests an unlisted model by its name: several servers may share an address at which only one gives the list.
      if (
        !listed &&
        !env.IA_MODO_DEMONSTRACAO &&
        !(protocolo?.proprio && (await isThere(env, found.modelo)))
      ) {
        problems += 1;
        report.aviso(
          `O provedor não lista o modelo ${modelo} ("${rotulo}").`,
          'Veja se a conta tem acesso a ele (em um servidor próprio: se ele já foi baixado), ou troque-o no catálogo de modelos.',
        );
      }
    }
    if (rows.length > 0 && problems === 0)
      report.ok(`Os ${rows.length} modelos do catálogo podem ser chamados.`);
  })(context, report, signal);
}

/** Compares this machine's clock with the Date header of the product's own address, or of the provider's. */
export const clock: Check = {
  area: 'Relógio',
  limitMs: 10_000,
  run: async ({ env }, report, signal) => {
    const places = [env.PUBLIC_URL, env.OPENAI_BASE_URL].filter((url) => url !== undefined);
    for (const url of places) {
      const begun = Date.now();
      const answer = await fetch(url, { method: 'HEAD', signal, redirect: 'manual' }).catch(() => null);
      const took = Date.now() - begun;
      await answer?.body?.cancel();
      const host = new URL(url).host;
      if (!answer) {
        if (url === env.PUBLIC_URL)
          report.aviso(
            `PUBLIC_URL (${host}) não responde a partir daqui.`,
            'Se as pessoas o abrem, é só a rede desta máquina; senão, veja o proxy da frente.',
          );
        continue;
      }
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (Number.isNaN(date)) continue;
      // The header is cut to whole seconds, so half a second on average is missing.
      const difference = (date + 500 - (begun + took / 2)) / 1000;
      reportClock(host, difference, report, HEADER_TOLERANCE_S);
      if (Math.abs(difference) <= HEADER_TOLERANCE_S) report.ok(`O relógio confere com ${host}.`);
      return;
    }
    report.aviso(
      'Não há com que comparar o relógio: nenhum endereço respondeu.',
      'Confira com timedatectl se a máquina usa NTP.',
    );
  },
};
