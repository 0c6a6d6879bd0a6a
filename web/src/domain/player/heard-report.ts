/** Reports to the log of accesses which parts of a recording were really played, not only fetched. */
import { recordOuvido } from '@escuta/shared/contracts/operation/acessos';
import { call } from '../../lib/network/api.ts';
import type { PlayerEngine } from './player-engine.ts';

/** Interval of reports during playback, ms; stopping also sends a report. */
const EVERY_MS = 15_000;
/** Greatest change of the position between two observations at normal speed, ms; a greater change is a jump. */
const STEP_MS = 1500;
/** Greatest number of pieces in a report, as in the contract. */
const PIECES_MAX = 50;

type Piece = { inicioMs: number; fimMs: number };

/** Merges pieces that touch. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of [...pieces].sort((a, b) => a.inicioMs - b.inicioMs)) {
    const before = all.at(-1);
    if (before && piece.inicioMs <= before.fimMs) before.fimMs = Math.max(before.fimMs, piece.fimMs);
    else all.push({ ...piece });
  }
  return all;
}

/** Reports what the engine plays of an item. @returns a function that stops reporting and sends the unreported part */
export function reportHeard(engine: PlayerEngine, itemId: string): () => void {
  let pieces: Piece[] = [];
  let last: number | null = null;

  const tell = () => {
    const untold = pieces;
    pieces = [];
    for (let at = 0; at < untold.length; at += PIECES_MAX) {
      const trechos = untold.slice(at, at + PIECES_MAX);
      call(recordOuvido, { params: { id: itemId }, body: { trechos }, outlivesPage: true }).catch(() => {
        // Without a network the pieces go out with the next report.
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
