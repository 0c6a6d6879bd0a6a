const BARS = 320;
const STEP = 5;
const MIDDLE = 48;

/** A number from 0 to 1, the same for the same `seed`, as prerendered page and browser must draw the same wave. */
function noise(seed: number): number {
  const mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed << 13);
  return (Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 0) / 2 ** 32;
}

/** Turns of the talk: side, first bar, last bar. The agent (1) is drawn above the line, the client (-1) below. */
const TURNS = [
  [1, 0, 22],
  [-1, 24, 48],
  [1, 51, 96],
  [-1, 99, 118],
  [1, 121, 142],
  [1, 178, 214],
  [-1, 209, 222],
  [1, 225, 251],
  [-1, 254, 268],
  [1, 271, 297],
  [-1, 300, 319],
] as const;

function bars(side: 1 | -1): string {
  let path = '';
  for (let bar = 0; bar < BARS; bar += 1) {
    const speaks = TURNS.some(([who, from, to]) => who === side && bar >= from && bar <= to);
    const word = noise(Math.floor(bar / 4) + 977 * side) * 0.55 + 0.45;
    const height = speaks ? Math.round(4 + 36 * word * (0.35 + 0.65 * noise(bar + 4001 * side))) : 1;
    path += `M${bar * STEP + 2} ${MIDDLE - 3 * side}v${-height * side}`;
  }
  return path;
}

const AGENTE = bars(1);
const CLIENTE = bars(-1);

/** Decorative drawing of a call's two sides, with turns, a wait and an interruption. */
export function Wave() {
  return (
    <svg
      viewBox={`0 0 ${BARS * STEP} ${2 * MIDDLE}`}
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
      className="h-24 w-full"
      fill="none"
      strokeWidth="2.4"
      strokeLinecap="round"
    >
      <path d={AGENTE} className="stroke-agente" />
      <path d={CLIENTE} className="stroke-cliente" />
    </svg>
  );
}
