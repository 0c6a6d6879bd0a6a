/** Collects the company's own numbers, and rows that fit two directions. */
import { plainCell } from './cells.ts';
import { ownNumbers, type Pontas, senseOf } from './direction.ts';
import {
  type CampoPlanilha,
  type DestinoColuna,
  type DirecaoContada,
  EXEMPLOS_DE_DIRECAO,
  type LeituraDaPlanilha,
} from './fields.ts';

const PONTAS: Readonly<Record<keyof Pontas, CampoPlanilha>> = {
  origem: 'origem',
  destino: 'destino',
  direcao: 'direcao',
  canal: 'canal',
  canalDestino: 'canal_destino',
  contexto: 'contexto',
  did: 'did',
};
/** Maximum stored caller-callee pairs in doubt, and maximum company numbers; rows beyond stay doubtful. */
const PARES = 2000;
const PROPRIOS = 500;

export class Directions {
  readonly #at: { [P in keyof Pontas]: number };
  readonly #proprios = new Set<string>();
  readonly #pares = new Map<string, { n: number; linha: number; pontas: Pontas }>();
  /** Doubtful rows beyond PARES. */
  #mais = 0;

  constructor(campos: readonly (DestinoColuna | null)[]) {
    this.#at = Object.fromEntries(
      Object.entries(PONTAS).map(([ponta, campo]) => [ponta, campos.indexOf(campo)]),
    ) as { [P in keyof Pontas]: number };
  }

  get asked(): boolean {
    return this.#at.origem >= 0 && this.#at.destino >= 0;
  }

  add(n: number, celulas: readonly string[]): void {
    if (!this.asked) return;
    const pontas = Object.fromEntries(
      Object.entries(this.#at).map(([ponta, at]) => [ponta, at < 0 ? '' : plainCell(celulas[at] ?? '')]),
    ) as Pontas;
    if (this.#proprios.size < PROPRIOS) for (const own of ownNumbers(pontas)) this.#proprios.add(own);
    if (senseOf(pontas, 'valores', this.#proprios).direcao !== 'duvida') return;
    const key = `${pontas.origem}|${pontas.destino}|${pontas.canal}`;
    const known = this.#pares.get(key);
    if (known) known.n += 1;
    else if (this.#pares.size < PARES) this.#pares.set(key, { n: 1, linha: n, pontas });
    else this.#mais += 1;
  }

  result(): Pick<LeituraDaPlanilha, 'duvidas' | 'proprios'> {
    const open = [...this.#pares.values()].filter(
      ({ pontas }) => senseOf(pontas, 'valores', this.#proprios).direcao === 'duvida',
    );
    const n = open.reduce((sum, one) => sum + one.n, this.#mais);
    const exemplos = open.slice(0, EXEMPLOS_DE_DIRECAO).map(({ linha, pontas }) => ({
      linha,
      de: pontas.origem,
      para: pontas.destino,
      numero: null,
      ramal: null,
    }));
    const duvidas: DirecaoContada | null = n > 0 ? { direcao: null, n, exemplos } : null;
    return { duvidas, proprios: [...this.#proprios] };
  }
}
