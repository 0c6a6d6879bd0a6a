import { Check, Quote } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';
import { LogoMark } from '../../ui/logo.tsx';

/** Heights of the drawn waveform's bars, percent. Agent and client speak in turns, without overlap. */
const agente = [
  18, 46, 72, 58, 88, 64, 40, 76, 52, 24, 8, 6, 5, 6, 5, 7, 5, 6, 5, 6, 34, 62, 84, 56, 70, 42, 20, 8, 5, 6,
  5, 6,
];
const cliente = [
  5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 26, 58, 44, 80, 66, 90, 54, 38, 62, 22, 6, 5, 6, 5, 6, 5, 6, 30, 68, 48, 74,
  32,
];

function Wave({
  bars,
  className,
  from,
}: {
  bars: readonly number[];
  className: string;
  from: 'top' | 'bottom';
}) {
  return (
    <div className={cn('flex h-9 gap-[3px]', from === 'bottom' ? 'items-end' : 'items-start')}>
      {bars.map((height, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={index}
          className={cn('flex-1 rounded-full', className)}
          style={{ height: `${height}%` }}
        />
      ))}
    </div>
  );
}

/** Decorative picture beside the sign-in form that shows the product's purpose. */
export function AuthPanel() {
  return (
    <aside
      aria-label="Sobre a Escuta"
      className="relative hidden flex-col justify-between gap-10 overflow-hidden bg-[oklch(0.27_0.045_212)] p-10 text-white lg:flex xl:p-14"
    >
      <Link
        to={paths.home}
        aria-label="Escuta: página inicial"
        className="focus-ring flex items-center gap-3 self-start rounded-[10px]"
      >
        <LogoMark className="size-9 rounded-[10px] ring-1 ring-white/15" />
        <span className="font-semibold text-xl tracking-tight">Escuta</span>
      </Link>

      <div className="grid max-w-lg gap-8">
        <div className="grid gap-3">
          <p className="text-balance font-semibold text-3xl leading-tight tracking-tight xl:text-4xl">
            Todas as ligações ouvidas. Cada conclusão com a sua prova.
          </p>
          <p className="text-balance text-lead text-white/75 leading-relaxed">
            Auditoria de ligações e entrevistas com inteligência artificial: transcrição dos dois lados,
            critérios da sua operação e a frase exata que sustenta cada pontuação.
          </p>
        </div>

        <div aria-hidden="true" className="grid gap-4 rounded-2xl border border-white/12 bg-white/6 p-5">
          <div className="flex items-center gap-4">
            <div className="grid gap-4 text-micro text-white/65">
              <span>Agente</span>
              <span>Cliente</span>
            </div>
            <div className="grid flex-1 gap-1">
              <Wave bars={agente} from="bottom" className="bg-[oklch(0.78_0.1_196)]" />
              <Wave bars={cliente} from="top" className="bg-[oklch(0.76_0.11_302)]" />
            </div>
          </div>
          <div className="grid gap-3 border-white/10 border-t pt-4">
            <div className="flex items-center justify-between gap-4 text-sm">
              <span className="flex items-center gap-2.5">
                <span className="flex size-5 items-center justify-center rounded-full bg-[oklch(0.72_0.13_158)] text-[oklch(0.22_0.04_160)]">
                  <Check className="size-3.5" strokeWidth={3} />
                </span>
                Confirmou os dados do cliente
              </span>
              <span className="text-white/65 text-xs tabular-nums">0:42</span>
            </div>
            <p className="flex gap-2.5 rounded-lg bg-black/20 p-3 text-dense text-white/85 leading-relaxed">
              <Quote className="mt-0.5 size-3.5 shrink-0 text-[oklch(0.78_0.1_196)]" />
              “Por segurança, pode me confirmar o seu CPF e a data de nascimento?”
            </p>
          </div>
        </div>
      </div>

      <p className="text-white/65 text-xs">Cada empresa vê somente os próprios dados.</p>
    </aside>
  );
}
