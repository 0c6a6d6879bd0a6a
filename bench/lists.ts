import type { Database } from '@escuta/prisma/db';
import { freePort } from '../scripts/lib/ports.mjs';
import { signIn, startApi, type Volume } from './installation.ts';
import { getJson, latency, median, ROUNDS, type Row, row, startProgram, throughput } from './support.ts';

const LIMIT = 10;
const SECONDS = 4;
const CALLS = 40;

/**
 * Measures the call list. Compares its first page under load with a bare Fastify + pg route that returns the same
 * fields of the same rows; every other page with the first; every page with the same page of a project of 10,000 calls;
 * and the cards with the same figures computed from all calls.
 */
export async function measureLists(pool: Database, large: Volume, small: Volume): Promise<Row[]> {
  const api = await startApi();
  const barePort = await freePort();
  const bareUrl = `http://127.0.0.1:${barePort}/${large.projetoId}`;
  const bare = await startProgram(
    'bench/bare-server.ts',
    { PORT: String(barePort) },
    async () => (await fetch(bareUrl)).ok,
  );
  try {
    const headers = await signIn(api.base, large.login);
    const page = (projeto: string, query: string) =>
      `${api.base}/projetos/${projeto}/auditoria-items?limit=${LIMIT}&ordem=ligacao&${query}`;
    const time = (projeto: string, query: string) =>
      latency(CALLS, () => getJson(page(projeto, query), headers));
    const lastOf = (calls: number) => Math.ceil(calls / LIMIT);
    // A page in the middle, the last page, and a page at an arbitrary place.
    const kinds = [
      { name: 'do meio', of: (calls: number) => Math.floor(lastOf(calls) / 2) },
      { name: 'última', of: lastOf },
      { name: 'numerada (37 %)', of: (calls: number) => Math.floor(lastOf(calls) * 0.37) + 1 },
    ];

    await throughput(page(large.projetoId, 'page=1'), headers, 2);
    await throughput(bareUrl, {}, 2);
    const ratios: number[] = [];
    const alone: number[] = [];
    const middle: number[] = [];
    const searches: number[] = [];
    const toFirst = kinds.map((): number[] => []);
    const toSmall: number[][] = [[], ...kinds.map((): number[] => [])];
    const cards: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await throughput(page(large.projetoId, 'page=1'), headers, SECONDS);
      const peer = await throughput(bareUrl, {}, SECONDS);
      ratios.push(ours / peer);
      alone.push(
        (await throughput(page(large.projetoId, 'page=1'), headers, SECONDS, 1)) /
          (await throughput(bareUrl, {}, SECONDS, 1)),
      );
      const half = Math.floor(lastOf(large.ligacoes) / 2);
      middle.push((await throughput(page(large.projetoId, `page=${half}`), headers, SECONDS)) / ours);
      searches.push(await throughput(page(large.projetoId, 'q=silva'), headers, SECONDS));

      const first = await time(large.projetoId, 'page=1');
      toSmall[0]?.push(first / (await time(small.projetoId, 'page=1')));
      for (const [index, kind] of kinds.entries()) {
        const ofLarge = await time(large.projetoId, `page=${kind.of(large.ligacoes)}`);
        const ofSmall = await time(small.projetoId, `page=${kind.of(small.ligacoes)}`);
        toFirst[index]?.push(ofLarge / first);
        toSmall[index + 1]?.push(ofLarge / ofSmall);
      }

      const card = await latency(CALLS, () =>
        getJson(`${api.base}/projetos/${large.projetoId}/metricas`, headers),
      );
      const live = await latency(3, () =>
        pool.query(
          `select status, count(*), count(distinct escuta_numero(numero_destino)), sum(call_duration),
            avg(call_duration)
           from auditoria_itens where projeto_id = $1 group by grouping sets ((status), ())`,
          [large.projetoId],
        ),
      );
      cards.push(live / card);
    }
    // With one connection no reads are shared, so this is the cost of each read alone.
    console.log(`  1ª página por uma só conexão ÷ Fastify + pg: ${median(alone).toFixed(3)}`);
    const calls = large.ligacoes.toLocaleString('pt-BR');
    return [
      row(`Lista, ${calls} ligações: 1ª página com token e total ÷ Fastify + pg`, median(ratios), 0.8, 'min'),
      row('Página do meio sob carga ÷ 1ª página', median(middle), 1 / 1.5, 'min'),
      row('Busca por um nome comum, 16 conexões', median(searches), 350, 'min', '/s'),
      ...kinds.map((kind, index) =>
        row(`Página ${kind.name} ÷ 1ª página`, median(toFirst[index] ?? []), 3, 'max'),
      ),
      row('1ª página ÷ a de 10.000 ligações', median(toSmall[0] ?? []), 1.5, 'max'),
      ...kinds.map((kind, index) =>
        row(`Página ${kind.name} ÷ a de 10.000 ligações`, median(toSmall[index + 1] ?? []), 1.5, 'max'),
      ),
      row('Cartões: agregação ao vivo ÷ rota dos cartões', median(cards), 80, 'min'),
    ];
  } finally {
    await bare.stop();
    await api.stop();
  }
}
