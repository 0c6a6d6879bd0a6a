/** What the board's pages may load and do: as the product's own, but for the <base> that the board's addresses rest on. */
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

/** The board's page without the fonts that it would fetch from a stranger: the system's are used. */
export function withoutForeignFonts(html: string): string {
  return html.replace(/<link href="https:\/\/[^"]*"[^>]*>/g, '');
}

/** Shown instead of the board when its cookie is missing, used up or revoked. */
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
