/** Tells the log of accesses what of a recording was played: what is heard, not what was fetched. */
import { recordOuvido } from '@escuta/shared/contracts/operation/acessos';
import { call } from '../../lib/network/api.ts';
import type { PlayerEngine } from './player-engine.ts';

/** Told so often while it plays, and when it stops, ms. */
const EVERY_MS = 15_000;
/** A step between two moments that is longer than this is a jump, at normal speed, ms. */
const STEP_MS = 1500;
/** Pieces told at once, as many as the contract takes. */
const PIECES_MAX = 50;

type Piece = { inicioMs: number; fimMs: number };

/** The same pieces, those that meet as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of [...pieces].sort((a, b) => a.inicioMs - b.inicioMs)) {
    const before = all.at(-1);
    if (before && piece.inicioMs <= before.fimMs) before.fimMs = Math.max(before.fimMs, piece.fimMs);
    else all.push({ ...piece });
  }
  return all;
}

/** @returns what ends it, and tells what is left */
export function reportHeard(engine: PlayerEngine, itemId: string): () => void {
  let pieces: Piece[] = [];
  let last: number | null = null;

  const tell = () => {
    const untold = pieces;
    pieces = [];
    for (let at = 0; at < untold.length; at += PIECES_MAX) {
      const trechos = untold.slice(at, at + PIECES_MAX);
      call(recordOuvido, { params: { id: itemId }, body: { trechos }, outlivesPage: true }).catch(() => {
        // Without a network nothing is told now; it is told with what comes next.
        pieces = joined([...trechos, ...pieces]);
      });
    }
  };
  const hear = (ms: number) => {
    const { playing, rate } = engine.getState();
    if (!playing) {
      last = null;
      return;
    }
    const now = Math.round(ms);
    if (last !== null && now > last && now - last <= STEP_MS * Math.max(1, rate)) {
      const piece = pieces.at(-1);
      if (piece?.fimMs === last) piece.fimMs = now;
      else {
        if (pieces.length === PIECES_MAX) tell();
        pieces.push({ inicioMs: last, fimMs: now });
      }
    }
    last = now;
  };
  let played = false;
  const watch = () => {
    const { playing } = engine.getState();
    if (played && !playing) tell();
    played = playing;
  };
  const offTime = engine.onTime(hear);
  const offState = engine.subscribe(watch);
  const timer = setInterval(tell, EVERY_MS);
  window.addEventListener('pagehide', tell);
  return () => {
    offTime();
    offState();
    clearInterval(timer);
    window.removeEventListener('pagehide', tell);
    tell();
  };
}
