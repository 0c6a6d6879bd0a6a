import { escapeHtml } from '@escuta/shared/domain/accounts/mail-layout';
import { MAILBOX_SIZE, type MailboxRow } from './dev-mailbox-repo.ts';

const WHEN = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const STYLE = `
  :root { color-scheme: light dark; --fundo: #f4f5f7; --cartao: #fff; --texto: #1b2430; --fraco: #5b6472; --linha: #e3e6ea; --cor: #0f766e; }
  @media (prefers-color-scheme: dark) {
    :root { --fundo: #0f1419; --cartao: #182028; --texto: #e8ecf1; --fraco: #9aa5b4; --linha: #2a3440; --cor: #5eead4; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 24px 16px; background: var(--fundo); color: var(--texto);
    font: 15px/1.5 Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
  main { max-width: 860px; margin: 0 auto; }
  h1 { margin: 0 0 4px; font-size: 22px; overflow-wrap: anywhere; }
  h2 { margin: 24px 0 8px; font-size: 15px; }
  p { margin: 0 0 16px; color: var(--fraco); }
  a { color: var(--cor); }
  a:focus-visible { outline: 2px solid var(--cor); outline-offset: 2px; border-radius: 4px; }
  .cartao { background: var(--cartao); border: 1px solid var(--linha); border-radius: 12px; overflow: hidden; }
  ul { margin: 0; padding: 0; list-style: none; }
  li + li { border-top: 1px solid var(--linha); }
  li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; }
  li a:hover { background: var(--fundo); }
  li strong { display: block; overflow-wrap: anywhere; }
  .dados { display: flex; flex-wrap: wrap; gap: 0 16px; color: var(--fraco); font-size: 13px; overflow-wrap: anywhere; }
  .vazio { padding: 40px 16px; text-align: center; color: var(--fraco); }
  iframe { display: block; width: 100%; height: 620px; border: 0; background: #f4f5f7; }
  @media (max-width: 600px) { iframe { height: 780px; } }
  pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

const facts = ({ para, createdAt }: MailboxRow) =>
  `<span class="dados"><span>Para: ${escapeHtml(para)}</span><time datetime="${createdAt.toISOString()}">${WHEN.format(createdAt)}</time></span>`;

/** The page that lists the messages. `path`: the mailbox's path. */
export function listPage(path: string, mails: readonly MailboxRow[]): string {
  const items = mails
    .map(
      (mail) =>
        `<li><a href="${path}/${mail.id}"><strong>${escapeHtml(mail.assunto)}</strong>${facts(mail)}</a></li>`,
    )
    .join('');
  return page(
    'Caixa de e-mail de desenvolvimento',
    `<h1>Caixa de e-mail</h1><p>As últimas ${MAILBOX_SIZE} mensagens que esta instalação de desenvolvimento enviaria. Só este computador pode vê-las. Com SMTP_URL definida, elas vão para o servidor de e-mail.</p><div class="cartao">${
      items ? `<ul>${items}</ul>` : '<div class="vazio">Nenhuma mensagem ainda.</div>'
    }</div>`,
  );
}

const linkUrls = (escaped: string) =>
  escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/**
 * The page of a message: its HTML in a sandboxed frame without scripts, links in a new tab, and its text below.
 * `content`: null if deleted.
 */
export function mailPage(
  path: string,
  mail: MailboxRow,
  content: { texto: string; html: string } | null,
): string {
  const body =
    content === null
      ? '<div class="cartao"><div class="vazio">O conteúdo desta mensagem não está mais disponível.</div></div>'
      : `<div class="cartao"><iframe title="Mensagem" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(
          content.html.replace('<head>', '<head><base target="_blank">'),
        )}"></iframe></div><h2>Versão em texto</h2><div class="cartao"><pre>${linkUrls(escapeHtml(content.texto))}</pre></div>`;
  return page(
    mail.assunto,
    `<p><a href="${path}">← Caixa de e-mail</a></p><h1>${escapeHtml(mail.assunto)}</h1><p>${facts(mail)}</p>${body}`,
  );
}
