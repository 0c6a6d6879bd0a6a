/**
 * Rows of one call as one call. Telephony writes a row for each telephone that it rings: of a queue for each member, of a transfer for
 * each part. One of them, the principal leg, says how long was spoken, with whom, and where the recording is; the others are kept
 * beneath it.
 */
import type { LigacaoLida } from './row.ts';
import { plainTitle } from './titles.ts';

/** A row that was read as a leg, by its number in the sheet. */
export type Perna = {
  n: number;
  ligacao: LigacaoLida;
  /** One half of a channel inside the exchange ('Local/…;2'). */
  metade: boolean;
};

/** A leg as the call keeps it, in `metadata.pernas`. */
export type PernaGuardada = {
  linha: number;
  /** It is the one whose length, extension and recording the call has. */
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

/** Legs that a call keeps one by one, and characters of them: of a queue that rang 500 telephones the first are kept, and the principal one. */
export const PERNAS_GUARDADAS = { n: 60, json: 9000 } as const;

const ATENDIDA =
  /^(?:answered|answer|atendid[ao]|respondid[ao]|completed|completad[ao]|connected|conectad[ao])$/u;
const NAO_ATENDIDA =
  /^(?:no ?answer|unanswered|not answered|nao atendid[ao]|sem resposta|busy|ocupad[ao]|failed|falh(?:a|ou)|congestion|cancel(?:led|ad[ao])?|missed|perdid[ao]|abandon(?:ed|ad[ao])?|rejeitad[ao])$/u;

/** Whether somebody answered a leg: as it says itself, else by whether anybody spoke. */
export function isAnswered({ situacao, duracao }: Pick<LigacaoLida, 'situacao' | 'duracao'>): boolean {
  const word = plainTitle(situacao ?? '');
  if (NAO_ATENDIDA.test(word)) return false;
  return ATENDIDA.test(word) || (duracao ?? 0) > 0;
}

/** What decides between two legs, the most weighty first: each greater is better. */
const weight = ({ ligacao, metade }: Perna): number[] => [
  Number(isAnswered(ligacao)),
  Number(ligacao.direcao !== 'interna' && ligacao.direcao !== 'duvida'),
  // Whoever waits in a queue's or a menu's row speaks with nobody yet.
  Number(ligacao.ramal !== null),
  ligacao.duracao ?? 0,
  Number(ligacao.arquivo !== null),
  Number(!metade),
];

const isMore = (ours: readonly number[], theirs: readonly number[]): boolean => {
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  return at >= 0 && (ours[at] as number) > (theirs[at] as number);
};

/**
 * The principal leg: one that was answered before one that was not, one with the customer before one between extensions, one with a
 * member before a queue's or a menu's own, then the longest, then one with a recording; of equals the first.
 */
export function principalOf(pernas: readonly [Perna, ...Perna[]]): Perna {
  let [best] = pernas;
  let most = weight(best);
  for (const perna of pernas) {
    const own = weight(perna);
    if (isMore(own, most)) [best, most] = [perna, own];
  }
  return best;
}

/** What two rows say alike where the second says nothing new. */
const saying = ({ ligacao, metade }: Perna): string =>
  JSON.stringify([
    metade,
    ligacao.inicio,
    ligacao.duracao,
    ligacao.numero,
    ligacao.ramal,
    ligacao.arquivo,
    ligacao.situacao ?? null,
  ]);

/** Rows of a call that say the same as one before them, with that one's number, and the legs that are left. */
export function withoutRepeats(pernas: readonly Perna[]): {
  pernas: Perna[];
  repetidas: Map<number, number>;
} {
  const seen = new Map<string, number>();
  const repetidas = new Map<number, number>();
  for (const perna of pernas) {
    const before = seen.get(saying(perna));
    if (before === undefined) seen.set(saying(perna), perna.n);
    else repetidas.set(perna.n, before);
  }
  return { pernas: pernas.filter(({ n }) => !repetidas.has(n)), repetidas };
}

function kept(perna: Perna, principal: Perna): PernaGuardada {
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

/** As many legs as a call has room for, the principal one among them, in the order in which they began. */
function asKept(pernas: readonly Perna[], principal: Perna): PernaGuardada[] {
  let room = PERNAS_GUARDADAS.json - JSON.stringify(kept(principal, principal)).length;
  const chosen = new Map<Perna, PernaGuardada>([[principal, kept(principal, principal)]]);
  for (const perna of pernas.filter((one) => one !== principal).slice(0, PERNAS_GUARDADAS.n - 1)) {
    const own = kept(perna, principal);
    room -= JSON.stringify(own).length + 1;
    if (room >= 0) chosen.set(perna, own);
  }
  return pernas.flatMap((perna) => chosen.get(perna) ?? []);
}

/**
 * Legs as one call. It begins with the first of them; its length, number, extension and recording are the principal one's, and what that
 * one does not say the first that does (who spoke: the first that was answered). Of two answered parts of a transfer both recordings stand
 * in the legs.
 */
export function joinLegs(given: readonly [Perna, ...Perna[]]): { ligacao: LigacaoLida; principal: Perna } {
  const principal = principalOf(given);
  if (given.length === 1) return { ligacao: principal.ligacao, principal };
  const pernas = [...given].sort((a, b) => a.ligacao.inicio - b.ligacao.inicio || a.n - b.n);
  const [begin] = pernas as [Perna, ...Perna[]];
  const main = principal.ligacao;
  const first = <K extends 'numero' | 'ramal' | 'agente' | 'nome'>(campo: K, of = pernas): LigacaoLida[K] =>
    main[campo] ?? of.find(({ ligacao }) => ligacao[campo] !== null)?.ligacao[campo] ?? main[campo];
  const answered = pernas.filter(({ ligacao }) => isAnswered(ligacao));
  // Nobody spoke: of several telephones that rang none is the call's.
  const rang = new Set(pernas.flatMap(({ ligacao }) => (ligacao.ramal === null ? [] : [ligacao.ramal])));
  const lost = answered.length === 0 && rang.size > 1;
  const withFile = pernas.filter(({ ligacao }) => ligacao.arquivo !== null);
  const [file, ...files] = withFile;
  const arquivo = main.arquivo ?? (file ? principalOf([file, ...files]).ligacao.arquivo : null);
  // One by one: a sheet whose rows all have one identifier is one call of 300,000 legs, more than a function takes as arguments.
  const fim = pernas.reduce<number | null>(
    (last, { ligacao }) => (ligacao.fim === null ? last : Math.max(last ?? ligacao.fim, ligacao.fim)),
    null,
  );
  const guardadas = asKept(pernas, principal);
  const known = (perna: Perna): boolean =>
    perna.ligacao.direcao !== undefined && perna.ligacao.direcao !== 'duvida';
  const outside = pernas.find((perna) => known(perna) && perna.ligacao.direcao !== 'interna');
  const direcao = (outside ?? pernas.find(known))?.ligacao.direcao ?? main.direcao;
  const ids = pernas.flatMap(({ ligacao }) => (ligacao.uniqueId === null ? [] : [ligacao.uniqueId]));
  return {
    principal,
    ligacao: {
      ...main,
      inicio: begin.ligacao.inicio,
      fim,
      numero: first('numero'),
      ramal: lost ? null : first('ramal', answered),
      agente: lost ? null : first('agente', answered),
      nome: first('nome'),
      arquivo,
      // The call's own identifier is that of the channel with which it began.
      uniqueId:
        begin.ligacao.grupo && ids.includes(begin.ligacao.grupo) ? begin.ligacao.grupo : (ids[0] ?? null),
      ids: [...new Set(ids)],
      ...(direcao === undefined ? {} : { direcao }),
      metadata: {
        ...main.metadata,
        pernas: guardadas,
        ...(guardadas.length < pernas.length ? { pernas_total: pernas.length } : {}),
      },
    },
  };
}
