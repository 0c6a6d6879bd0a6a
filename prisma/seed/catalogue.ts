import {
  DEFAULT_MODELS,
  DEFAULT_PRICES,
  DEFAULT_PRICES_FROM,
} from '@escuta/shared/domain/runs/default-models';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';
import type { Database } from '../src/db.ts';

/** Initial credit packages. A package with 0 credits is sold on request. */
const PACKAGES = [
  {
    nome: 'Avulso',
    descricao: 'Para conhecer o produto com as suas próprias gravações: 100 auditorias.',
    quantidadeCreditos: 100,
    precoCentavos: 18_000,
  },
  {
    nome: 'Essencial',
    descricao: '800 auditorias, com painel interativo, análise de sentimentos e suporte por e-mail.',
    quantidadeCreditos: 800,
    precoCentavos: 120_000,
  },
  {
    nome: 'Profissional',
    descricao: '4.000 auditorias, com insights de desempenho, suporte prioritário e integração PABX-IP.',
    quantidadeCreditos: 4000,
    precoCentavos: 396_000,
  },
  {
    nome: 'Enterprise',
    descricao: 'Volume personalizado, com gerente de conta dedicado e acordo de nível de serviço.',
    quantidadeCreditos: 0,
    precoCentavos: null,
  },
];

/** Creates missing catalogue models and prices, and the credit packages if there are none. Existing rows stay. */
export async function ensureCatalogue(db: Database): Promise<void> {
  const all = db.within(INSTALACAO);
  await all.modeloCatalogo.createMany({
    data: DEFAULT_MODELS.map(({ rotulo, provedor, modelo, finalidade, capacidades }) => ({
      rotulo,
      provedor,
      modelo,
      finalidade,
      capacidades,
    })),
    skipDuplicates: true,
  });
  await all.precoCatalogo.createMany({
    data: DEFAULT_PRICES.map((price) => ({ ...price, vigenteDe: new Date(DEFAULT_PRICES_FROM) })),
    skipDuplicates: true,
  });
  await db.transaction(async (tx) => {
    // The lock serialises concurrent starts and an administrator's additions.
    await lock(tx, 'pacotes');
    const packages = tx.within(INSTALACAO).creditoPacote;
    if ((await packages.count()) > 0) return;
    await packages.createMany({ data: PACKAGES.map((row, index) => ({ ...row, ordem: index + 1 })) });
  });
}
