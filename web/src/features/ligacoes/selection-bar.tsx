import { SELECAO_IDS_MAX } from '@escuta/shared/domain/filters/filtro-campos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OfferedAction } from '../../lib/page/offers.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import type { CallSelection } from './use-call-selection.ts';

interface SelectionBarProps {
  selection: CallSelection;
  /** Number of calls that pass the filter; `exact` is false if the counting stopped there. */
  total: { n: number; exact: boolean };
  actions: readonly OfferedAction[];
}

/**
 * A button's label in three parts. Phones show only the middle (`children`), because with longer labels the bar would
 * cover the list; `after` appears where everything fits in a line.
 */
function ShortLabel({ before, after, children }: { before: string; after: string; children: ReactNode }) {
  return (
    <span className="max-sm:inline-block max-sm:first-letter:uppercase">
      <span className="max-sm:sr-only">{before}</span>
      {children}
      <span className="max-2xl:sr-only">{after}</span>
    </span>
  );
}

/** An action's name; phones show only its first word. */
function FirstWord({ children }: { children: string }) {
  const [first = '', ...rest] = children.split(' ');
  return (
    <span>
      {first}
      {rest.length > 0 ? <span className="max-sm:sr-only"> {rest.join(' ')}</span> : null}
    </span>
  );
}

/** Bar with the number of chosen calls and their actions; hidden while no call is chosen. */
export function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const { count, more, whole } = selection;
  const all = `${formatNumber(total.n)}${total.exact ? '' : '+'}`;
  if (count === 0) return null;
  return (
    <section
      aria-label="Ligações selecionadas"
      className="flex min-h-9 flex-wrap items-center gap-2 rounded-lg border border-primary/40 bg-primary-soft px-2 py-px shadow-card max-md:sticky max-md:top-16 max-md:z-20 max-md:p-1.5 max-sm:gap-y-1.5 print:hidden"
    >
      <p className="px-1.5 font-medium text-sm tabular-nums" aria-live="polite">
        {formatNumber(count)}
        {more ? '+' : ''} {count === 1 && !more ? 'selecionada' : 'selecionadas'}
      </p>
      {!whole && (total.n > count || !total.exact) ? (
        <Button variant="ghost" size="sm" className="px-2" onClick={selection.chooseWhole}>
          <ShortLabel before="Selecionar " after=" deste filtro">
            todas as {all}
          </ShortLabel>
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="icon-sm"
        // Stands beside the number of chosen calls; on a phone at the end of the first of two lines.
        className="max-sm:ml-auto sm:order-first"
        aria-label="Limpar seleção"
        title="Limpar seleção"
        onClick={selection.clear}
      >
        <X aria-hidden="true" />
      </Button>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2 sm:ml-auto">
        {actions.map(({ id, icon: Icon, label, run }) => (
          <Button key={id} size="sm" variant="outline" onClick={run}>
            <Icon aria-hidden="true" />
            <FirstWord>{label}</FirstWord>
          </Button>
        ))}
      </div>
      {!whole && count >= SELECAO_IDS_MAX ? (
        <p className="w-full px-1.5 text-muted-foreground text-xs">
          A seleção manual vai até {plural(SELECAO_IDS_MAX, 'ligação', 'ligações')}. Para incluir mais,
          selecione todas as ligações deste filtro.
        </p>
      ) : null}
    </section>
  );
}
