// Recordings: a phone's export is read into a survey, its sound is joined, played and saved; a project of audits takes
// several files at once.
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { logDigest } from '@escuta/shared/domain/interview/device/log-digest';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import { registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();

/** Returns a tone of `seconds` seconds, encoded as a browser's recorder encodes sound. */
function recorded(seconds: number): Buffer {
  const { stdout, status, stderr } = spawnSync('ffmpeg', [
    ...['-nostdin', '-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000'],
    ...[
      '-t',
      String(seconds),
      '-ac',
      '1',
      '-c:a',
      'libopus',
      '-b:a',
      '32k',
      '-f',
      'webm',
      '-live',
      '1',
      'pipe:1',
    ],
  ]);
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

/** Creates a survey with a question, and downloads the survey to a device of the signed-in person. */
async function fieldSurvey(session: Session) {
  const { id: projeto } = await session.api<{ id: string }>('POST', '/projetos', {
    nome: 'Campo sem rede',
    tipo_projeto: 'pesquisa',
  });
  const pesquisa = await session.api<{ id: string }>('POST', '/pesquisas', {
    titulo: 'Ribeirinhos',
    projeto_id: projeto,
  });
  const questionario = await session.api<{ id: string }>('POST', '/questionarios', {
    nome: 'Domicílio',
    pesquisa_id: pesquisa.id,
  });
  await session.api('POST', '/perguntas', {
    questionario_id: questionario.id,
    texto_pergunta: 'Quem mora aqui?',
    campo_texto: false,
  });
  const { id: aparelho, empresa } = await session.api<{ id: string; empresa: { id: string } }>(
    'POST',
    '/campo/aparelhos',
    { id: randomUUID(), nome: 'Chrome em Android' },
  );
  const baixado = await session.api<QuestionarioBaixado>(
    'POST',
    `/campo/questionarios/${questionario.id}/baixar`,
    { para: 'iniciar' },
  );
  return { pesquisa, aparelho, empresa, baixado };
}

/** Builds a device's export file with an interview whose recording has a gap of ten seconds. */
async function exported({ aparelho, empresa, baixado }: Awaited<ReturnType<typeof fieldSurvey>>) {
  const id = randomUUID();
  const comeco = Date.now() - 600_000;
  const said: [EventoAparelho['tipo'], number, Partial<EventoAparelho>][] = [
    ['iniciada', 0, {}],
    ['gravacao_iniciada', 1000, { gravacao: 1, audio_ms: 0 }],
    ['consentimento', 2000, { motivo: 'aceito', gravacao: 1, audio_ms: 1000 }],
    ['pergunta_exibida', 3000, { pergunta_id: baixado.questoes[0]?.id ?? null, gravacao: 1, audio_ms: 2000 }],
    ['gravacao_interrompida', 5000, { motivo: 'microfone_perdido', gravacao: 1, audio_ms: 4000 }],
    ['gravacao_iniciada', 15_000, { gravacao: 2, audio_ms: 0 }],
    ['gravacao_interrompida', 19_000, { motivo: 'encerrada', gravacao: 2, audio_ms: 4000 }],
    ['finalizada', 19_000, {}],
  ];
  const eventos = said.map(
    ([tipo, mono_ms, more], index): EventoAparelho => ({
      seq: index + 1,
      tipo,
      pergunta_id: null,
      valor: null,
      valor_anterior: null,
      mono_ms,
      relogio: comeco + mono_ms,
      gravacao: null,
      audio_ms: null,
      motivo: null,
      ...more,
    }),
  );
  const sound = recorded(4);
  const sha256 = createHash('sha256').update(sound).digest('hex');
  const gravacoes = [1, 2].map((n) => ({
    n,
    envioId: randomUUID(),
    tipo: 'audio/webm',
    fim: n === 1 ? 'microfone_perdido' : 'encerrada',
  }));
  const lines = [
    {
      formato: 'escuta-campo/1',
      exportado_em: new Date().toISOString(),
      aparelho_id: aparelho,
      empresa_id: empresa.id,
      usuario_id: null,
    },
    {
      entrevista: {
        ...{ id, versaoId: baixado.versao.id, nome: 'Dona Iracema', telefone: null, iniciadaEm: comeco },
        ...{ consentimento: 'aceito', gravacoes, fase: 'concluida' },
      },
    },
    ...eventos.map((evento) => ({ evento })),
    ...gravacoes.map(({ n }) => ({ parte: { gravacao: n, n: 1, sha256, bytes: sound.toString('base64') } })),
    { fim: { id, eventos: eventos.length, registro_sha256: await logDigest(eventos), partes: 2 } },
  ];
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

it('reads what a phone exported, joins its sound, tells the gap, plays it and saves it', async () => {
  const { gerente: session } = await registerCompany(baseUrl, 'Instituto Sem Rede');
  const survey = await fieldSurvey(session);
  const file = {
    name: 'entrevistas.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: await exported(survey),
  };
  const page = await newPage();
  await signIn(page, session);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisa.id}?aba=arquivos`);
  const dialog = page.getByRole('dialog');
  const read = async (outcome: string) => {
    await page.getByRole('button', { name: 'Ler exportação de um aparelho' }).click();
    await dialog.getByTestId('exportacao-de-aparelho').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Ler 1 entrevista' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Dona Iracema' }).getByText(outcome).waitFor();
  };
  await read('Recebida');
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  const row = page.getByRole('row', { name: /Dona Iracema/ });
  await row.getByText('Com lacunas').waitFor();
  await row.getByText(/^1 lacuna, \d/).waitFor();
  await read('Já estava no servidor');
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Ações da entrevista de Dona Iracema' }).click();
  await page.getByRole('menuitem', { name: 'Baixar áudio' }).click();
  const download = await saved;
  const name = (await row.getByRole('cell').allInnerTexts()).find((text) =>
    text.includes(download.suggestedFilename()),
  );
  expect(name).toBeDefined();
  expect(readFileSync(await download.path()).length).toBeGreaterThan(10_000);

  await row.getByRole('button', { name: 'Lacunas e envios da entrevista de Dona Iracema' }).click();
  await dialog.getByText(/^Em 0:0\d: 10 s sem som|^Em 0:0\d: 1\d s sem som/).waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: /^Ouvir a partir de pouco antes/ }).click();
  const player = page.getByRole('region', { name: 'Gravação de Dona Iracema' });
  // The player starts three seconds before the gap; on a slow machine it may already have reached the end.
  const position = player.getByRole('slider', { name: 'Posição na gravação' });
  await expect.poll(async () => Number(await position.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await player.getByRole('button', { name: 'Fechar o player' }).click();
  await player.waitFor({ state: 'hidden' });
});

longo.test(
  'takes several recordings into a project of audits, counts them by state, and opens one',
  async () => {
    const { gerente: session } = await registerCompany(baseUrl, 'Auditores Reunidos');
    const { id } = await session.api<{ id: string }>('POST', '/projetos', {
      nome: 'Atendimentos de março',
      tipo_projeto: 'auditoria',
    });
    const page = await newPage();
    await signIn(page, session);
    await page.goto(`/dashboard/projects/${id}`);
    await page.getByRole('button', { name: 'Enviar Arquivo' }).click();
    const dialog = page.getByRole('dialog');
    const sample = readFileSync('samples/teste-curta.mp3');
    await dialog
      .getByTestId('arquivos-de-audio')
      .setInputFiles(
        ['manha.mp3', 'tarde.mp3'].map((name) => ({ name, mimeType: 'audio/mpeg', buffer: sample })),
      );
    await dialog.getByText('2 créditos, 1 por gravação').waitFor();
    await dialog.getByRole('checkbox').click();
    await dialog.getByRole('button', { name: 'Enviar 2 áudios' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const counts = page.getByRole('group', { name: 'Itens por status' });
    await counts.getByRole('button', { name: 'Pendente 2' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('pendente');
    await page.getByRole('row', { name: /manha\.mp3/ }).waitFor();
    await page.getByRole('row', { name: /tarde\.mp3/ }).waitFor();
    await expectNoSeriousViolation(page);
    await page.getByRole('button', { name: 'Ações de manha.mp3' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: 'Ver análise' }).click();
    await (await opened).waitForURL('**/dashboard/call-analysis/**');
  },
);
