/**
 * Matches recordings to calls by name, by rules from strongest to weakest; a person settles ambiguities. File times are
 * ignored, because copies lose them.
 */

import { pathOf, plainName } from '../survey-file/pairing/recording-name.ts';
import { shownAt } from '../zone-clock.ts';
import type { RegraGravacao, SituacaoGravacaoLote } from './recording-batch.ts';

/** Largest difference between the times of a recording's name and a call, ms. */
export const MOMENTO_MS = 90_000;
/** Maximum number of a name's parts that are looked up as identifiers. */
const IDS_MAX = 60;
/** Shortest identifier, characters: shorter parts are extensions, days and counts. */
const ID_MIN = 6;

export type NameFacts = {
  /** The name without folders, extension and case. */
  chave: string;
  /** Possible identifiers of the call in the telephone system. */
  ids: string[];
  numeros: string[];
  ramais: string[];
  agente: string | null;
  /** Time of the call, ms since 1970; null: no complete day and hour. */
  momento: number | null;
};

export type PatternGroups = Partial<Record<'agente' | 'numero' | 'data' | 'hora' | 'ramal', string>>;

export type CallFacts = {
  id: string;
  asteriskFilename: string | null;
  uniqueId: string | null;
  numero: string | null;
  ramal: string | null;
  /** Known names and numbers of the agent. */
  agentes: readonly string[];
  momento: number | null;
  temGravacao: boolean;
};

export const fileKey = (nome: string): string => pathOf(nome.trim()).base.normalize('NFC').toLowerCase();

/** An extension for comparison: 'SIP/2001-0000a' becomes '2001'. */
export function plainExtension(ramal: string): string {
  const last = ramal.trim().split('/').pop() ?? '';
  return (last.split(/[-@]/u)[0] ?? '').toUpperCase();
}

/** The instant of a local time in São Paulo; null: no such time. */
export function saoPauloMoment(
  ano: number,
  mes: number,
  dia: number,
  hora: number,
  minuto: number,
  segundo: number,
): number | null {
  if (ano < 2000 || ano > 2099 || hora > 23 || minuto > 59 || segundo > 59) return null;
  const shown = Date.UTC(ano, mes - 1, dia, hora, minuto, segundo);
  const back = new Date(shown);
  if (mes < 1 || mes > 12 || back.getUTCMonth() !== mes - 1 || back.getUTCDate() !== dia) return null;
  // The second pass corrects hours near a change of the clocks.
  let moment = shown + 3 * 3_600_000;
  for (let turn = 0; turn < 2; turn += 1) moment += shown - shownAt('America/Sao_Paulo', moment);
  return moment;
}

type Span = { from: number; to: number };
const SEP = '[-_./ ]?';
const TIME = `([01]\\d|2[0-3])[-_.:h]?([0-5]\\d)(?:[-_.:m]?([0-5]\\d))?s?`;
/** Ways to write day and hour, in either order, with the year or the day first. */
const MOMENTS: readonly { form: RegExp; order: readonly ('a' | 'm' | 'd' | 't')[] }[] = [
  {
    form: new RegExp(`(?<!\\d)(20\\d{2})(${SEP})(\\d{2})\\2(\\d{2})[-_tT/. ]{0,3}${TIME}(?!\\d)`, 'u'),
    order: ['a', 'm', 'd', 't'],
  },
  {
    form: new RegExp(`(?<!\\d)(\\d{2})(${SEP})(\\d{2})\\2(20\\d{2})[-_tT/. ]{0,3}${TIME}(?!\\d)`, 'u'),
    order: ['d', 'm', 'a', 't'],
  },
  {
    form: new RegExp(`(?<!\\d)${TIME}[-_/. ]{1,3}(20\\d{2})(${SEP})(\\d{2})\\5(\\d{2})(?!\\d)`, 'u'),
    order: ['t', 'a', 'm', 'd'],
  },
  {
    form: new RegExp(`(?<!\\d)${TIME}[-_/. ]{1,3}(\\d{2})(${SEP})(\\d{2})\\5(20\\d{2})(?!\\d)`, 'u'),
    order: ['t', 'd', 'm', 'a'],
  },
];

function momentIn(text: string): { momento: number; span: Span } | null {
  for (const { form, order } of MOMENTS) {
    const hit = form.exec(text);
    if (!hit) continue;
    const first = order[0] === 't';
    const at = (n: number): number => Number(hit[n] ?? 0);
    const time = first ? [at(1), at(2), at(3)] : [at(5), at(6), at(7)];
    const day = first ? [at(4), at(6), at(7)] : [at(1), at(3), at(4)];
    const places = order.filter((one) => one !== 't');
    const of = (one: 'a' | 'm' | 'd'): number => day[places.indexOf(one)] ?? 0;
    const [hora = 0, minuto = 0, segundo = 0] = time;
    const momento = saoPauloMoment(of('a'), of('m'), of('d'), hora, minuto, segundo);
    if (momento !== null) return { momento, span: { from: hit.index, to: hit.index + hit[0].length } };
  }
  return null;
}

/** Asterisk's identifier, which begins with the call's start in epoch seconds. */
const EPOCH = /(?<![\d.])(1[0-9]{9})\.\d{1,9}(?![\d.])/u;

/** A name's parts, alone and joined to neighbours: '1700000000.12', 'pbx1-1700000000.12'. */
function identifiers(base: string): string[] {
  const found = new Set<string>();
  const cuts = [...base.matchAll(/[-_ ()[\]]+/gu)].map((hit) => ({
    from: hit.index,
    to: hit.index + hit[0].length,
  }));
  const starts = [0, ...cuts.map(({ to }) => to)];
  const ends = [...cuts.map(({ from }) => from), base.length];
  // Longest parts come first, so that the limit drops the least specific.
  for (let length = Math.min(starts.length, 6); length > 0; length -= 1) {
    for (let at = 0; at + length <= starts.length && found.size < IDS_MAX; at += 1) {
      const piece = base.slice(starts[at], ends[at + length - 1]);
      if (piece.length >= ID_MIN && piece.length <= 128 && /\d/u.test(piece)) found.add(piece);
    }
  }
  return [...found];
}

function momentOf(data: string, hora: string): number | null {
  const [day, time] = [data.replace(/\D/gu, ''), hora.replace(/\D/gu, '')];
  if (day.length !== 8 || (time.length !== 4 && time.length !== 6)) return null;
  const clock = [0, 2, 4].map((at) => Number(time.slice(at, at + 2) || 0)) as [number, number, number];
  const [ano, mes, dia] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6))];
  const first = saoPauloMoment(ano, mes, dia, ...clock);
  // The digits are year, month, day if valid, else day, month, year.
  return (
    first ?? saoPauloMoment(Number(day.slice(4)), Number(day.slice(2, 4)), Number(day.slice(0, 2)), ...clock)
  );
}

/** Reads a recording's name with folders. `grupos`: matches of the company's pattern, which have priority. */
export function readRecordingName(nome: string, grupos: PatternGroups | null = null): NameFacts {
  const { pastas, base } = pathOf(nome.trim().normalize('NFC'));
  const epoch = EPOCH.exec(base);
  const inBase = momentIn(base);
  const inPath = inBase ? null : momentIn([...pastas.slice(-3), base].join('/'));
  const said = grupos?.data && grupos.hora ? momentOf(grupos.data, grupos.hora) : null;
  const momento =
    said ?? inBase?.momento ?? inPath?.momento ?? (epoch?.[1] === undefined ? null : Number(epoch[1]) * 1000);
  const taken: Span[] = [
    ...(inBase ? [inBase.span] : []),
    ...(epoch ? [{ from: epoch.index, to: epoch.index + epoch[0].length }] : []),
  ];
  const free = [...base.matchAll(/(?<![\d.])\d+(?![\d.])/gu)].filter(({ index, 0: { length } }) =>
    taken.every(({ from, to }) => index >= to || index + length <= from),
  );
  const digits = (text: string): string => text.replace(/\D/gu, '');
  const runs = free.map(([run]) => run);
  return {
    chave: fileKey(nome),
    ids: identifiers(base),
    numeros: grupos?.numero
      ? [digits(grupos.numero)].filter((run) => run.length >= 8)
      : [...new Set(runs.filter(({ length }) => length >= 8 && length <= 14))],
    ramais: grupos?.ramal
      ? [plainExtension(grupos.ramal)]
      : [...new Set(runs.filter(({ length }) => length >= 2 && length <= 6))],
    agente: grupos?.agente
      ? plainName(grupos.agente)
          .replace(/[-_. ]+/gu, ' ')
          .trim() || null
      : null,
    momento,
  };
}

/** True if two phones are equal, ignoring a country or area code that only one has. */
export function isSamePhone(a: string, b: string): boolean {
  const own = (text: string): string => {
    const plain = text.replace(/^0+/u, '');
    return plain.length >= 12 && plain.startsWith('55') ? plain.slice(2) : plain;
  };
  const [one, other] = [own(a), own(b)];
  if (one.length < 8 || other.length < 8) return one === other && one.length >= 8;
  if (one.slice(-8) !== other.slice(-8)) return false;
  const area = (text: string): string | null =>
    text.length === 10 || text.length === 11 ? text.slice(0, 2) : null;
  return area(one) === null || area(other) === null || area(one) === area(other);
}

const near = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) <= MOMENTO_MS;

/** Matching rules from strongest to weakest; a person's choice precedes all rules. */
const RULES: readonly {
  regra: Exclude<RegraGravacao, 'pessoa'>;
  fits: (name: NameFacts, call: CallFacts) => boolean;
}[] = [
  {
    regra: 'arquivo',
    fits: (name, call) => call.asteriskFilename !== null && fileKey(call.asteriskFilename) === name.chave,
  },
  { regra: 'unique_id', fits: (name, call) => call.uniqueId !== null && name.ids.includes(call.uniqueId) },
  {
    regra: 'numero_momento',
    fits: (name, call) =>
      near(name.momento, call.momento) &&
      call.numero !== null &&
      name.numeros.some((one) => isSamePhone(one, call.numero ?? '')),
  },
  {
    regra: 'ramal_momento',
    fits: (name, call) =>
      near(name.momento, call.momento) &&
      call.ramal !== null &&
      name.ramais.some((one) => one.toUpperCase() === plainExtension(call.ramal ?? '')),
  },
  {
    regra: 'agente_momento',
    fits: (name, call) =>
      near(name.momento, call.momento) &&
      name.agente !== null &&
      call.agentes.some(
        (one) =>
          plainName(one)
            .replace(/[-_. ]+/gu, ' ')
            .trim() === name.agente,
      ),
  },
];

const force = (regra: RegraGravacao | null): number =>
  regra === null ? RULES.length : RULES.findIndex((one) => one.regra === regra);

export type Found =
  | { kind: 'uma'; regra: RegraGravacao; id: string }
  | { kind: 'varias'; ids: string[] }
  | { kind: 'nenhuma' };

/** Finds a recording's call by the strongest matching rule; several matches or contradicting rules give candidates. */
export function findCall(name: NameFacts, calls: readonly CallFacts[]): Found {
  const byRule = RULES.map(({ regra, fits }) => ({
    regra,
    ids: calls.filter((call) => fits(name, call)).map(({ id }) => id),
  })).filter(({ ids }) => ids.length > 0);
  const [best, ...weaker] = byRule;
  if (!best) return { kind: 'nenhuma' };
  const [only, second] = best.ids;
  if (only === undefined) return { kind: 'nenhuma' };
  const against = weaker.filter(({ ids }) => !ids.includes(only)).flatMap(({ ids }) => ids);
  if (second === undefined && against.length === 0) return { kind: 'uma', regra: best.regra, id: only };
  return { kind: 'varias', ids: [...new Set([...best.ids, ...(second === undefined ? against : [])])] };
}

export type FileToSettle = { id: string; indice: number; sha256: string; found: Found };

export type Settled = {
  id: string;
  situacao: Extract<SituacaoGravacaoLote, 'pareada' | 'ja_tem' | 'ambigua' | 'orfa' | 'repetida'>;
  itemId: string | null;
  regra: RegraGravacao | null;
  candidatas: string[];
  /** Another recording of the batch, or a call of the project (`repetidaItem`), with the same bytes. */
  repetidaDe: string | null;
  repetidaItem: string | null;
};

const regraOf = (found: Found): RegraGravacao | null => (found.kind === 'uma' ? found.regra : null);
const idsOf = (found: Found): string[] =>
  found.kind === 'uma' ? [found.id] : found.kind === 'varias' ? found.ids : [];

/**
 * Resolves conflicts in a batch: equal bytes count once, and a call gets one recording. A person decides between equal
 * claims to a call.
 * @param taken calls assigned by people
 * @param keptBy calls by their recording's SHA-256
 * @param decided recordings decided by people, by SHA-256
 */
export function settle(
  files: readonly FileToSettle[],
  known: {
    temGravacao: (itemId: string) => boolean;
    keptBy: ReadonlyMap<string, string>;
    decided: ReadonlyMap<string, string>;
    taken: ReadonlySet<string>;
  },
): Settled[] {
  const order = [...files].sort(
    (a, b) => force(regraOf(a.found)) - force(regraOf(b.found)) || a.indice - b.indice,
  );
  const bySound = new Map<string, FileToSettle[]>();
  for (const file of order) bySound.set(file.sha256, [...(bySound.get(file.sha256) ?? []), file]);
  const out: Settled[] = [];
  const none = { itemId: null, regra: null, candidatas: [], repetidaDe: null, repetidaItem: null };
  const left: { id: string; regra: RegraGravacao | null; ids: string[] }[] = [];
  for (const [sha256, [first, ...others]] of bySound) {
    if (!first) continue;
    const repetidaItem = known.keptBy.get(sha256) ?? null;
    const decided = known.decided.get(sha256) ?? null;
    for (const { id } of repetidaItem === null && decided === null ? others : [first, ...others]) {
      const repetidaDe = repetidaItem === null ? (decided ?? first.id) : null;
      out.push({ ...none, id, situacao: 'repetida', repetidaDe, repetidaItem });
    }
    if (repetidaItem !== null || decided !== null) continue;
    // Recordings with equal bytes may be named after different calls; a person must say which call is right.
    const sure = new Set([first, ...others].flatMap(({ found }) => (found.kind === 'uma' ? [found.id] : [])));
    if (sure.size > 1) left.push({ id: first.id, regra: null, ids: [...sure] });
    else left.push({ id: first.id, regra: regraOf(first.found), ids: idsOf(first.found) });
  }
  const claims = new Map<string, { id: string; regra: RegraGravacao }[]>();
  for (const {
    id,
    regra,
    ids: [call],
  } of left) {
    if (regra !== null && call !== undefined) claims.set(call, [...(claims.get(call) ?? []), { id, regra }]);
  }
  const wins = (file: string, call: string, regra: RegraGravacao): boolean => {
    if (known.taken.has(call)) return false;
    const others = (claims.get(call) ?? []).filter(({ id }) => id !== file);
    return others.every((other) => force(regra) < force(other.regra));
  };
  for (const { id, regra, ids } of left) {
    const [call] = ids;
    if (call === undefined) out.push({ ...none, id, situacao: 'orfa' });
    else if (regra === null || !wins(id, call, regra))
      out.push({ ...none, id, situacao: 'ambigua', candidatas: ids });
    else
      out.push({
        ...none,
        id,
        situacao: known.temGravacao(call) ? 'ja_tem' : 'pareada',
        itemId: call,
        regra,
      });
  }
  return out;
}
