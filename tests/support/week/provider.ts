// A fake provider that knows what was said in the week's interviews, like npm run verdade's oracle, but over HTTP.
import type { ItemEmAberto } from '@escuta/shared/domain/interview/comparison/comparison';
import { type Caso, oracle } from '../../../scripts/verdade/judges.ts';
import type { TestDeps } from '../app.ts';
import { type FakeAnswer, type FakeProvider, type FakeRequest, fencedIn } from '../fake-provider.ts';

type Shown = Partial<Pick<ItemEmAberto, 'tipo' | 'digitado' | 'falado'>> & { chave: string; trecho?: string };

/** Tolerance for the start of a sentence, which a prompt rounds to a tenth of a second, ms. */
const SHOWN_MS = 60;

/** Copies an interview, with its sentences numbered as in a prompt's transcript. */
function asNumbered(caso: Caso, texto: string): Caso {
  const lines = [...texto.matchAll(/^\[(\d+)\] \w+ \(([\d.]+)s\): /gm)].map(([, ordem, at]) => ({
    ordem: Number(ordem),
    ms: Number(at) * 1000,
  }));
  const falas = caso.ouvida.falas.map((fala) => ({
    ...fala,
    sentencas: lines
      .filter(({ ms }) => ms >= fala.startMs - SHOWN_MS && ms < fala.endMs)
      .map(({ ordem }) => ordem),
  }));
  return { ...caso, ouvida: { ...caso.ouvida, falas } };
}

async function answer(caso: Caso, seen: FakeRequest): Promise<FakeAnswer | undefined> {
  const truth = oracle(0);
  if (seen.rota === 'transcricao') {
    const said = caso.ouvida.falas.filter(({ texto }) => texto !== '');
    return {
      segments: said.map(({ startMs, endMs, texto }) => [startMs / 1000, endMs / 1000, texto] as const),
    };
  }
  if (!seen.tarefa?.startsWith('confronto_')) return undefined;
  if (seen.tarefa === 'confronto_extracao') {
    const asked = new Set(fencedIn<{ id: string }[]>(seen.texto, 'perguntas').map(({ id }) => id));
    const found = await truth.extract(asNumbered(caso, seen.texto));
    return { content: JSON.stringify({ perguntas: found.filter(({ id }) => asked.has(id)) }) };
  }
  const itens = fencedIn<Shown[]>(seen.texto, 'itens').map(
    ({ chave, tipo = 'pergunta', trecho = '', falado = trecho, digitado = null }) =>
      ({ chave, tipo, falado, digitado, perguntaId: chave.slice(0, chave.lastIndexOf(':')) }) as ItemEmAberto,
  );
  return { content: JSON.stringify({ itens: await truth.compare(caso, itens) }) };
}

/**
 * Answers requests about these interviews by their scripts, and all others as usual.
 * @param held scripts by interview id
 */
export function answerAsHeld(
  fake: FakeProvider,
  { db }: Pick<TestDeps, 'db'>,
  held: ReadonlyMap<string, Caso>,
): void {
  const known = new Map<string, Promise<Caso | undefined>>();
  const caseOf = async (execucaoId: string): Promise<Caso | undefined> => {
    const { rows } = await db.query<{ id: string }>(
      `select i.entrevista_id as id from execucoes x join auditoria_itens i on i.id = x.item_id where x.id = $1`,
      [execucaoId],
    );
    return held.get(rows[0]?.id ?? '');
  };
  fake.intercept = async (seen) => {
    const execucaoId = seen.idempotencyKey?.split(':')[0];
    if (!execucaoId) return undefined;
    let caso = known.get(execucaoId);
    if (!caso) {
      caso = caseOf(execucaoId);
      known.set(execucaoId, caso);
    }
    const found = await caso;
    return found && answer(found, seen);
  };
}
