import type { Transporter } from 'nodemailer';

const CONNECT_LIMIT_MS = 10_000;
const ANSWER_LIMIT_MS = 30_000;

export type OutgoingMail = {
  id: string;
  para: string;
  assunto: string;
  texto: string;
  html: string;
  /** Unsubscribe address (RFC 8058). */
  descadastro?: string | undefined;
};

export type MailTransport = {
  /** Resolves once the server has accepted the message. @throws errors that `mailFailure` interprets */
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
};

/** Headers for unsubscribing; a single click needs an https address (RFC 8058). */
function unsubscribeHeaders(address: string | undefined): Record<string, string> {
  if (address === undefined) return {};
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { 'List-Unsubscribe': `<${address}>`, ...(address.startsWith('https:') ? oneClick : {}) };
}

/**
 * Connects to a mail server by URL (smtp://user:password@host:587, smtps://host:465); shares its connections. `from`:
 * 'Name <address>'.
 */
export function createSmtp(options: { url: string; from: string; connections: number }): MailTransport {
  let connecting: Promise<Transporter> | null = null;
  // Loads the package at the first message, because it is a twentieth of a worker's code.
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: options.url,
      pool: true,
      maxConnections: options.connections,
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: ANSWER_LIMIT_MS,
      // Keeps the library from reading files or addresses named by a message.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const domain = /@([^>\s]+)>?\s*$/.exec(options.from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, para, assunto, texto, html, descadastro }) => {
      connecting ??= connect();
      const transport = await connecting;
      await transport.sendMail({
        from: options.from,
        // Passes an object, because the library would parse a string as a list of addresses.
        to: { name: '', address: para },
        subject: assunto,
        text: texto,
        html,
        // A message sent twice keeps its id.
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...unsubscribeHeaders(descadastro),
        },
      });
    },
    close: () => void connecting?.then((transport) => transport.close()),
  };
}

/** Connects to a mail server and signs in. @throws errors that `mailFailure` interprets */
export async function verifySmtp(url: string, limitMs: number): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export type MailFailure = {
  /** Reason for the record, without web addresses: a server may quote a secret link. */
  motivo: string;
  codigo: string;
  /** True if the server permanently refuses the message or its receiver. */
  definitiva: boolean;
};

export function mailFailure(error: unknown): MailFailure {
  const { code, responseCode, message } = error as {
    code?: unknown;
    responseCode?: unknown;
    message?: unknown;
  };
  const kind = typeof code === 'string' ? code : 'ERRO';
  const status = typeof responseCode === 'number' ? responseCode : null;
  return {
    motivo: String(message ?? 'Falha ao enviar')
      .replace(/\b\w+:\/\/\S+/g, '[endereço]')
      .replace(/\s+/g, ' ')
      .slice(0, 300),
    codigo: status === null ? kind : `${kind} ${status}`,
    definitiva: (kind === 'EENVELOPE' || kind === 'EMESSAGE') && status !== null && status >= 500,
  };
}
