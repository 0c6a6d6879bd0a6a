import { cn } from '../../lib/utils.ts';

/** Pseudo-random but always the same: the page drawn at build time and the one drawn in the browser must agree. */
function noise(index: number): number {
  const value = Math.sin(index * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

const BARS = 150;
const WIDTH = 6;

/** Who speaks at a bar: the two sides take turns, with one hold in which nobody does. */
function speaks(side: 'agente' | 'cliente', bar: number): boolean {
  if (bar > 92 && bar < 106) return false;
  const turn = Math.floor((bar + 7 * Math.sin(bar / 11)) / 15) % 2;
  return (side === 'agente') === (turn === 0);
}

function bars(side: 'agente' | 'cliente'): string {
  let path = '';
  for (let bar = 0; bar < BARS; bar += 1) {
    const loud = speaks(side, bar);
    const swell = 0.55 + 0.45 * Math.sin(bar / 2.3);
    const height = Math.round(loud ? 5 + 31 * noise(bar + (side === 'agente' ? 1 : 500)) * swell : 1.5);
    path += side === 'agente' ? `M${bar * WIDTH + 3} 38v-${height}` : `M${bar * WIDTH + 3} 42v${height}`;
  }
  return path;
}

const AGENTE = bars('agente');
const CLIENTE = bars('cliente');

/** The two sides of a call, drawn. Decoration. */
export function Wave({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${BARS * WIDTH} 80`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cn('h-20 w-full', className)}
      fill="none"
      strokeWidth="2.6"
      strokeLinecap="round"
    >
      <path d={AGENTE} className="stroke-agente" />
      <path d={CLIENTE} className="stroke-cliente" />
    </svg>
  );
}
