// Sending queued e-mails: the worker's sender against a real SMTP server, and the development mailbox.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { dbOn } from '@escuta/prisma/db';
import { renderMail } from '@escuta/shared/domain/accounts/mail-layout';
import { loadWorkerEnv } from '@escuta/shared/platform/process/env';
import { CLASSES_DE_EMAIL, enqueueMails, MAIL_CHANNEL } from '@escuta/shared/services/tasks/mail-queue';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetMail } from '../../api/src/accounts/password-mails.ts';
import { Loop, type RowWork } from '../../worker/src/background/loop.ts';
import { DatabaseListener } from '../../worker/src/listen.ts';
import { mailWork } from '../../worker/src/mail/mail.ts';
import {
  type ClaimedMail,
  claimMails,
  deleteOldMails,
  expireMails,
  handBack,
  lineUp,
} from '../../worker/src/mail/mail-repo.ts';
import { type MailOutcome, mailing } from '../../worker/src/mail/sender.ts';
import { createSmtp } from '../../worker/src/mail/smtp.ts';
import { closeTestDeps, createTestApp, createTestDeps, type TestApp } from '../support/app.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';
import { type Answer, startSmtp, type TestSmtp } from '../support/smtp-server.ts';

const deps = createTestDeps({ PUBLIC_URL: 'https://escuta.example' });
const SECRET = 'segredo-do-link-0123456789';
const cleanUp: (() => Promise<unknown> | unknown)[] = [];
beforeEach(() => deps.db.query('delete from emails'));
afterEach(async () => {
  for (const run of cleanUp.splice(0).reverse()) await run();
});
afterAll(() => closeTestDeps(deps));

const account = { email: 'ana@exemplo.com.br', empresa: 'Lumavia & Filhos', cnpj: '11222333000181' };
const queue = (...addresses: string[]) =>
  enqueueMails(
    deps.db,
    deps,
    addresses.map((para) => ({
      empresaId: null,
      para,
      ...resetMail(account, `https://escuta.example/update-password#token=${SECRET}`),
    })),
  );
const row = async (para: string) => {
  const { rows } = await deps.db.query<{
    status: string;
    tentativas: number;
    cifra: string | null;
    erro: string | null;
  }>('select status::text, tentativas, cifra, erro from emails where para = $1', [para]);
  return rows[0];
};
const status = async (para: string) => (await row(para))?.status;

async function smtp(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
  const server = await startSmtp(options);
  cleanUp.push(server.close);
  return server;
}

/** Starts the worker's sender with short waits. @returns the sender, the lines of its log, and the outcomes */
function sender(url: string, options: { backoffMs?: number[]; leaseMs?: number; pollMs?: number } = {}) {
  const lines: string[] = [];
  const outcomes: MailOutcome[] = [];
  const log = pino(
    new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const work = mailing({
    db: deps.db,
    keyRing: deps.keyRing,
    transport: createSmtp({ url, from: 'Escuta <nao-responda@escuta.example>', connections: 4 }),
    log,
    onOutcome: (outcome) => outcomes.push(outcome),
    pollMs: 50,
    backoffMs: [50, 50, 50, 50, 50],
    ...options,
  });
  const made = new Loop(work, { log });
  cleanUp.push(() => made.stop(2000));
  return { sender: made, lines, outcomes };
}

describe('turns', () => {
  const [one, two] = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002'];
  /** Queues `count` messages in a single statement, as `enqueueMails` would. */
  const rows = (count: number, empresaId: string | null, classe: number, para: string) =>
    deps.db.query(
      `insert into emails (id, empresa_id, para, assunto, classe)
       select gen_random_uuid(), $2, $4 || '-' || n, 'x', $3 from generate_series(1, $1) n`,
      [count, empresaId, classe, para],
    );
  const next = async (count = 4) =>
    (await claimMails(deps.db, count, 60_000)).map(({ para }) => para.replace(/-\d+$/, ''));

  it("with 10,000 invitations of a company waiting, another's password link leaves in the next round, and its notice and invitation too", async () => {
    await rows(10_000, one, CLASSES_DE_EMAIL.convite, 'convite');
    expect(await next()).toEqual(Array(4).fill('convite'));
    const text = resetMail(account, 'https://escuta.example/x');
    await enqueueMails(deps.db, deps, [{ empresaId: two, para: 'senha@exemplo.com.br', ...text }]);
    expect((await next()).sort()).toEqual(['convite', 'convite', 'convite', 'senha@exemplo.com.br']);
    await rows(1, null, CLASSES_DE_EMAIL.aviso, 'aviso');
    expect((await next()).sort()).toEqual(['aviso', 'convite', 'convite', 'convite']);
    // All ten thousand invitations have their turn in the queue before the other company's invitations arrive.
    for (let rounds = 0; (await lineUp(deps.db)) > 0; rounds++) expect(rounds).toBeLessThan(20);
    await rows(2, two, CLASSES_DE_EMAIL.convite, 'outra');
    expect((await next()).sort()).toEqual(['convite', 'convite', 'outra', 'outra']);
    await deps.db.query('analyze emails');
    const { rows: plan } = await deps.db.query<{ 'QUERY PLAN': string }>(
      `explain select id from emails where status = 'pendente' and vez is not null and proxima_em <= now()
       order by classe, vez, id limit 4 for update skip locked`,
    );
    expect(JSON.stringify(plan)).toContain('emails_na_fila_idx');
  });

  it('companies take turns; failed ones and those that a dead worker left return to the queue, once each', async () => {
    await rows(5, one, CLASSES_DE_EMAIL.aviso, 'a');
    await rows(3, two, CLASSES_DE_EMAIL.aviso, 'b');
    await rows(1, null, CLASSES_DE_EMAIL.aviso, 'c');
    const order: string[] = [];
    for (let n = 0; n < 9; n++) order.push(...(await next(1)));
    expect(order.slice(0, 3).sort()).toEqual(['a', 'b', 'c']);
    expect([order.slice(3, 5).sort(), order.slice(5, 7).sort(), order.slice(7)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'a'],
    ]);
    expect(await next()).toEqual([]);
    // The leases of a dead worker expire: its messages are due again, and two workers take each message only once.
    await deps.db.query("update emails set proxima_em = now() - interval '1 second'");
    const both = await Promise.all([claimMails(deps.db, 5, 60_000), claimMails(deps.db, 5, 60_000)]);
    const taken = both.flat();
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    expect(taken.length + (await next(9)).length).toBe(9);
    // A message that a stopping worker gave back is sent before later messages.
    const [mail] = taken;
    if (!mail) throw new Error('nothing was taken');
    await rows(4, two, CLASSES_DE_EMAIL.aviso, 'd');
    await lineUp(deps.db);
    await handBack(deps.db, mail);
    expect((await claimMails(deps.db, 5, 60_000)).map(({ id }) => id)).toContain(mail.id);
  });

  it('no subject carries an address that someone typed', async () => {
    const empresa = 'GANHE R$ 500 em www.exemplo-golpe.com.br agora';
    await enqueueMails(deps.db, deps, [
      {
        empresaId: null,
        para: 'x@exemplo.com.br',
        ...resetMail({ ...account, empresa }, 'https://escuta.example/x'),
      },
      {
        empresaId: null,
        para: 'x@exemplo.com.br',
        ...resetMail(account, 'x'),
        assunto: 'Ticket: ver golpe ponto com',
      },
    ]);
    const { rows: found } = await deps.db.query<{ assunto: string }>(
      'select assunto from emails order by assunto',
    );
    expect(found.map(({ assunto }) => assunto)).toEqual([
      'Redefinição de senha: GANHE R$ 500 em [endereço retirado] agora',
      'Ticket: ver [endereço retirado]',
    ]);
  });
});

describe('sending', () => {
  it('delivers the message, erases the content and writes no secret or address to the log', async () => {
    const server = await smtp({ login: { user: 'carteiro', pass: 'senha-do-smtp' } });
    await queue('ana@exemplo.com.br');
    expect((await row('ana@exemplo.com.br'))?.cifra).not.toContain(SECRET);
    const {
      sender: mail,
      lines,
      outcomes,
    } = sender(`smtp://carteiro:senha-do-smtp@127.0.0.1:${server.port}`);
    mail.start();
    await expect.poll(() => status('ana@exemplo.com.br')).toBe('enviado');
    expect(await row('ana@exemplo.com.br')).toMatchObject({ tentativas: 1, cifra: null, erro: null });
    const [message] = server.received;
    expect(message).toMatchObject({ to: ['ana@exemplo.com.br'], from: 'nao-responda@escuta.example' });
    expect(message?.text).toMatch(/^Message-ID: <[0-9a-f-]{36}@escuta\.example>/m);
    expect(message?.text).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(message?.text).toContain(SECRET);
    await expect.poll(() => outcomes).toEqual(['enviado']);
    const logged = lines.join('');
    expect(logged).toContain('E-mail enviado');
    for (const secret of [SECRET, 'senha-do-smtp', 'ana@', '#token']) expect(logged).not.toContain(secret);
  });

  it('says in its header how a person stops a notice, and never of a password link', async () => {
    const server = await smtp();
    const notice = { titulo: 'Aviso', paragrafos: ['Uma regra disparou.'], rodape: 'Você pediu.' };
    await enqueueMails(deps.db, deps, [
      {
        ...{ empresaId: randomUUID(), para: 'bia@exemplo.com.br', assunto: 'Aviso', conteudo: notice },
        descadastro: { usuarioId: randomUUID(), email: 'falha' },
      },
    ]);
    await queue('ana@exemplo.com.br');
    const { sender: mail } = sender(server.url);
    mail.start();
    await expect.poll(() => server.received.length).toBe(2);
    const textTo = (address: string) => server.received.find(({ to }) => to.includes(address))?.text ?? '';
    const [head = ''] = textTo('bia@exemplo.com.br').split('\r\n\r\n', 1);
    const [, address = ''] = /^List-Unsubscribe:\s+<(\S+)>$/m.exec(head) ?? [];
    expect(address).toMatch(
      /^https:\/\/escuta\.example\/api\/v1\/avisos\/descadastro\?token=[\w.-]{80,200}$/,
    );
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(textTo('ana@exemplo.com.br')).not.toContain('List-Unsubscribe');
  });

  it('leaves when the transaction ends, and does not leave if it rolls back', async () => {
    const server = await smtp();
    const { sender: mail } = sender(server.url, { pollMs: 60_000 });
    const listener = new DatabaseListener(deps.env.DATABASE_URL, deps.log, {
      [MAIL_CHANNEL]: () => mail.wake(),
    });
    cleanUp.push(() => listener.stop());
    await listener.start();
    mail.start();
    const client = await deps.db.pool.connect();
    try {
      for (const [address, end] of [
        ['volta@exemplo.com.br', 'rollback'],
        ['vai@exemplo.com.br', 'commit'],
      ] as const) {
        await client.query('begin');
        await enqueueMails(dbOn(client), deps, [
          { empresaId: null, para: address, ...resetMail(account, 'x') },
        ]);
        await client.query(end);
      }
    } finally {
      client.release();
    }
    await expect.poll(() => server.received.length).toBe(1);
    expect(server.received[0]?.to).toEqual(['vai@exemplo.com.br']);
  });

  it('tries again when the server is down, and delivers when it returns', async () => {
    const away = await startSmtp();
    const { port, url } = away;
    await away.close();
    await queue('paciente@exemplo.com.br');
    const { sender: mail, outcomes } = sender(url, { backoffMs: [50, 50, 50, 600, 600] });
    mail.start();
    await expect.poll(() => outcomes.filter((outcome) => outcome === 'adiado').length).toBeGreaterThan(1);
    expect(await row('paciente@exemplo.com.br')).toMatchObject({
      status: 'pendente',
      erro: expect.stringMatching(/ECONNREFUSED/),
    });
    const back = await smtp({ port });
    await expect.poll(() => status('paciente@exemplo.com.br')).toBe('enviado');
    expect(back.received).toHaveLength(1);
  });

  it('spends no attempt on a connection that the server closed as idle', async () => {
    const server = await smtp();
    const { sender: mail, outcomes } = sender(server.url);
    mail.start();
    for (const address of ['antes@exemplo.com.br', 'depois@exemplo.com.br']) {
      await queue(address);
      await expect.poll(() => status(address)).toBe('enviado');
      // The server closes the idle connection, and no connection is left on either side.
      server.endIdle();
      await expect.poll(server.connections).toBe(0);
    }
    await expect.poll(() => outcomes).toEqual(['enviado', 'enviado']);
  });

  it('gives up after six attempts, with the reason and without the link that the server may repeat', async () => {
    const server = await smtp({ onMessage: () => 451 });
    await queue('nunca@exemplo.com.br');
    const { sender: mail, outcomes } = sender(server.url);
    mail.start();
    await expect.poll(() => status('nunca@exemplo.com.br')).toBe('falhou');
    expect(await row('nunca@exemplo.com.br')).toMatchObject({
      tentativas: 6,
      erro: expect.stringContaining('451'),
    });
    expect((await row('nunca@exemplo.com.br'))?.erro).toContain('[endereço]');
    expect((await row('nunca@exemplo.com.br'))?.erro).not.toMatch(/token|escuta\.example/);
    await expect.poll(() => outcomes).toEqual([...Array(5).fill('adiado'), 'falhou']);
  });

  it('gives up at once on an address that does not exist, and no message holds up the others', async () => {
    const answers: Record<string, Answer> = { 'morto@exemplo.com.br': 550, 'cheio@exemplo.com.br': 452 };
    const server = await smtp({ onRecipient: (address) => answers[address] ?? 'ok' });
    const good = Array.from({ length: 20 }, (_, i) => `boa${i}@exemplo.com.br`);
    await queue('morto@exemplo.com.br', 'cheio@exemplo.com.br', ...good);
    await deps.db.query(`update emails set cifra = 'ilegivel' where para = 'boa0@exemplo.com.br'`);
    const { sender: mail } = sender(server.url, { backoffMs: [60_000] });
    mail.start();
    await expect.poll(() => server.received.length).toBe(19);
    await expect.poll(() => status('morto@exemplo.com.br')).toBe('falhou');
    await expect.poll(() => status('boa0@exemplo.com.br')).toBe('falhou');
    expect(await row('morto@exemplo.com.br')).toMatchObject({ tentativas: 1 });
    await expect.poll(async () => (await row('cheio@exemplo.com.br'))?.erro).toMatch(/452/);
    expect(await status('cheio@exemplo.com.br')).toBe('pendente');
  });

  it('shares the queue between two workers without sending anything twice', async () => {
    const server = await smtp();
    await queue(...Array.from({ length: 60 }, (_, i) => `pessoa${i}@exemplo.com.br`));
    const two = [sender(server.url), sender(server.url)];
    for (const { sender: mail } of two) mail.start();
    await expect.poll(() => server.received.length).toBe(60);
    expect(new Set(server.received.map((message) => message.to[0])).size).toBe(60);
    await expect.poll(() => two.map(({ outcomes }) => outcomes.length).reduce((a, b) => a + b)).toBe(60);
  });

  it('gives back at the end what the server did not answer', async () => {
    const server = await smtp({ onMessage: () => 'wait' });
    await queue('lenta@exemplo.com.br');
    const { sender: mail } = sender(server.url);
    mail.start();
    await expect.poll(server.waiting).toBe(1);
    await mail.stop(100);
    const { rows } = await deps.db.query(
      `select tentativas from emails where status = 'pendente' and proxima_em <= now() and cifra is not null`,
    );
    expect(rows).toEqual([{ tentativas: 0 }]);
  });

  it('erases old records and gives up what nobody could send in time', async () => {
    await queue('velha@exemplo.com.br', 'atrasada@exemplo.com.br', 'nova@exemplo.com.br');
    const age = (para: string, days: number) =>
      deps.db.query(`update emails set created_at = now() - $2 * interval '1 day' where para = $1`, [
        para,
        days,
      ]);
    await age('velha@exemplo.com.br', 31);
    await age('atrasada@exemplo.com.br', 4);
    await deleteOldMails(deps.db);
    expect(await expireMails(deps.db)).toBe(1);
    expect(await row('velha@exemplo.com.br')).toBeUndefined();
    expect(await row('atrasada@exemplo.com.br')).toMatchObject({ status: 'falhou', cifra: null });
    expect(await status('nova@exemplo.com.br')).toBe('pendente');
  });
});

describe('the worker', () => {
  let child: ChildProcess;
  let output = '';
  const start = (env: Record<string, string>) => {
    output = '';
    child = spawn(process.execPath, [program('worker/src/main.ts')], {
      env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'debug', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    cleanUp.push(() => child.kill('SIGKILL'));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  };

  it('does not lose the message when it dies while sending', async () => {
    let answer: Answer = 'wait';
    const server = await smtp({
      onMessage: () => answer,
      login: { user: 'carteiro', pass: 'senha-do-smtp' },
    });
    await queue('ana@exemplo.com.br');
    start({ SMTP_URL: `smtp://carteiro:senha-do-smtp@127.0.0.1:${server.port}` });
    await expect.poll(server.waiting).toBe(1);
    await end(child, 'SIGKILL');
    for (const secret of [SECRET, 'senha-do-smtp', 'ana@']) expect(output).not.toContain(secret);
    expect(await row('ana@exemplo.com.br')).toMatchObject({ status: 'pendente', cifra: expect.any(String) });

    answer = 'ok';
    const { sender: next } = sender(`smtp://carteiro:senha-do-smtp@127.0.0.1:${server.port}`);
    next.start();
    // While the dead worker's lease is valid, a later message is sent first.
    await queue('bia@exemplo.com.br');
    await expect.poll(() => status('bia@exemplo.com.br')).toBe('enviado');
    expect(server.received.map(({ to }) => to)).toEqual([['bia@exemplo.com.br']]);
    // After the lease has expired, the first message is sent too.
    await deps.db.query(`update emails set proxima_em = now()`);
    await expect.poll(() => status('ana@exemplo.com.br')).toBe('enviado');
    expect(server.received).toHaveLength(2);
  });

  it('leaves the messages in the queue without SMTP_URL, and in production says so once', async () => {
    await queue('ana@exemplo.com.br');
    start({ NODE_ENV: 'production' });
    await expect.poll(() => output).toContain('Worker no ar');
    expect(output.split('SMTP_URL não está definida').length - 1).toBe(1);
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(await row('ana@exemplo.com.br')).toMatchObject({ status: 'pendente', tentativas: 0 });
  });
});

describe('development mailbox', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  const get = (
    url: string,
    options: { remoteAddress?: string; headers?: Record<string, string> } = {},
    app = test.app,
  ) => app.inject({ url, remoteAddress: '127.0.0.1', ...options });
  const idOf = async (para: string) =>
    (await deps.db.query<{ id: string }>('select id from emails where para = $1', [para])).rows[0]?.id;

  it('lists the messages and shows each, with its link', async () => {
    await queue('ana@exemplo.com.br');
    const list = await get('/caixa-de-email');
    expect(list.statusCode).toBe(200);
    expect(list.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(list.body).toContain('Redefinição de senha: Lumavia &amp; Filhos');
    const id = await idOf('ana@exemplo.com.br');
    expect(list.body).toContain(`href="/caixa-de-email/${id}"`);
    const message = await get(`/caixa-de-email/${id}`);
    expect(message.body).toContain(`<a href="https://escuta.example/update-password#token=${SECRET}">`);
    expect(message.body).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect((await get('/caixa-de-email/00000000-0000-7000-8000-000000000000')).statusCode).toBe(404);
    expect((await get('/caixa-de-email/x')).statusCode).toBe(404);
  });

  it('exists only for this computer, called by its own name', async () => {
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect((await get('/caixa-de-email', { remoteAddress })).statusCode).toBe(200);
    }
    expect((await get('/caixa-de-email', { remoteAddress: '10.0.0.7' })).statusCode).toBe(404);
    // Requests of a foreign page whose host name was rebound to this address are refused.
    expect((await get('/caixa-de-email', { headers: { host: 'atacante.example' } })).statusCode).toBe(404);
    const proxied = await createTestApp({ TRUST_PROXY: 'true' });
    try {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      expect((await get('/caixa-de-email', { headers }, proxied.app)).statusCode).toBe(404);
    } finally {
      await proxied.close();
    }
  });

  it.each([{ NODE_ENV: 'production' as const }, { SMTP_URL: 'smtp://127.0.0.1:1025' }])(
    'does not exist with %j',
    async (env) => {
      const app = await createTestApp(env);
      try {
        expect((await get('/caixa-de-email', {}, app.app)).statusCode).toBe(404);
        expect(app.app.printRoutes()).not.toContain('caixa-de-email');
      } finally {
        await app.close();
      }
    },
  );
});

it('sends what waits though old messages cannot be tidied up', async () => {
  await queue('arrumacao@exemplo.com.br');
  const query = (statement: { name?: string }) =>
    statement.name === 'mail_expire' ? Promise.reject(new Error('57014')) : deps.db.query(statement as never);
  const work = mailWork({
    env: { ...loadWorkerEnv(), SMTP_URL: 'smtp://127.0.0.1:1' },
    db: Object.create(deps.db, { query: { value: query } }) as typeof deps.db,
    log: deps.log,
    onOutcome: () => undefined,
  }) as RowWork<ClaimedMail>;
  expect((await work.take(1000)).map(({ para }) => para)).toContain('arrumacao@exemplo.com.br');
  work.close?.();
});

it('writes what people typed as text, in both bodies', () => {
  const { assunto, conteudo } = resetMail(
    { ...account, empresa: '<script>alert(1)</script>' },
    'https://x/#token=1',
  );
  const { html, texto } = renderMail(conteudo, 'Operadora');
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;');
  expect(texto).toContain('<script>alert(1)</script>');
  expect(assunto).toContain('<script>');
});
