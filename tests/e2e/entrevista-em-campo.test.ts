// An interview without a network, with faults on the way: a killed tab, no space, no microphone, a refusal. In the end
// the server has exactly what the device wrote.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { activeMs, marksOf } from '@escuta/shared/domain/interview/device/active-time';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { logText } from '@escuta/shared/domain/interview/device/log-digest';
import pg from 'pg';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { findFfmpeg } from '../../scripts/lib/programs.mjs';
import { PATIENCE_MS } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { openSession, type Session, signIn, violationsIn } from '../support/web-pages.ts';

const baseUrl = inject('baseUrl');
/** Number of kills in npm run test:longo -- campo; npm test kills twice, in the first test. */
const KILLS = 200;
const SEED = 20261122;
/** Length of a piece of sound (web/src/field/device/sound/recorder.ts), ms. */
const PIECE_MS = 5000;
const SAMPLE = new URL('../../samples/entrevistas/entrevista-09.mp3', import.meta.url);

let browser: Browser;
let folder: string;
let company: OwnCompany;
/** Session of a company that can pay for audits. */
let rich: Session;
let db: pg.Client;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'escuta-campo-'));
  const voice = join(folder, 'voz.wav');
  // The microphone plays a real interview in a loop.
  execFileSync(findFfmpeg()!, [
    ...['-loglevel', 'error', '-i', SAMPLE.pathname, '-ar', '48000', '-ac', '1', voice],
  ]);
  browser = await chromium.launch({
    executablePath: inject('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${voice}`,
    ],
  });
  company = await registerCompany(baseUrl, `Campo ${Date.now()}`);
  rich = await openSession(
    baseUrl,
    inject('demo').logins.find(({ email }) => email === 'gerente@horizonte.example')!,
  );
  db = new pg.Client(inject('databaseUrl').split('?')[0]);
  await db.connect();
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await db.end();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

type Made = { id: string };

/** Publishes a questionnaire's draft, because phones store only published versions. */
async function publish(id: string, { api } = company.gerente): Promise<void> {
  const { publicacao } = await api<QuestionarioDetalhe>('GET', `/questionarios/${id}`);
  await api('POST', `/questionarios/${id}/publicar`, { rascunho: publicacao.rascunho });
}

/** Publishes a questionnaire of scales from 0 to 9, each answered by a key; question `aberta` is answered in words. */
async function makeQuestionnaire(
  nome: string,
  perguntas: number,
  person = company.gerente,
  aberta = 0,
): Promise<{ id: string; pesquisaId: string }> {
  const { api } = person;
  const projeto = await api<Made>('POST', '/projetos', { nome, tipo_projeto: 'pesquisa' });
  const pesquisa = await api<Made>('POST', '/pesquisas', { titulo: nome, projeto_id: projeto.id });
  const { id } = await api<Made>('POST', '/questionarios', { nome, pesquisa_id: pesquisa.id });
  for (let n = 1; n <= perguntas; n += 1) {
    await api('POST', '/perguntas', {
      questionario_id: id,
      codigo: `P${n}`,
      ...(n === aberta
        ? { texto_pergunta: 'O que falta no bairro?', tipo: 'texto' }
        : {
            texto_pergunta: `De zero a nove, que nota dá ao ponto ${n}?`,
            tipo: 'escala',
            minimo: 0,
            maximo: 9,
          }),
    });
  }
  await publish(id, person);
  return { id, pesquisaId: pesquisa.id };
}

/** Opens a browser context like a phone's. `microphone`: whether its pages may use the microphone. */
async function phone({ microphone = true } = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    permissions: microphone ? ['microphone'] : [],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  contexts.push(context);
  return context;
}

async function open(context: BrowserContext, address: string, session = company.gerente): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, session);
  await page.goto(address);
  return page;
}

/** Waits until the runner's service worker is active, so that the runner also opens without a network. */
const ready = (page: Page) =>
  expect
    .poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), {
      timeout: PATIENCE_MS,
    })
    .toBe(true);

async function begin(page: Page, nome: string): Promise<void> {
  await page.getByLabel('Nome completo').fill(nome);
  await page.getByRole('button', { name: 'Iniciar Entrevista' }).click();
}

const answer = async (page: Page, n: number, nota: number, total: number): Promise<void> => {
  await page.getByText(`Pergunta ${n}/${total}`).waitFor();
  await page.keyboard.press(String(nota));
  await expect.poll(() => page.getByRole('radio', { name: String(nota) }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
};

/** Contents of a device, read from the storage without the runner: the log and the sound of its only interview. */
type Held = {
  id: string;
  eventos: EventoAparelho[];
  sons: { gravacao: number; n: number; ateMs: number; sha256: string }[];
};
const held = (page: Page) =>
  page.evaluate<Held | null>(`(async () => {
    const asked = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const name = 'escuta-campo-' + localStorage.getItem('campo:dono');
    const db = await asked(indexedDB.open(name));
    const tx = db.transaction(['entrevistas', 'eventos', 'partes']);
    const [entrevistas, eventos, partes] = await Promise.all(
      ['entrevistas', 'eventos', 'partes'].map((store) => asked(tx.objectStore(store).getAll())));
    db.close();
    return entrevistas.length === 0 ? null : {
      id: entrevistas[0].id, eventos,
      sons: partes.map(({ gravacao, n, ateMs, sha256 }) => ({ gravacao, n, ateMs, sha256 })),
    };
  })()`);

const LONG_ANSWER = 'Falta água toda semana e o ônibus não passa depois das dez da noite. '.repeat(5);

/** Returns the last text answer in the log of the device's only interview, or null if no text is stored yet. */
const typedIn = async (page: Page): Promise<string | null> =>
  (await held(page))?.eventos.findLast(({ valor }) => (valor?.texto?.length ?? 0) > 1)?.valor?.texto ?? null;

/**
 * Checks that the device has all sound up to a recording's last known event, except at most two pieces of 5 s plus the
 * time to store a piece (encoding, hashing, strict write), measured on the stored pieces; this time is 0 if none is
 * stored.
 * @returns why each recording stopped
 */
function expectLittleLost({ eventos, sons }: Held): (string | null)[] {
  const late = Math.max(0, ...sons.map(({ n, ateMs }) => ateMs - n * PIECE_MS));
  const stopped = eventos.filter(({ tipo }) => tipo === 'gravacao_interrompida');
  for (const { gravacao, mono_ms, audio_ms } of stopped) {
    const of = eventos.filter((one) => one.gravacao === gravacao && one.tipo !== 'gravacao_interrompida');
    const started = of.find(({ tipo }) => tipo === 'gravacao_iniciada')!;
    const last = Math.max(...of.map((one) => one.mono_ms));
    const missing = Math.min(last, mono_ms) - started.mono_ms - audio_ms!;
    expect(missing, `gravação ${gravacao}`).toBeLessThanOrEqual(2 * PIECE_MS + late);
  }
  return stopped.map(({ motivo }) => motivo);
}

/** Reads the device's log of an interview from the server's database. */
async function logAtServer(id: string): Promise<EventoAparelho[]> {
  const { rows } = await db.query(
    `select seq, tipo, pergunta_id, valor, valor_anterior, mono_ms::float8, relogio::float8, gravacao, audio_ms::float8,
      motivo
     from entrevista_eventos where entrevista_id = $1 and fonte = 'aparelho' order by seq`,
    [id],
  );
  return rows;
}

/** Reads from the server the first event of the questionnaire's interview in which the respondent refused consent. */
async function refusal(questionarioId: string): Promise<{ tipo: string; relogio: number } | undefined> {
  const { rows } = await db.query<{ tipo: string; relogio: number }>(
    `select v.tipo, v.relogio::float8 from entrevista_eventos v join entrevistas e on e.id = v.entrevista_id
     where e.questionario_id = $1 and e.consentimento = 'recusou' and v.fonte = 'aparelho' and v.seq = 1`,
    [questionarioId],
  );
  return rows[0];
}

/**
 * Checks that the server has each piece of sound once, byte for byte: before the sound is joined as an uploaded piece,
 * afterwards in the list of pieces that remains.
 */
async function expectSound({ id, sons }: Held): Promise<void> {
  type Piece = Pick<Held['sons'][number], 'gravacao' | 'n' | 'sha256'>;
  const { rows } = await db.query<Piece>(
    `select e.numero as gravacao, p.n, p.sha256 from envios e join envio_partes p on p.envio_id = e.id
      where e.dono_id = $1
     union all select gravacao, n, sha256 from entrevista_partes where entrevista_id = $1`,
    [id],
  );
  const names = (pieces: Piece[]) =>
    pieces.map(({ gravacao, n, sha256 }) => `${gravacao}.${n} ${sha256}`).sort();
  expect(names(rows)).toEqual(names(sons));
}

/**
 * Checks that a page is readable in sunlight: axe finds nothing, and contrast meets WCAG AAA. Repeats while colours
 * change (a dark screen, a new notice), because only the stable state counts.
 */
async function expectReadable(page: Page): Promise<void> {
  const look = async () => {
    const violations = await violationsIn(page, { rules: { 'color-contrast-enhanced': { enabled: true } } });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  };
  await expect.poll(look).toEqual([]);
}

/** Checks one-handed use: nothing is wider than a small screen, and every control is as large as a finger. */
async function expectOneHanded(page: Page): Promise<void> {
  const small = await page.evaluate<string[]>(`(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const pressed = [...document.querySelectorAll('button, a, label:has(input), input:not(label input), textarea')];
    return [
      ...(wide > 0 ? ['mais larga que a tela: ' + wide] : []),
      ...pressed.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        // Skips hidden controls, which nobody presses.
        if (width === 0 || (width >= 44 && height >= 44)) return [];
        return [one.outerHTML.slice(0, 120) + ': ' + width + ' x ' + height];
      }),
    ];
  })()`);
  expect(small).toEqual([]);
}

/** Exposes the microphone's tracks, so that a test can take them away as a phone call does. */
const TRACKS = `(() => {
  const ask = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
  if (!ask) return;
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    globalThis.perdeMicrofone = () => {
      for (const track of stream.getTracks()) { track.stop(); track.dispatchEvent(new Event('ended')); }
    };
    return stream;
  };
})()`;

/** Ends a page as a crash does: none of its code runs afterwards. */
async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

it('leads from a field-only invitation to the first question in three touches, and stays in the field', async () => {
  await makeQuestionnaire('Do convite', 1);
  const token = `convite-${Date.now()}`;
  const invited = await company.gerente.api<{ id: string }>('POST', '/users', {
    email: `${token}@exemplo.com.br`,
    so_campo: true,
  });
  // The test cannot read the mailed link, because the queued mail is encrypted; so it replaces the link's token.
  await db.query('update tokens_redefinicao_senha set token_hash = $1 where membro_id = $2', [
    createHash('sha256').update(token).digest('hex'),
    invited.id,
  ]);
  const page = await (await phone()).newPage();
  await page.goto(`/update-password#token=${token}`);
  await page.getByLabel('Seu nome').fill('Rita Campos');
  await page.getByLabel('Nova Senha', { exact: true }).fill('trovoada-azul-7');
  await page.getByLabel('Confirme a Nova Senha').fill('trovoada-azul-7');
  await page.getByRole('button', { name: 'Aceitar e entrar' }).tap();
  await page.waitForURL('**/entrevista/**');
  // With several questionnaires, left by other tests of this file, the field home lists them.
  const list = page.getByRole('button', { name: 'Iniciar Do convite' });
  await list.or(page.getByLabel('Nome completo')).first().waitFor();
  if (await list.isVisible()) await list.tap();
  await page.getByLabel('Nome completo').fill('Dona Zilda Aparecida dos Santos Oliveira Cavalcanti');
  await page.getByLabel('Telefone (opcional)').fill('11987654321');
  await page.getByRole('button', { name: 'Iniciar Entrevista' }).tap();
  await page.getByRole('button', { name: 'Aceita participar e ser gravado' }).tap();
  const question = page.getByRole('group', { name: /nota dá ao ponto 1/ });
  await question.waitFor();
  expect((await question.boundingBox())!.y).toBeLessThan(180);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await expectReadable(page);
  await expectOneHanded(page);
  await page.keyboard.press('7');
  await page.keyboard.press('Enter');
  await page.getByText('Entrevista finalizada!').first().waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Voltar ao Dashboard' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Nova entrevista' }).waitFor();
  await page.getByText(/foram salvas e enviadas/).waitFor();

  await page.goto('/dashboard/pesquisas');
  await page.getByRole('heading', { name: 'Minhas entrevistas' }).waitFor();
  await page.getByText('A sua conta é só de campo').waitFor();
  await page.getByRole('list', { name: 'Minhas entrevistas' }).getByText('Do convite').first().waitFor();
  expect(await page.getByText(/Dona Zilda/).count()).toBe(0);
  await expect.poll(async () => (await violationsIn(page, {})).map(({ id }) => id)).toEqual([]);
});

it('does a whole interview without a network, killed twice; the server has all of it, and audits it', async () => {
  const { id: questionario, pesquisaId } = await makeQuestionnaire(`Sem rede ${Date.now()}`, 4, rich, 3);
  const context = await phone();
  let page = await open(context, `/entrevista/${questionario}`, rich);
  await page.getByLabel('Nome completo').waitFor();
  await ready(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^Sem conexão: este é o questionário baixado em/).waitFor();
  await page.getByRole('button', { name: 'Definir PIN' }).waitFor();
  await expectReadable(page);
  await expectOneHanded(page);
  await begin(page, 'Dona Lurdes');
  await page.getByText('Gravando', { exact: true }).waitFor();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Aceita participar e ser gravado' }).click();
  await page.getByText('Pergunta 1/4').waitFor();
  await expectReadable(page);
  await expectOneHanded(page);
  await answer(page, 1, 7, 4);
  await page.getByText('Pergunta 2/4').waitFor();
  /** Waits until this many questions were shown and stored, so that the interview reopens at the last of them. */
  const wereShown = (count: number) =>
    expect
      .poll(
        async () => (await held(page))?.eventos.filter(({ tipo }) => tipo === 'pergunta_exibida').length,
        {
          timeout: PATIENCE_MS,
        },
      )
      .toBe(count);
  // Waits until a piece of sound is stored.
  await expect.poll(async () => (await held(page))?.sons.length, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  await wereShown(2);
  const address = page.url();
  await kill(page);

  // Withdraws the microphone to end the recording, because the demo AI does not recognise a sample whose words repeat.
  await context.clearPermissions();
  page = await open(context, '/entrevista/', rich);
  await page.getByRole('button', { name: 'Continuar a entrevista de Dona Lurdes' }).click();
  await page.getByText('Pergunta 2/4').waitFor();
  await page.getByRole('button', { name: 'Retomar gravação' }).waitFor();
  await answer(page, 2, 3, 4);
  await page.getByText('Pergunta 3/4').waitFor();
  await wereShown(3);
  // The page is killed while words are typed without a pause; reopened, the page restores the stored words.
  await page.getByLabel('Resposta').focus();
  void page.keyboard.type(LONG_ANSWER, { delay: 60 }).catch(() => undefined);
  await expect
    .poll(async () => (await typedIn(page))?.length ?? 0, { timeout: PATIENCE_MS })
    .toBeGreaterThan(8);
  const typed = (await typedIn(page))!;
  await kill(page);

  page = await open(context, address, rich);
  await page.getByText('Pergunta 3/4').waitFor();
  const kept = await page.getByLabel('Resposta').inputValue();
  expect([LONG_ANSWER.startsWith(kept), kept.startsWith(typed)]).toEqual([true, true]);
  await page.getByLabel('Resposta').fill('Falta água.');
  await page.getByRole('button', { name: 'Próxima' }).click();
  // A second tab of the same interview only shows that the first one is in use.
  const other = await open(context, address, rich);
  await other.getByText('Esta entrevista está aberta em outra aba').waitFor();
  await other.close();
  await answer(page, 4, 0, 4);
  await page.getByText('Entrevista finalizada!').first().waitFor();
  // The browser shows this page or already the queue, both of which must be readable.
  await expectReadable(page);
  // Without a network, the end of the interview leads to the queue.
  await page.getByRole('list', { name: 'Entrevistas a enviar' }).getByText('Dona Lurdes').waitFor();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Tela escura' }).click();
  await expectReadable(page);
  // Sets the suggested PIN; the next opening asks for it.
  await page.getByRole('button', { name: 'Definir PIN' }).first().click();
  const pin = page.getByRole('dialog', { name: 'PIN deste aparelho' });
  await pin.getByLabel('PIN', { exact: true }).fill('2468');
  await pin.getByLabel('Repita o PIN').fill('2468');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Salvar PIN' }).click();
  await page.getByRole('button', { name: 'Trocar PIN' }).waitFor();
  await page.evaluate(`sessionStorage.clear()`);
  await page.reload();
  const locked = page.getByRole('dialog', { name: 'Digite o seu PIN' });
  await locked.waitFor();
  await expectReadable(page);
  await locked.getByLabel('PIN').fill('2468');
  await locked.getByRole('button', { name: 'Abrir' }).click();
  await locked.waitFor({ state: 'detached' });
  const device = (await held(page))!;
  expect(expectLittleLost(device)).toEqual(['aparelho_caiu']);

  await context.setOffline(false);
  await page.getByText(/^Tudo enviado\./).waitFor();
  expect(logText(await logAtServer(device.id))).toBe(logText(device.eventos));
  // The local copy is deleted.
  expect(await held(page)).toBeNull();
  await expectSound(device);
  type Row = { situacao: string; respondidas: number };
  const rows = await rich.api<Row[]>('GET', `/pesquisas/${pesquisaId}/entrevistas`);
  expect(rows).toMatchObject([{ situacao: 'concluida', respondidas: 4 }]);
  const { respostas } = await rich.api<{ respostas: { texto_resposta: string }[] }>(
    'GET',
    `/entrevistas/${device.id}`,
  );
  expect(respostas.map(({ texto_resposta }) => texto_resposta).sort()).toEqual([
    '0',
    '3',
    '7',
    'Falta água.',
  ]);

  // The interview's sound is joined, measured and audited like any other recording.
  type Item = { id: string; duracao_s: number | null; status: string; motivo: string | null };
  const item = async () =>
    (await rich.api<{ item: Item }[]>('GET', `/pesquisas/${pesquisaId}/entrevistas`))[0]!.item;
  // Only checks that there is a length, because a busy machine changes it (see below); tests/integration/montagem
  // checks that joining loses nothing.
  await expect.poll(async () => (await item()).duracao_s ?? 0, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  const auditoriaItemId = (await item()).id;
  await rich.api('POST', '/auditoria-resultado/processar', { auditoriaItemId });
  const status = async () => {
    const now = await item();
    return now.motivo ?? now.status;
  };
  // On a busy machine Chromium's microphone drops sound, so that the demo AI, which knows its samples by their sound,
  // reports an unknown recording. Even that report proves that the joined recording was sent for transcription. The
  // test 'portal' follows audits to their end, and 'entrevista-auditada' checks their results.
  const HEARD = ['concluido', expect.stringMatching(/^A IA de demonstração transcreve somente/)];
  await expect
    .poll(async () => [await status()], { timeout: PATIENCE_MS })
    .toEqual([expect.toBeOneOf(HEARD)]);
});

longo.test(
  'keeps nobody who does not want to take part, and begins nothing without a microphone where a recording is wanted',
  async () => {
    const { id: questionario } = await makeQuestionnaire('Recusas', 1);
    const page = await open(await phone(), `/entrevista/${questionario}`);
    await begin(page, 'Seu Raimundo');
    await page.getByText('Gravando', { exact: true }).waitFor();
    await expect.poll(async () => (await held(page))?.id).toBeTruthy();
    const { id } = (await held(page))!;
    await page.getByRole('button', { name: 'Não quer participar' }).click();
    await page.getByText('Participação recusada').waitFor();
    await page.waitForURL('**/dashboard');
    const { rows } = await db.query(
      'select nome_entrevistado, telefone_entrevistado, situacao from entrevistas where id = $1',
      [id],
    );
    expect(rows).toEqual([{ nome_entrevistado: '', telefone_entrevistado: null, situacao: 'interrompida' }]);
    expect((await db.query('select 1 from envios where dono_id = $1', [id])).rowCount).toBe(0);

    await company.gerente.api('PUT', `/questionarios/${questionario}`, { sem_gravacao: false });
    await publish(questionario);
    const silent = await open(await phone({ microphone: false }), `/entrevista/${questionario}`);
    await begin(silent, 'Dona Iva');
    const problem = silent.getByRole('dialog', { name: 'A entrevista não pode ser gravada' });
    await problem.getByText('Este questionário só aceita entrevistas gravadas.').waitFor();
    expect(await problem.getByRole('button', { name: 'Começar sem gravação' }).count()).toBe(0);
    expect(await held(silent)).toBeNull();
  },
);

/**
 * Script: after `cheio()` the device has no space until the answers' reserve is released, and even then none for sound.
 * Simulated, because Chromium applies a quota (Storage.overrideQuotaForOrigin) only every 30 seconds.
 */
const FULL = `(() => {
  let full = false;
  let ballast = true;
  globalThis.cheio = () => { full = true; };
  const { put, delete: remove } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...args) {
    if (full && (this.name === 'partes' || ballast)) throw new DOMException('cheio', 'QuotaExceededError');
    return put.apply(this, args);
  };
  IDBObjectStore.prototype.delete = function (key) {
    if (this.name === 'meta' && key === 'lastro') ballast = false;
    return remove.call(this, key);
  };
})()`;

longo.test(
  'records on by a tap after a call, and goes on without sound when the device is full: the answers have room that was kept for them',
  async () => {
    const { id: questionario } = await makeQuestionnaire('Cheio', 2);
    const context = await phone();
    await context.addInitScript(TRACKS);
    await context.addInitScript(FULL);
    const page = await open(context, `/entrevista/${questionario}`);
    await begin(page, 'Dona Nair');
    await page.getByRole('button', { name: 'Aceita participar e ser gravado' }).click();
    await page.getByText('Pergunta 1/2').waitFor();
    // A phone call takes the microphone away: the page reports it, and a tap resumes recording.
    await page.evaluate('perdeMicrofone()');
    await page.getByText('Gravação parada: as falas não estão sendo gravadas.').waitFor();
    await expectReadable(page);
    await expectOneHanded(page);
    await page.getByRole('button', { name: 'Retomar gravação' }).click();
    await page.getByText('Gravando', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Interromper' }).click();
    await page.getByRole('dialog', { name: 'Interromper a entrevista?' }).waitFor();
    await expectReadable(page);
    await page.getByRole('button', { name: 'Continuar a entrevista' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.evaluate('cheio()');
    await page.getByText('Sem gravação. Sem espaço no aparelho.').waitFor();
    await answer(page, 1, 5, 2);
    await page.getByText('Pergunta 2/2').waitFor();
    const { id, eventos } = (await held(page))!;
    expect(eventos.map(({ tipo }) => tipo)).toEqual(
      expect.arrayContaining(['gravacao_interrompida', 'sem_espaco', 'resposta_alterada']),
    );
    const sounds = eventos.filter(({ tipo }) => tipo.startsWith('gravacao_'));
    expect(sounds.map(({ tipo, gravacao, motivo }) => [tipo, gravacao, motivo])).toEqual([
      ['gravacao_iniciada', 1, null],
      ['gravacao_interrompida', 1, 'microfone_perdido'],
      ['gravacao_iniciada', 2, null],
      ['gravacao_interrompida', 2, 'sem_espaco'],
    ]);
    // Signing out on the dashboard warns first; the page of the open interview continues, but nobody else can open it.
    const dashboard = await open(context, '/dashboard');
    await dashboard.setViewportSize({ width: 1280, height: 800 });
    await dashboard.getByRole('button', { name: /^Minha Conta/ }).click();
    await dashboard.getByRole('menuitem', { name: 'Sair' }).click();
    await dashboard.getByText(/^1 entrevista ainda não foi enviada\./).waitFor();
    await dashboard.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect.poll(() => page.evaluate<string | null>(`localStorage.getItem('token')`)).toBeNull();
    await expect.poll(() => page.evaluate<string | null>(`localStorage.getItem('campo:dono')`)).toBeNull();
    await dashboard.close();
    await answer(page, 2, 6, 2);
    await page.getByText('Entrevista finalizada!').first().waitFor();
    const answers = async () => {
      const { respostas } = await company.gerente.api<{ respostas: { texto_resposta: string }[] }>(
        'GET',
        `/entrevistas/${id}`,
      );
      return respostas.map(({ texto_resposta }) => texto_resposta).sort();
    };
    await expect.poll(answers, { timeout: PATIENCE_MS }).toEqual(['5', '6']);
  },
);

longo.test(
  'pauses the interview under way when another one begins, in whatever tab: nobody else is heard in its recording',
  async () => {
    const { id: questionario } = await makeQuestionnaire('Duas abas', 2);
    const context = await phone();
    const maria = await open(context, `/entrevista/${questionario}`);
    await begin(maria, 'Dona Maria');
    await maria.getByRole('button', { name: 'Aceita participar e ser gravado' }).click();
    await answer(maria, 1, 4, 2);
    await maria.getByText('Pergunta 2/2').waitFor();
    const { id } = (await held(maria))!;

    // The questionnaire's link in another tab offers the unfinished interview.
    const other = await open(context, `/entrevista/${questionario}`);
    await other.getByRole('button', { name: 'Continuar Dona Maria' }).waitFor();
    await expectReadable(other);
    await expectOneHanded(other);
    await other.getByRole('button', { name: 'Começar outra' }).click();
    await maria.getByText('A entrevista de Dona Maria está pausada').waitFor();
    await expectReadable(maria);
    await expectOneHanded(maria);
    await begin(other, 'Seu João');
    await other.getByText('Gravando', { exact: true }).waitFor();
    await other.getByRole('button', { name: 'Não quer participar' }).click();
    await other.getByText('Participação recusada').waitFor();
    await other.close();
    await expect.poll(async () => (await refusal(questionario))?.tipo).toBe('iniciada');
    const began = (await refusal(questionario))!;

    await maria.bringToFront();
    await maria.getByRole('button', { name: 'Continuar Dona Maria' }).click();
    await maria.getByText('Gravando', { exact: true }).waitFor();
    await answer(maria, 2, 6, 2);
    await maria.getByText('Entrevista finalizada!').first().waitFor();
    await expect.poll(async () => (await logAtServer(id)).at(-1)?.tipo).toBe('finalizada');
    const log = await logAtServer(id);
    const around = log.filter(
      ({ tipo }) => tipo.startsWith('gravacao_') || tipo === 'pausa' || tipo === 'retomada',
    );
    expect(around.map(({ tipo, motivo }) => [tipo, motivo])).toEqual([
      ['gravacao_iniciada', null],
      ['gravacao_interrompida', 'outra_entrevista'],
      ['pausa', 'outra_entrevista'],
      ['retomada', null],
      ['gravacao_iniciada', null],
      ['gravacao_interrompida', 'encerrada'],
    ]);
    expect(around[1]!.relogio).toBeLessThanOrEqual(began.relogio);
    // Active time, on screen and in the microdata, leaves the pause out.
    const activeS = activeMs(marksOf(log), log.at(-1)!.mono_ms) / 1000;
    const paused = (around[3]!.mono_ms - around[2]!.mono_ms) / 1000;
    expect(log.at(-1)!.mono_ms / 1000 - activeS).toBeCloseTo(paused, 1);
  },
);

longo.test('is killed with its browser: what was typed up to a second before is there', async () => {
  const { id: questionario } = await makeQuestionnaire('Navegador morto', 2, company.gerente, 1);
  const profile = join(folder, 'perfil');
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: inject('chromium'),
      args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream'],
      baseURL: baseUrl,
      viewport: { width: 390, height: 844 },
      permissions: ['microphone'],
    });
    contexts.push(context);
    return context;
  };
  const pidOf = () =>
    Number(
      execFileSync('sh', ['-c', `pgrep -o -f -- "--user-data-dir=${profile}"`], { encoding: 'utf8' }).trim(),
    );
  const first = await open(await start(), `/entrevista/${questionario}`);
  await begin(first, 'Dona Benedita');
  await first.getByRole('button', { name: 'Aceita participar e ser gravado' }).click();
  const address = first.url();
  await first.getByLabel('Resposta').focus();
  const typing = first.keyboard.type(LONG_ANSWER, { delay: 60 }).catch(() => undefined);
  await expect
    .poll(async () => (await typedIn(first))?.length ?? 0, { timeout: PATIENCE_MS })
    .toBeGreaterThan(20);
  const typed = (await typedIn(first))!;
  process.kill(pidOf(), 'SIGKILL');
  await typing;
  const again = await open(await start(), address);
  await again.getByText('Pergunta 1/2').waitFor();
  const kept = await again.getByLabel('Resposta').inputValue();
  expect([LONG_ANSWER.startsWith(kept), kept.startsWith(typed)]).toEqual([true, true]);
});

longo.test(
  'says that there is no room before anybody is asked anything, whatever the browser claims',
  async () => {
    const { id: questionario } = await makeQuestionnaire('Cota', 1);
    const context = await phone();
    const page = await open(context, `/entrevista/${questionario}`);
    await page.getByLabel('Nome completo').waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', {
      origin: new URL(baseUrl).origin,
      quotaSize: 3_000_000,
    });
    const claimed = await page.evaluate<number>('navigator.storage.estimate().then(({ quota }) => quota)');
    expect(claimed).toBeGreaterThan(1e9);
    const problem = page.getByRole('dialog', { name: 'A entrevista não pode ser gravada' });
    // Waits before the interview begins, because Chromium applies an overridden quota only every 30 seconds.
    await expect
      .poll(
        () =>
          page.evaluate<boolean>(`(async () => {
          const asked = (request) => new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
          const open = indexedDB.open('cota');
          open.onupgradeneeded = () => open.result.createObjectStore('x');
          const db = await asked(open);
          const tx = db.transaction('x', 'readwrite');
          for (let n = 0; n < 80; n += 1) tx.objectStore('x').put(crypto.getRandomValues(new Uint8Array(65536)), n);
          const fits = await new Promise((resolve) => {
            tx.oncomplete = () => resolve(true);
            tx.onabort = () => resolve(false);
          });
          db.close();
          await asked(indexedDB.deleteDatabase('cota'));
          return fits;
        })()`),
        { timeout: 120_000, interval: 3000 },
      )
      .toBe(false);
    await begin(page, 'Dona Célia');
    await problem.getByText('Pouco espaço neste aparelho.').waitFor();
    await problem.getByText(/^Restam menos de 20/).waitFor();
    await expectReadable(page);
    expect(await held(page)).toBeNull();
    // The page deletes the key ('sonda') that it writes to test the storage.
    const kept = await page.evaluate<string[]>(`(async () => {
    const asked = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const db = await asked(indexedDB.open('escuta-campo-' + localStorage.getItem('campo:dono')));
    const keys = await asked(db.transaction('meta').objectStore('meta').getAllKeys());
    db.close();
    return keys;
  })()`);
    expect(kept).not.toContain('sonda');
  },
);

/** Returns a generator of pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Script that answers and navigates in the page as fast as the page allows; reports each attempt and each done act. */
const DRIVE = (seed: number) => `(() => {
  const until = (look) => new Promise((resolve) => {
    const again = () => { const found = look(); if (found !== null) resolve(found); else setTimeout(again, 2); };
    again();
  });
  const button = (name) => [...document.querySelectorAll('button')].find((one) => one.textContent === name && !one.disabled) ?? null;
  const place = () => Number(/Pergunta (\\d+)\\//.exec(document.body.textContent)?.[1] ?? 0) || null;
  const drive = async () => {
    let nota = ${seed} % 10;
    let forward = true;
    for (;;) {
      const n = await until(place);
      nota = (nota + 3) % 10;
      await tell(['tenta', n, nota]);
      window.dispatchEvent(new KeyboardEvent('keydown', { key: String(nota) }));
      await until(() => document.querySelector('input[type=radio][value="' + nota + '"]:checked'));
      if (n >= 9) forward = false;
      if (n <= 1) forward = true;
      (await until(() => button(forward ? 'Próxima' : 'Anterior'))).click();
      await until(() => (place() !== n ? true : null));
      await tell(['feito', n, nota]);
    }
  };
  void drive();
})()`;

longo.test(`is killed at ${KILLS} moments, and the server's log is the device's to the letter`, async () => {
  const { id: questionario } = await makeQuestionnaire('Quedas', 10);
  const context = await phone();
  const attempts = new Map<number, { done: number | null; tried: number[] }>();
  await context.exposeFunction('tell', ([what, n, nota]: [string, number, number]) => {
    const before = attempts.get(n) ?? { done: null, tried: [] };
    // A done answer ('feito') replaces the earlier attempts ('tenta') at the question.
    attempts.set(
      n,
      what === 'feito' ? { done: nota, tried: [] } : { ...before, tried: [...before.tried, nota] },
    );
  });
  let page = await open(context, `/entrevista/${questionario}`);
  await page.getByLabel('Nome completo').waitFor();
  await ready(page);
  await context.setOffline(true);
  await begin(page, 'Dona Quitéria');
  await page.getByRole('button', { name: 'Aceita participar e ser gravado' }).click();
  await page.getByText('Pergunta 1/10').waitFor();
  const address = page.url();
  const chance = random(SEED);
  for (let round = 0; round < KILLS; round += 1) {
    // In every other round the kill comes during sending: the page sends as soon as it opens, and may repeat what the
    // server already has.
    await context.setOffline(round % 2 === 0);
    await page.evaluate(DRIVE(round));
    // The kill comes at a random moment: whatever it interrupts, the checks below must hold.
    await new Promise((resolve) => setTimeout(resolve, chance() * 250));
    await kill(page);
    page = await open(context, address);
    await page.getByText(/^Pergunta \d+\/10$/).waitFor();
  }
  await context.setOffline(true);
  const device = (await held(page))!;
  const stands = new Map<string, string | null>();
  for (const { tipo, pergunta_id, valor } of device.eventos)
    if (tipo === 'resposta_alterada') stands.set(pergunta_id!, valor!.texto);
  const { questoes } = await company.gerente
    .api<{ questoes: { id: string; ordem: number }[] }>('GET', `/questionarios/${questionario}`)
    .then((one) => ({
      questoes: (one as unknown as { perguntas: { id: string; ordem: number }[] }).perguntas,
    }));
  for (const [n, { done, tried }] of attempts) {
    const { id } = questoes.find(({ ordem }) => ordem === n)!;
    const found = stands.get(id);
    // The server has the last done answer or a later attempt; it may lack an answer only if none was done.
    if (found !== undefined || done !== null) expect([done, ...tried].map(String), `P${n}`).toContain(found);
  }
  expect(attempts.size).toBeGreaterThan(0);

  await page.evaluate(`document.querySelector('h1').focus()`);
  for (;;) {
    const text = await page.getByText(/^Pergunta \d+\/10$/).textContent();
    const n = Number(/\d+/.exec(text!)![0]);
    await page.keyboard.press('8');
    await expect.poll(() => page.getByRole('radio', { name: '8' }).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    if (n === 10) break;
    await page.getByText(`Pergunta ${n + 1}/10`).waitFor();
  }
  await page.getByText('Entrevista finalizada!').first().waitFor();
  await page.getByRole('list', { name: 'Entrevistas a enviar' }).waitFor();
  const whole = (await held(page))!;
  const stops = expectLittleLost(whole);
  expect(stops.length).toBeGreaterThan(1);
  expect(stops.at(-1)).toBe('encerrada');
  expect(whole.eventos.map(({ seq }) => seq)).toEqual(whole.eventos.map((_, index) => index + 1));
  await context.setOffline(false);
  await page.getByText(/^Tudo enviado\./).waitFor();
  expect(logText(await logAtServer(whole.id))).toBe(logText(whole.eventos));
  await expectSound(whole);
});

it('weighs at most 150 kB of script, compressed', () => {
  const assets = join(import.meta.dirname, '../../web/dist/entrevista/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js.gz'));
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, name) => sum + readFileSync(join(assets, name)).length, 0);
  expect(bytes).toBeLessThanOrEqual(150 * 1024);
});
