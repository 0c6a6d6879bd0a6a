/** Content security policy of the board's pages: the product's, plus the board's <base>. */
export const BOARD_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** CSS that shows a queue's label in the board's menu, which only knows the queue's name in Redis. */
const menuName = ({ queue, label }: { queue: string; label: string }) => `
  #bull-board-sidebar a[title="${queue}"] > span { font-size: 0; }
  #bull-board-sidebar a[title="${queue}"] > span::before { content: "${label}"; font-size: 0.9375rem; }`;

/** Styles with the product's fonts and names of queues, and a link back to the product. */
const looksOf = (queues: readonly { queue: string; label: string }[]) => `<style>
  @font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap;
    src: url("/inter.woff2") format("woff2"); }
  :root {
    --font-sans: "Inter Variable", ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif;
    --font-mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
  }
  .escuta-volta { position: fixed; right: 1rem; bottom: 1rem; z-index: 1000; padding: 0.5rem 0.875rem;
    border-radius: 0.5rem; background: #0f6f7b; color: #fff; font: 500 0.875rem/1.25rem var(--font-sans);
    text-decoration: none; box-shadow: 0 1px 4px rgb(0 0 0 / 0.3); }
  .escuta-volta:focus-visible { outline: 2px solid #fff; outline-offset: -4px; }${queues.map(menuName).join('')}
</style>`;
const BACK = '<a class="escuta-volta" href="/admin">← Voltar à Escuta</a>';

/**
 * The board's page in the product's style: in Portuguese, without other servers' fonts, with a link back.
 * @param queues their names in Redis and on screens
 */
export function inOwnLooks(html: string, queues: readonly { queue: string; label: string }[]): string {
  return html
    .replace(/<link href="https:\/\/[^"]*"[^>]*>/g, '')
    .replace('<html lang="en"', '<html lang="pt-BR"')
    .replace(/\bLoading\b/, 'Carregando…')
    .replace('</head>', `${looksOf(queues)}</head>`)
    .replace(/<body[^>]*>/, (body) => body + BACK);
}

/** The board's file of Portuguese texts, below the board's path. */
export const WORDS_FILE = '/static/locales/pt-BR/messages.json';

type Words = { [key: string]: string | Words };
const COUNT = 'Trabalhos: {{count}}';

/** Texts of the board that the product replaces. A count follows its noun, because '0 Tarefa' is wrong Portuguese. */
const OWN_WORDS: Words = {
  DASHBOARD: {
    JOBS_COUNT: COUNT,
    JOBS_COUNT_one: COUNT,
    JOBS_COUNT_many: COUNT,
    JOBS_COUNT_other: COUNT,
    EMPTY_STATE_FILTERED: 'Nenhuma fila tem trabalhos com este status.',
  },
  JOB: { NOT_FOUND: 'Trabalho não encontrado' },
  QUEUE: {
    EMPTY_STATE: 'Nenhum trabalho com este status nesta fila.',
    ACTIONS: { RESUME: 'Retomar', EMPTY: 'Esvaziar', OBLITERATE: 'Excluir a fila' },
    STATUS: {
      LATEST: 'Mais recentes',
      ACTIVE: 'Em andamento',
      WAITING: 'Em espera',
      'WAITING-CHILDREN': 'Aguardando outros trabalhos',
      PRIORITIZED: 'Com prioridade',
      COMPLETED: 'Concluídos',
      FAILED: 'Com erro',
      DELAYED: 'Adiados',
      PAUSED: 'Em pausa',
    },
  },
  ERRORS: { FORBIDDEN: 'Sem permissão' },
};

const merged = (words: Words, own: Words): Words => ({
  ...words,
  ...Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      const given = words[key];
      return [key, typeof value === 'string' ? value : merged(typeof given === 'object' ? given : {}, value)];
    }),
  ),
});

/**
 * Replaces the board's texts by the product's.
 * @param json the board's own file of texts
 */
export const inOwnWords = (json: string): string => JSON.stringify(merged(JSON.parse(json), OWN_WORDS));

/** Page shown if the board's cookie is missing, expired or revoked. */
export const CLOSED_PAGE = `<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Filas — Escuta</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; text-align: center; }
  main { max-width: 28rem; }
  h1 { font-size: 1.25rem; }
</style>
</head>
<body>
<main>
<h1>O painel das filas está fechado</h1>
<p>Ele fica aberto por até 10 minutos, e só para administradores.</p>
<p><a href="/admin/filas">Abrir de novo</a></p>
</main>
</body>
</html>
`;
