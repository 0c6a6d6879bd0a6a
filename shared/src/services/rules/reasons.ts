import type { Db } from '@escuta/prisma/db';
import type { DisparoWire } from '../../contracts/insights/regras.ts';
import { filtroSchema } from '../../domain/filters/filtro.ts';
import type { Condicao, Filtro } from '../../domain/filters/filtro-tabela.ts';
import { chooseExcerpts, placesFound } from '../../domain/filters/search-query.ts';
import { wordsOf } from '../../domain/filters/search-words.ts';
import { readCriterionEntry } from '../../domain/insights/criterion-entry.ts';
import { type Falante, type Lado, sideOf, speakersOf } from '../../domain/profiles/roles.ts';
import type { Scope } from '../../domain/scope.ts';
import { sentencesOf } from '../calls/sentences.ts';
import { asserted, criteriaAsked } from './asked.ts';
import { blocksOf, criteriaOf, offencesOf, stemsOf } from './reasons-repo.ts';

export type Porque = DisparoWire['porque'][number];
/** Reasons why a rule matches a call. `criterios`: all criteria, also those not shown. */
export type Explicado = Pick<DisparoWire, 'porque' | 'criterios'>;

/** Maximum reasons shown for a firing. */
const MOSTRADAS = 3;
const SEM_MOTIVO: Explicado = { porque: [], criterios: [] };

/** A firing with its rule's stored filter. `itemId`: null for a window of calls. */
export type Explicavel = { id: string; itemId: string | null; regraId: string; filtro: unknown };

type Fala = Extract<Condicao, { campo: 'dito' | 'dito_agente' | 'dito_cliente'; op: 'um_de' }>;
const isSpeech = (one: Condicao): one is Fala =>
  (one.campo === 'dito' || one.campo === 'dito_agente' || one.campo === 'dito_cliente') && one.op === 'um_de';

const SIDE: Record<Fala['campo'], Lado | null> = {
  dito: null,
  dito_agente: 'agente',
  dito_cliente: 'cliente',
};
const SAID: Record<Lado, string> = { agente: 'O agente disse', cliente: 'O cliente disse' };
const saidBy = (falante: string): string => {
  const side = sideOf(falante as Falante);
  return side ? SAID[side] : 'Foi dito';
};

const SAID_IN_CALL = { insight_id: null, criterio: null, template: null };

/**
 * Reasons why a rule matches, by firing: criteria with quotes, offences and phrases, each with its position. Firings
 * about windows of calls, and of a newer version's rules, have no reasons.
 */
export async function reasonsOf(
  db: Db,
  scope: Scope,
  firings: readonly Explicavel[],
): Promise<(id: string) => Explicado> {
  const reasons = new Map<string, Explicado>();
  const add = (id: string, one: Porque) => {
    const { porque, criterios } = reasons.get(id) ?? SEM_MOTIVO;
    const { texto, citacao, insight_id } = one;
    const known =
      porque.length >= MOSTRADAS ||
      porque.some(
        (other) => other.texto === texto && other.citacao === citacao && other.insight_id === insight_id,
      );
    reasons.set(id, {
      porque: known ? porque : [...porque, one],
      criterios: withCriterion(criterios, one),
    });
  };
  const asks = firings.flatMap(({ id, itemId, regraId, filtro }): Ask[] => {
    const read = itemId === null ? undefined : filtroSchema.safeParse(filtro).data;
    return itemId !== null && read ? [{ id, itemId, regraId, filtro: read, condicoes: asserted(read) }] : [];
  });
  await explainCriteria(db, scope, asks, add);
  await explainOffences(db, scope, asks, add);
  await explainSpeech(db, scope, asks, add);
  return (id) => reasons.get(id) ?? SEM_MOTIVO;
}

function withCriterion(
  given: Explicado['criterios'],
  { insight_id, criterio, template }: Porque,
): Explicado['criterios'] {
  if (insight_id === null || criterio === null) return given;
  const known = given.find((one) => one.insight_id === insight_id);
  if (!known) return [...given, { insight_id, template: template ?? '', ids: [criterio] }];
  if (known.ids.includes(criterio)) return given;
  return given.map((one) => (one === known ? { ...one, ids: [...one.ids, criterio] } : one));
}

type Ask = { id: string; itemId: string; regraId: string; filtro: Filtro; condicoes: Condicao[] };
type Add = (id: string, porque: Porque) => void;

async function explainCriteria(db: Db, scope: Scope, asks: readonly Ask[], add: Add): Promise<void> {
  const wanted = new Map(
    asks.flatMap(({ id, filtro }) => {
      const asked = criteriaAsked(filtro);
      return asked === null ? [] : [[id, asked]];
    }),
  );
  if (wanted.size === 0) return;
  const asking = asks.filter(({ id }) => wanted.has(id));
  const found = await criteriaOf(
    db,
    scope,
    asking.map(({ itemId }) => itemId),
    [...new Set([...wanted.values()].flatMap(({ entradas }) => entradas))],
  );
  for (const { id, itemId } of asking) {
    for (const row of found) {
      if (row.item_id !== itemId || !wanted.get(id)?.holds(row)) continue;
      const { entrada, descricao, citacao, start_ms, end_ms, insight_id, criterio, template } = row;
      const did = readCriterionEntry(entrada)?.atendido === 'sim' ? 'Cumpriu' : 'Descumpriu';
      const texto = `${did}: ${descricao.replace(/[.;\s]+$/u, '')}`;
      add(id, { texto, citacao, start_ms, end_ms, insight_id, criterio, template });
    }
  }
}

async function explainOffences(db: Db, scope: Scope, asks: readonly Ask[], add: Add): Promise<void> {
  const sides = new Map(
    asks.flatMap(({ id, condicoes }) => {
      const asked = condicoes.flatMap((one) => (one.campo === 'ofensa' ? one.valor : []));
      return asked.length > 0 ? [[id, asked]] : [];
    }),
  );
  if (sides.size === 0) return;
  const asking = asks.filter(({ id }) => sides.has(id));
  const found = await offencesOf(
    db,
    scope,
    asking.map(({ itemId }) => itemId),
  );
  for (const { id, itemId } of asking) {
    for (const { item_id, falante, texto, start_ms, end_ms } of found) {
      const side = sideOf(falante as Falante);
      if (item_id === itemId && side && sides.get(id)?.includes(side))
        add(id, { ...SAID_IN_CALL, texto: saidBy(falante), citacao: texto, start_ms, end_ms });
    }
  }
}

async function explainSpeech(db: Db, scope: Scope, asks: readonly Ask[], add: Add): Promise<void> {
  const chosen: { id: string; papel: string; execucaoId: string; ordem: number }[] = [];
  for (const regraId of new Set(asks.map((ask) => ask.regraId))) {
    const own = asks.filter((ask) => ask.regraId === regraId);
    for (const { campo, valor } of (own[0]?.condicoes ?? []).filter(isSpeech)) {
      const consulta = valor.map((frase) => [
        { palavras: wordsOf(frase).map(({ palavra }) => palavra), nao: false },
      ]);
      const radicais = await stemsOf(db, [...new Set(consulta.flat().flatMap(({ palavras }) => palavras))]);
      const side = SIDE[campo];
      const blocks = await blocksOf(
        db,
        scope,
        own.map(({ itemId }) => itemId),
        { frases: valor, radicais: [...radicais.values()].flat(), papeis: side && speakersOf(side) },
      );
      for (const block of blocks) {
        const achados = placesFound(consulta, radicais, block.lugares ?? {});
        for (const { frase } of chooseExcerpts(achados, block.marcos, 1)) {
          const ordem = block.ordens[frase];
          for (const { id } of own.filter(({ itemId }) => itemId === block.item_id))
            if (ordem !== undefined)
              chosen.push({ id, papel: block.papel, execucaoId: block.execucao_id, ordem });
        }
      }
    }
  }
  if (chosen.length === 0) return;
  const sentences = await sentencesOf(db, scope, chosen);
  for (const { id, papel, execucaoId, ordem } of chosen) {
    const said = sentences.find((one) => one.execucao_id === execucaoId && one.ordem === ordem);
    if (!said) continue;
    const { texto: citacao, start_ms, end_ms } = said;
    add(id, { ...SAID_IN_CALL, texto: saidBy(papel), citacao, start_ms, end_ms });
  }
}
