import { createHash } from 'node:crypto';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { type Env, envSchema } from '@escuta/shared/platform/process/env';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { z } from 'zod';
import type { Source } from '../settings.ts';
import type { Check, Context, Report } from './check.ts';

const SECRETS = ['JWT_SECRET', 'API_KEY_HMAC_SECRET', 'URL_SIGNING_SECRET'] as const;
const HOW: Record<string, string> = {
  DATABASE_URL:
    'Use postgresql://usuario:senha@servidor:5432/banco; com npm start nesta pasta, deixe-o rodando e repita.',
  REDIS_URL: 'Use redis://:senha@servidor:6379/0; com npm start nesta pasta, deixe-o rodando e repita.',
  ENCRYPTION_KEYS:
    'Gere com: echo "k1:$(openssl rand -base64 32)". Se a instalação já tem dados, recupere a original.',
  ...Object.fromEntries(SECRETS.map((name) => [name, 'Gere com: openssl rand -base64 36'])),
};

/** The environment's variables without the invalid ones; each is checked by itself. */
export function readPartialEnv(source: Source): Partial<Env> {
  const entries = Object.entries(envSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(source[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(entries) as Partial<Env>;
}

/** True if a secret has few different characters, repeats a piece or contains a manual's word, unlike random output. */
function looksWeak(secret: string): boolean {
  if (new Set(secret).size < 10) return true;
  if (/^(.{1,16}?)\1+/.exec(secret)?.[0].length === secret.length) return true;
  return /change.?me|troque|exemplo|example|secret|segredo|senha|password|teste|default|123456|abcdef/i.test(
    secret,
  );
}

export const configuration: Check = {
  area: 'Configuração',
  limitMs: 5000,
  run: async (context, report) => {
    const { env, source } = context;
    const parsed = envSchema.safeParse(source, { error: z.locales.pt().localeError });
    for (const issue of parsed.error?.issues ?? []) {
      const name = String(issue.path[0]);
      const state = source[name] ? `está errada: ${issue.message}` : 'não está definida.';
      report.falha(`${name} ${state}`, HOW[name] ?? 'Veja .env.example.');
    }
    checkSecrets(context, report);
    if (env.STORAGE_DRIVER === 's3' && parsed.success) {
      try {
        await createStore(parsed.data);
      } catch (error) {
        report.falha((error as Error).message, 'Preencha as variáveis S3_* no .env.');
      }
    }
    if (env.NODE_ENV === 'production') checkProduction(env, report);
    else
      report.ok(
        `Configuração de ${env.NODE_ENV === 'test' ? 'teste' : 'desenvolvimento'} (NODE_ENV=${env.NODE_ENV}).`,
      );
    if (parsed.success) report.ok('Todas as variáveis são válidas.');
  },
};

function checkSecrets({ env, source }: Context, report: Report): void {
  const seen = new Map<string, string>();
  for (const name of SECRETS) {
    const value = env[name];
    if (value === undefined) continue;
    const twin = seen.get(value);
    if (twin)
      report.falha(`${name} e ${twin} são iguais.`, 'Gere um segredo para cada uma: openssl rand -base64 36');
    seen.set(value, name);
    if (looksWeak(value)) {
      const say = env.NODE_ENV === 'production' ? report.falha : report.aviso;
      say(
        `${name} parece fraco ou copiado de um exemplo.`,
        'Gere outro com: openssl rand -base64 36 (as sessões abertas terminam).',
      );
    }
  }
  if (env.ENCRYPTION_KEYS === undefined) return;
  try {
    const ring = parseKeyRing(env.ENCRYPTION_KEYS);
    for (const [id, key] of ring.keys) {
      if (new Set(key).size < 8) {
        const say = env.NODE_ENV === 'production' ? report.falha : report.aviso;
        say(
          `A chave "${id}" de ENCRYPTION_KEYS não é aleatória (impressão ${createHash('sha256').update(key).digest('hex').slice(0, 8)}).`,
          'Ponha uma nova na frente dela, separada por vírgula: echo "k2:$(openssl rand -base64 32)"',
        );
      }
    }
  } catch (error) {
    report.falha((error as Error).message, HOW.ENCRYPTION_KEYS ?? '');
  }
  if (
    source.POSTGRES_PASSWORD !== undefined &&
    source.POSTGRES_PASSWORD.length > 0 &&
    source.POSTGRES_PASSWORD.length < 12
  ) {
    report.aviso('POSTGRES_PASSWORD é curta.', 'Use ao menos 24 caracteres: openssl rand -hex 24');
  }
}

function checkProduction(env: Partial<Env>, report: Report): void {
  if (!env.PUBLIC_URL) {
    report.falha(
      'PUBLIC_URL não está definida: convites e redefinições de senha saem sem endereço.',
      'Defina o endereço em que as pessoas abrem o produto.',
    );
  } else if (!env.PUBLIC_URL.startsWith('https:') && !/^http:\/\/(localhost|127\.)/.test(env.PUBLIC_URL)) {
    report.aviso(
      'PUBLIC_URL não usa https: senhas e gravações passam abertas pela rede, e entrevistas em campo ficam sem gravação e sem uso fora da rede (o navegador não dá microfone nem armazenamento de páginas a um endereço http).',
      'Use https://: o perfil tls do compose (docker compose --profile tls up -d) ou um certificado no proxy da frente.',
    );
  }
  if (!env.SMTP_URL) {
    report.aviso(
      'SMTP_URL não está definida: nenhum e-mail é enviado.',
      'Use smtp://usuario:senha@servidor:587 ou smtps://servidor:465.',
    );
  } else if (env.MAIL_FROM?.includes('@localhost')) {
    report.aviso(
      'MAIL_FROM ainda é o remetente padrão (@localhost): servidores de e-mail o recusam.',
      "Use 'Escuta <nao-responda@seu-dominio.com.br>'.",
    );
  }
  if (!env.OPERADOR_EMAIL || !env.OPERADOR_CNPJ) {
    report.aviso(
      'OPERADOR_EMAIL ou OPERADOR_CNPJ não estão definidos: as páginas legais ficam incompletas.',
      'Defina OPERADOR_* e ENCARREGADO_* ("Dados legais e cadastro", em docs/operacao/configurar.md).',
    );
  }
  if (env.INIT_ADMIN_PASSWORD) {
    report.aviso(
      'INIT_ADMIN_PASSWORD continua no ambiente.',
      'Depois do primeiro acesso, tire-a do .env: a conta já existe.',
    );
  }
}
