/** Content of an e-mail: title, paragraphs, at most one button, facts. */
export type MailContent = {
  titulo: string;
  paragrafos: readonly string[];
  fatos?: readonly (readonly [rotulo: string, valor: string])[];
  acao?: { texto: string; url: string };
  rodape: string;
};

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

function renderText({ titulo, paragrafos, fatos, acao, rodape }: MailContent, remetente: string): string {
  const parts = [titulo, ...paragrafos];
  if (fatos?.length) parts.push(fatos.map(([rotulo, valor]) => `${rotulo}: ${valor}`).join('\n'));
  if (acao) parts.push(`${acao.texto}:\n${acao.url}`);
  parts.push(`--\n${remetente}\n${rodape}`);
  return `${parts.join('\n\n')}\n`;
}

function renderHtml({ titulo, paragrafos, fatos, acao, rodape }: MailContent, remetente: string): string {
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  const rows = (fatos ?? [])
    .map(
      ([rotulo, valor]) =>
        `<tr><td style="padding:4px 16px 4px 0;color:#5b6472;vertical-align:top">${escapeHtml(rotulo)}</td><td style="padding:4px 0">${escapeHtml(valor)}</td></tr>`,
    )
    .join('');
  const button = acao
    ? `<p style="margin:24px 0"><a href="${escapeHtml(acao.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(acao.texto)}</a></p><p style="font-size:13px;color:#5b6472">Se o botão não funcionar, copie este endereço no navegador:<br><span style="word-break:break-all">${escapeHtml(acao.url)}</span></p>`
    : '';
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(titulo)}</title></head><body style="margin:0;padding:24px;background:#f4f5f7;${font};font-size:15px;line-height:1.5;color:#1b2430"><div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px"><p style="margin:0 0 20px;font-weight:700;color:#0f766e">Escuta</p><h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(titulo)}</h1>${paragrafos.map((p) => `<p>${escapeHtml(p)}</p>`).join('')}${rows ? `<table style="border-collapse:collapse;margin:16px 0">${rows}</table>` : ''}${button}</div><p style="max-width:560px;margin:16px auto 0;font-size:12px;color:#5b6472">${escapeHtml(remetente)}<br>${escapeHtml(rodape)}</p></body></html>`;
}

/** Text and HTML bodies of an e-mail, with input escaped. `remetente`: the operator. */
export function renderMail(content: MailContent, remetente: string): { texto: string; html: string } {
  return { texto: renderText(content, remetente), html: renderHtml(content, remetente) };
}
