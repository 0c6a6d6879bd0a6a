/** Content security policy of the board's pages: the product's, plus the <base> that the board needs. */
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

/** Removes the board's links to fonts of other servers, so that system fonts are used. */
export function withoutForeignFonts(html: string): string {
  return html.replace(/<link href="https:\/\/[^"]*"[^>]*>/g, '');
}

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
