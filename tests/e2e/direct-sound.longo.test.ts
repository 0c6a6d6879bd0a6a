// A recording is played directly from the S3 server (S3_PUBLIC_ENDPOINT) through signed links, under the pages' content
// security policy; expired links are renewed.
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPrivateProduct } from '../../scripts/lib/private-product.mjs';
import { type Demo, useBrowser } from '../support/browser.ts';
import { S3TestServer } from '../support/s3-server.ts';
import {
  createCall,
  createProject,
  openSession,
  type Session,
  signIn,
  uploadAudio,
} from '../support/web-pages.ts';

const SECONDS = 240;
const { newPage } = useBrowser();
const s3 = new S3TestServer();
let product: Awaited<ReturnType<typeof startPrivateProduct>>;
let session: Session;
let itemId: string;

/** Makes a stereo WAV that is too long to load before it plays: a tone on the left, another tone on the right. */
function tones(): Uint8Array<ArrayBuffer> {
  const rate = 16_000;
  const samples = rate * SECONDS;
  const pcm = Buffer.alloc(samples * 4);
  for (let n = 0; n < samples; n++) {
    pcm.writeInt16LE(Math.round(9000 * Math.sin((n * 2 * Math.PI * 300) / rate)), n * 4);
    pcm.writeInt16LE(Math.round(9000 * Math.sin((n * 2 * Math.PI * 500) / rate)), n * 4 + 2);
  }
  return new Uint8Array(Buffer.concat([wavHeader(rate, pcm.length, 2), pcm]));
}

beforeAll(async () => {
  const endpoint = await s3.start();
  product = await startPrivateProduct({
    name: 'direto',
    environment: {
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: endpoint,
      // Browsers get another name of the same server.
      S3_PUBLIC_ENDPOINT: endpoint.replace('127.0.0.1', 'localhost'),
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  });
  s3.allowedOrigin = new URL(product.url).origin;
  session = await openSession(product.url, (product.demo as Demo).logins[0]!);
  const projeto = await createProject(session, 'Som direto');
  itemId = await createCall(session, projeto, { numero: '11987654321' });
  await uploadAudio(product.url, session, itemId, { name: 'tons.wav', bytes: tones() });
});
afterAll(async () => {
  await product?.stop();
  await s3.stop();
});

it('is played from the S3 server, jumped in, and goes on by a new link once the old one is refused', async () => {
  const page = await newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const links: { url: string; status: number }[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).hostname === 'localhost')
      links.push({ url: response.url(), status: response.status() });
  });
  await signIn(page, session);
  await page.goto(`${product.url}/dashboard/call-analysis/${itemId}`);
  const clock = page.getByTestId('tempo-do-player');
  const seconds = async () => {
    const [minutes, rest] = (await clock.textContent())!.split(' / ')[0]!.split(':').map(Number);
    return minutes! * 60 + rest!;
  };
  await page
    .getByRole('button', { name: /^Tocar/ })
    .first()
    .click();
  await expect.poll(seconds).toBeGreaterThanOrEqual(2);
  expect(links.length).toBeGreaterThan(0);
  expect(new Set(links.map(({ status }) => status >= 200 && status < 300))).toEqual(new Set([true]));
  expect(problems).toEqual([]);

  // Jumps to a part of the recording that is not loaded, and for which the link has expired.
  s3.linksLastMs = 1500;
  const refused = s3.refused;
  const slider = page.getByRole('slider', { name: /posição/i }).first();
  await slider.focus();
  await slider.press('End');
  for (let time = 0; time < 20; time++) await slider.press('ArrowLeft');
  await page
    .getByRole('button', { name: /^Tocar/ })
    .first()
    .click();
  const there = await seconds();
  expect(there).toBeGreaterThan(SECONDS / 2);
  await expect.poll(seconds).toBeGreaterThan(there + 1);
  expect(s3.refused).toBeGreaterThan(refused);
  s3.linksLastMs = null;
});

it('is not played where the bucket lets no page read it: the page says so, and plays once it does', async () => {
  const { allowedOrigin } = s3;
  s3.allowedOrigin = '';
  const page = await newPage();
  await signIn(page, session);
  await page.goto(`${product.url}/dashboard/call-analysis/${itemId}`);
  await page
    .getByRole('button', { name: /^Tocar/ })
    .first()
    .click();
  const refused = page.getByRole('alert').filter({ hasText: 'Não foi possível tocar a gravação.' });
  await refused.waitFor();
  s3.allowedOrigin = allowedOrigin;
  await refused.getByRole('button', { name: 'Tentar novamente' }).click();
  await page
    .getByText(/^0:0[2-9] \//)
    .first()
    .waitFor();
});
