// Recordings in bulk: they are chosen, matched to calls by their names, corrected by hand, and attached.
import { expect, it } from 'vitest';
import { PATIENCE_MS, useBrowser, waitForRest } from '../support/browser.ts';
import { wav } from '../support/portal.ts';
import { registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();

it('recordings find their calls by name; a person chooses for the one that does not', async () => {
  const company = await registerCompany(baseUrl, `Central de Gravações ${Date.now()}`);
  const { api } = company.gerente;
  const { id: projetoId } = await api<{ id: string }>('POST', '/projetos', {
    nome: 'Atendimento',
    tipo_projeto: 'call_center',
  });
  const call = (fields: object) =>
    api<unknown>('POST', '/auditoria/call-center-default/items/ligacao', {
      projeto_id: projetoId,
      call_start_time: '2026-11-20T10:15:00-03:00',
      numero_destino: '11987654321',
      ...fields,
    });
  await call({ asterisk_filename: 'out-1-2001', ramal: '2001' });
  await call({ ramal: '2002' });

  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  await page.getByRole('link', { name: 'Enviar gravações' }).click();
  await page.getByTestId('escolher-arquivos').waitFor({ state: 'attached' });
  await expectNoSeriousViolation(page);
  await page.getByTestId('escolher-arquivos').setInputFiles([
    { name: 'out-1-2001.wav', mimeType: 'audio/wav', buffer: wav(1000, 300) },
    { name: 'sem-nome.wav', mimeType: 'audio/wav', buffer: wav(1500, 500) },
  ]);
  const rows = page.getByRole('list', { name: 'Gravações' }).getByRole('listitem');
  await rows.first().waitFor({ timeout: PATIENCE_MS });
  await page.getByText('1 gravação não corresponde a nenhuma ligação').waitFor();
  await rows
    .filter({ hasText: 'out-1-2001.wav' })
    .getByText(/Nome da gravação na telefonia/)
    .waitFor();
  // A recording that waits for a person does not block attaching the other.
  expect(await page.getByRole('button', { name: 'Anexar 1 gravação' }).isEnabled()).toBe(true);
  await waitForRest(page);
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Ouvir sem-nome.wav' }).click();
  // The player continues to the end by itself.
  const player = page.getByRole('region', { name: 'Gravação sem-nome.wav' });
  await player.getByText(/0:0[12] \/ 0:02/).waitFor();

  await rows
    .filter({ hasText: 'sem-nome.wav' })
    .getByRole('button', { name: /De qual ligação é sem-nome/ })
    .click();
  await page.getByRole('option', { name: /ramal 2002/ }).click();
  await page.getByRole('button', { name: 'Anexar 2 gravações' }).click();
  await page.getByText('2 anexadas').waitFor({ timeout: PATIENCE_MS });
  const calls = await api<{ ramal: string; arquivo_nome: string | null }[]>(
    'GET',
    `/projetos/${projetoId}/auditoria-items`,
  );
  expect(new Map(calls.map(({ ramal, arquivo_nome }) => [ramal, arquivo_nome]))).toEqual(
    new Map([
      ['2001', 'out-1-2001.wav'],
      ['2002', 'sem-nome.wav'],
    ]),
  );
  // The page of the attached recordings also starts their processing.
  await page.getByRole('button', { name: 'Processar' }).click();
  await page
    .getByRole('dialog', { name: 'Processar em lote' })
    .getByText(/^2 ligações de 2 selecionadas/)
    .waitFor();
});
