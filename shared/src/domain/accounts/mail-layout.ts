/** A line of a mail's section; the line is a link if `url` is given. */
export type MailLine = { texto: string; detalhe?: string; url?: string | null };

/** An e-mail with at most one button. */
export type MailContent = {
  titulo: string;
  paragrafos: readonly string[];
  fatos?: readonly (readonly [rotulo: string, valor: string])[];
  secoes?: readonly { titulo: string; linhas: readonly MailLine[] }[];
  acao?: { texto: string; url: string };
  rodape: string;
  /** Page with all notice settings of the person. */
  escolha?: { texto: string; url: string };
  /** Page that stops only this kind of mail. */
  descadastro?: { texto: string; url: string };
};

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

const footLinks = ({ escolha, descadastro }: MailContent) =>
  [escolha, descadastro].filter((one) => one !== undefined);

function renderText(content: MailContent, remetente: string): string {
  const { titulo, paragrafos, fatos, secoes, acao, rodape } = content;
  const parts = [titulo, ...paragrafos];
  if (fatos?.length) parts.push(fatos.map(([rotulo, valor]) => `${rotulo}: ${valor}`).join('\n'));
  for (const secao of secoes ?? []) {
    const lines = secao.linhas.map(({ texto, detalhe, url }) =>
      [`- ${texto}`, ...[detalhe, url].filter(Boolean).map((one) => `  ${one}`)].join('\n'),
    );
    parts.push([secao.titulo, ...lines].join('\n'));
  }
  if (acao) parts.push(`${acao.texto}:\n${acao.url}`);
  parts.push(`--\n${remetente}\n${rodape}`);
  for (const { texto, url } of footLinks(content)) parts.push(`${texto}:\n${url}`);
  return `${parts.join('\n\n')}\n`;
}

const SMALL = 'font-size:13px;color:#5b6472';

function sectionHtml({ titulo, linhas }: NonNullable<MailContent['secoes']>[number]): string {
  const rows = linhas.map(({ texto, detalhe, url }) => {
    const said = url
      ? `<a href="${escapeHtml(url)}" style="color:#0f766e;font-weight:600">${escapeHtml(texto)}</a>`
      : escapeHtml(texto);
    return `<li style="margin:0 0 10px">${said}${detalhe ? `<br><span style="${SMALL}">${escapeHtml(detalhe)}</span>` : ''}</li>`;
  });
  return `<h2 style="margin:28px 0 10px;font-size:16px">${escapeHtml(titulo)}</h2><ul style="margin:0;padding:0 0 0 18px">${rows.join('')}</ul>`;
}

function renderHtml(content: MailContent, remetente: string): string {
  const { titulo, paragrafos, fatos, secoes, acao, rodape } = content;
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  const rows = (fatos ?? [])
    .map(
      ([rotulo, valor]) =>
        `<tr><td style="padding:4px 16px 4px 0;color:#5b6472;vertical-align:top">${escapeHtml(rotulo)}</td><td style="padding:4px 0">${escapeHtml(valor)}</td></tr>`,
    )
    .join('');
  const button = acao
    ? `<p style="margin:24px 0"><a href="${escapeHtml(acao.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(acao.texto)}</a></p><p style="${SMALL}">Se o botão não funcionar, copie este endereço no navegador:<br><span style="word-break:break-all">${escapeHtml(acao.url)}</span></p>`
    : '';
  const links = footLinks(content)
    .map(
      ({ texto, url }) => `<br><a href="${escapeHtml(url)}" style="color:#5b6472">${escapeHtml(texto)}</a>`,
    )
    .join('');
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(titulo)}</title></head><body style="margin:0;padding:24px;background:#f4f5f7;${font};font-size:15px;line-height:1.5;color:#1b2430"><div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px"><p style="margin:0 0 20px;font-weight:700;color:#0f766e">Escuta</p><h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(titulo)}</h1>${paragrafos.map((p) => `<p>${escapeHtml(p)}</p>`).join('')}${rows ? `<table style="border-collapse:collapse;margin:16px 0">${rows}</table>` : ''}${(secoes ?? []).map(sectionHtml).join('')}${button}</div><p style="max-width:560px;margin:16px auto 0;font-size:12px;color:#5b6472">${escapeHtml(remetente)}<br>${escapeHtml(rodape)}${links}</p></body></html>`;
}

/** Renders an e-mail, with all input escaped. `remetente`: the installation's operator. */
export function renderMail(content: MailContent, remetente: string): { texto: string; html: string } {
  return { texto: renderText(content, remetente), html: renderHtml(content, remetente) };
}
