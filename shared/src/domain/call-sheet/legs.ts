/**
 * Joins a call's rows: telephony writes one for each ringing telephone and each part of a transfer. The principal leg
 * gives talk time, party and recording.
 */
import type { LigacaoLida } from './row.ts';
import { plainTitle } from './titles.ts';

export type Perna = {
  n: number;
  ligacao: LigacaoLida;
  metade: boolean;
};

export type PernaGuardada = {
  linha: number;
  /** True for the leg with the call's length, extension and recording. */
  principal?: true;
  inicio: string;
  duracao: number | null;
  numero: string | null;
  ramal: string | null;
  direcao?: string;
  situacao?: string;
  arquivo?: string;
  unique_id?: string;
};

/** Maximum stored legs of a call (the first and the principal), and maximum characters of their JSON. */
export const PERNAS_GUARDADAS = { n: 60, json: 9000 } as const;

/** Maximum identifiers to look up a call; large queues ring some hundred telephones. */
const IDS_MAX = 2000;

const ATENDIDA =
  /^(?:answered|answer|atendid[ao]|respondid[ao]|completed|completad[ao]|connected|conectad[ao])$/u;
const NAO_ATENDIDA =
  /^(?:no ?answer|unanswered|not answered|nao atendid[ao]|sem resposta|busy|ocupad[ao]|failed|falh(?:a|ou)|congestion|cancel(?:led|ad[ao])?|missed|perdid[ao]|abandon(?:ed|ad[ao])?|rejeitad[ao])$/u;

/** True for an answered leg, by its status, else by its talk time. */
export function isAnswered({ situacao, duracao }: Pick<LigacaoLida, 'situacao' | 'duracao'>): boolean {
  const word = plainTitle(situacao ?? '');
  if (NAO_ATENDIDA.test(word)) return false;
  return ATENDIDA.test(word) || (duracao ?? 0) > 0;
}

/** Returns values that rank a leg, the most important first; the greater value wins. */
const rankOf = ({ ligacao, metade }: Perna): number[] => [
  Number(isAnswered(ligacao)),
  Number(ligacao.direcao !== 'interna' && ligacao.direcao !== 'duvida'),
  // A queue's or menu's row, during which the caller still waits, has no extension.
  Number(ligacao.ramal !== null),
  ligacao.duracao ?? 0,
  Number(ligacao.arquivo !== null),
  Number(!metade),
];

const isMore = (ours: readonly number[], theirs: readonly number[]): boolean => {
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  return at >= 0 && (ours[at] as number) > (theirs[at] as number);
};

/** Chooses the principal leg, by precedence: answered, with customer, with queue member, longest, recorded, first. */
class Principal {
  perna: Perna | null = null;
  #weight: readonly number[] = [];

  add(perna: Perna, own: readonly number[]): void {
    if (this.perna && !isMore(own, this.#weight)) return;
    this.perna = perna;
    this.#weight = own;
  }
}

const repeatKey = ({ ligacao, metade }: Perna): string =>
  JSON.stringify([
    metade,
    ligacao.inicio,
    ligacao.duracao,
    ligacao.numero,
    ligacao.ramal,
    ligacao.arquivo,
    ligacao.situacao ?? null,
  ]);

export class Repeats {
  readonly #seen = new Map<string, number>();

  /** Finds the number of an equal earlier row; null for a new row. */
  before(perna: Perna): number | null {
    const said = repeatKey(perna);
    const before = this.#seen.get(said) ?? null;
    if (before === null) this.#seen.set(said, perna.n);
    return before;
  }
}

function toStoredLeg(perna: Perna, principal: Perna): PernaGuardada {
  const { inicio, duracao, numero, ramal, direcao, situacao, arquivo, uniqueId } = perna.ligacao;
  return {
    linha: perna.n,
    ...(perna === principal ? { principal: true as const } : {}),
    inicio: new Date(inicio).toISOString(),
    duracao,
    numero,
    ramal,
    ...(direcao ? { direcao } : {}),
    ...(situacao ? { situacao } : {}),
    ...(arquivo ? { arquivo } : {}),
    ...(uniqueId && uniqueId !== principal.ligacao.uniqueId ? { unique_id: uniqueId } : {}),
  };
}

const byBegin = (a: Perna, b: Perna): number => a.ligacao.inicio - b.ligacao.inicio || a.n - b.n;

class Earliest {
  perna: Perna | null = null;

  add(perna: Perna): void {
    if (!this.perna || byBegin(perna, this.perna) < 0) this.perna = perna;
  }
}

const CAMPOS = ['numero', 'nome', 'ramal', 'agente'] as const;
const DE_QUEM_ATENDEU: readonly (typeof CAMPOS)[number][] = ['ramal', 'agente'];

/**
 * Merges legs into a call: start of the first leg; length, number, extension and recording of the principal; a missing
 * field comes from the first leg that has the field. Keeps only the needed legs, because a call may have 300,000.
 */
export class Legs {
  readonly #principal = new Principal();
  readonly #withFile = new Principal();
  readonly #begin = new Earliest();
  readonly #outside = new Earliest();
  readonly #known = new Earliest();
  readonly #withId = new Earliest();
  readonly #saying = {
    numero: new Earliest(),
    nome: new Earliest(),
    ramal: new Earliest(),
    agente: new Earliest(),
  };
  #first: Perna[] = [];
  #n = 0;
  #answered = 0;
  #fim: number | null = null;
  readonly #rang = new Set<string>();
  readonly #ids = new Set<string>();

  add(perna: Perna): void {
    const { ligacao } = perna;
    const { ramal, arquivo, fim, uniqueId, direcao } = ligacao;
    const own = rankOf(perna);
    const answered = own[0] === 1;
    this.#n += 1;
    if (answered) this.#answered += 1;
    this.#principal.add(perna, own);
    if (arquivo !== null) this.#withFile.add(perna, own);
    this.#begin.add(perna);
    if (direcao !== undefined && direcao !== 'duvida') {
      this.#known.add(perna);
      if (direcao !== 'interna') this.#outside.add(perna);
    }
    for (const campo of CAMPOS)
      if (ligacao[campo] !== null && (answered || !DE_QUEM_ATENDEU.includes(campo)))
        this.#saying[campo].add(perna);
    if (ramal !== null && this.#rang.size < 2) this.#rang.add(ramal);
    if (fim !== null) this.#fim = Math.max(this.#fim ?? fim, fim);
    if (uniqueId !== null) {
      this.#withId.add(perna);
      if (this.#ids.size < IDS_MAX) this.#ids.add(uniqueId);
    }
    this.#keepFirst(perna);
  }

  #keepFirst(perna: Perna): void {
    const last = this.#first.at(-1);
    if (last && this.#first.length === PERNAS_GUARDADAS.n && byBegin(perna, last) > 0) return;
    const at = this.#first.findLastIndex((one) => byBegin(one, perna) < 0) + 1;
    this.#first.splice(at, 0, perna);
    this.#first = this.#first.slice(0, PERNAS_GUARDADAS.n);
  }

  call(): { ligacao: LigacaoLida; principal: Perna } | null {
    const principal = this.#principal.perna;
    const begin = this.#begin.perna;
    if (!principal || !begin) return null;
    if (this.#n === 1) return { ligacao: principal.ligacao, principal };
    const main = principal.ligacao;
    const first = <K extends (typeof CAMPOS)[number]>(campo: K): LigacaoLida[K] =>
      main[campo] ?? this.#saying[campo].perna?.ligacao[campo] ?? main[campo];
    // An unanswered call that rang at several telephones has no extension.
    const lost = this.#answered === 0 && this.#rang.size > 1;
    const guardadas = selectStoredLegs(this.#first, principal);
    const direcao = (this.#outside.perna ?? this.#known.perna)?.ligacao.direcao ?? main.direcao;
    const id = this.#withId.perna?.ligacao.uniqueId ?? null;
    const { grupo } = begin.ligacao;
    return {
      principal,
      ligacao: {
        ...main,
        inicio: begin.ligacao.inicio,
        fim: this.#fim,
        numero: first('numero'),
        ramal: lost ? null : first('ramal'),
        agente: lost ? null : first('agente'),
        nome: first('nome'),
        arquivo: main.arquivo ?? this.#withFile.perna?.ligacao.arquivo ?? null,
        // The call takes its first channel's identifier.
        uniqueId: grupo && this.#ids.has(grupo) ? grupo : id,
        ids: [...new Set([...(id === null ? [] : [id]), ...this.#ids])],
        ...(direcao === undefined ? {} : { direcao }),
        metadata: {
          ...main.metadata,
          pernas: guardadas,
          ...(guardadas.length < this.#n ? { pernas_total: this.#n } : {}),
        },
      },
    };
  }
}

/** Selects the first legs within the limits, and the principal, sorted by start. */
function selectStoredLegs(first: readonly Perna[], principal: Perna): PernaGuardada[] {
  const main = toStoredLeg(principal, principal);
  let room = PERNAS_GUARDADAS.json - JSON.stringify(main).length;
  const chosen = [{ perna: principal, guardada: main }];
  for (const perna of first.filter((one) => one !== principal).slice(0, PERNAS_GUARDADAS.n - 1)) {
    const guardada = toStoredLeg(perna, principal);
    room -= JSON.stringify(guardada).length + 1;
    if (room >= 0) chosen.push({ perna, guardada });
  }
  return chosen.sort((a, b) => byBegin(a.perna, b.perna)).map(({ guardada }) => guardada);
}
