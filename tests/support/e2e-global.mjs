// Starts, once per run of the browser tests, the whole product as `npm start` runs it, on temporary servers, with demo
// scenario, demo AI and a mail server that keeps messages. Fails without Chromium.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from '../../scripts/lib/paths.mjs';
import { startPrivateProduct } from '../../scripts/lib/private-product.mjs';
import { findHeadlessChromium } from '../../scripts/lib/programs.mjs';
import { startMailCatcher } from './mail-catcher.mjs';

export default async function setup(project) {
  const mail = await startMailCatcher(join(DATA, 'test', `correio-${process.pid}`));
  const closeMail = async () => {
    await mail.stop();
    rmSync(mail.folder, { recursive: true, force: true });
  };
  try {
    const product = await startPrivateProduct({
      name: 'navegador',
      // scripts/test.mjs builds the demonstration once for all parts of a run.
      prepared: process.env.ESCUTA_DEMONSTRACAO,
      environment: {
        SMTP_URL: mail.url,
        // Private networks, one of which contains this machine's own address, where a test's telephony server answers.
        ASTERISK_ALLOWED_CIDRS: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7',
        OPERADOR_NOME: 'Escuta Auditoria Ltda.',
        OPERADOR_EMAIL: 'contato@escuta.example',
      },
    });
    project.provide('baseUrl', product.url);
    project.provide('demo', product.demo);
    project.provide('databaseUrl', product.databaseUrl);
    project.provide('chromium', product.chromium);
    project.provide('headlessChromium', findHeadlessChromium());
    project.provide('mailFolder', mail.folder);
    return async () => {
      await product.stop();
      await closeMail();
    };
  } catch (error) {
    await closeMail();
    throw error;
  }
}
