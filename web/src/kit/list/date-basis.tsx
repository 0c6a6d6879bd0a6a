import {
  DATA_LABEL,
  DATAS,
  type DataDe,
  TODAS_AS_DATAS_LABEL,
} from '@escuta/shared/domain/filters/filtro-campos';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Navigate, useLocation, useNavigationType } from 'react-router-dom';
import { useRequiredSession } from '../../lib/network/session.ts';
import { basisKey, rememberedBasis } from '../../lib/page/remembered-basis.ts';
import { cn } from '../../lib/utils.ts';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import { Hint } from '../../ui/overlays/hint.tsx';
import { FILTER_WIDTH } from './filter-select.tsx';

/** Last choice of the person on this device; null before. */
function remembered(usuarioId: string): DataDe | null {
  const kept = rememberedBasis(usuarioId);
  return DATAS.find((one) => one === kept) ?? null;
}

function remember(usuarioId: string, data: DataDe): void {
  try {
    localStorage.setItem(basisKey(usuarioId), data);
  } catch {
    // Without a storage the choice holds in this address.
  }
}

interface DateBasisProps {
  /** As it stands in the address: '' is `padrao`. */
  value: DataDe | '';
  onValueChange: (value: DataDe | '') => void;
  /** The screen's date without a choice: the call's day, or one of its own ('analise', 'revisao'). */
  padrao: keyof typeof TODAS_AS_DATAS_LABEL;
  className?: string;
}

/** Choice between the call's own days and the days of its entry into the product. It is remembered. */
export function DateBasis({ value, onValueChange, padrao, className }: DateBasisProps) {
  const { user } = useRequiredSession();
  const offered = [padrao, ...[...DATAS].reverse().filter((one) => one !== padrao)];
  return (
    <Select
      value={value || padrao}
      onValueChange={(next) => {
        const data = DATAS.find((one) => one === next);
        if (data) remember(user.id, data);
        onValueChange(data && data !== padrao ? data : '');
      }}
    >
      <SelectTrigger aria-label="Data usada" className={cn(FILTER_WIDTH, className)}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {offered.map((data) => (
          <SelectItem key={data} value={data}>
            {TODAS_AS_DATAS_LABEL[data]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

/** The choice where it stands alone, with the words that it needs there. `conta`: what the page counts by it. */
export function ExplainedBasis({ conta, ...basis }: DateBasisProps & { conta: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-muted-foreground text-sm">Contar pela</span>
      <DateBasis {...basis} />
      <Hint label="Sobre a data usada">
        <p>
          A data de entrada é o dia em que a Escuta recebeu a ligação, por cadastro ou importação. A data da
          ligação é o dia em que ela aconteceu.
        </p>
        <p className="mt-2">{conta}</p>
      </Hint>
    </div>
  );
}

interface BasisDaysProps {
  basis: DataDe | '';
  onBasisChange: (value: DataDe | '') => void;
  days: ComponentProps<typeof DateRange>['value'];
  onDaysChange: ComponentProps<typeof DateRange>['onValueChange'];
  padrao: DataDe;
}

/** Days that cut a list of calls, with whose days they are: one control, one line of a telephone. */
export function BasisDays({ basis, onBasisChange, days, onDaysChange, padrao }: BasisDaysProps) {
  return (
    <div className="flex w-full gap-2.5 sm:w-auto">
      <DateBasis padrao={padrao} value={basis} onValueChange={onBasisChange} className="sm:w-40" />
      <DateRange
        label={DATA_LABEL[basis || padrao]}
        value={days}
        onValueChange={onDaysChange}
        className="min-w-0 flex-1 sm:w-52 sm:flex-none"
      />
    </div>
  );
}

/** Says nothing of what a page shows, but which part of it. */
const TAB = 'aba';

/**
 * Gives a bare address the choice that was made last, so that it is shown there and a copied address keeps it. An
 * address that says anything is left as it is: what a link counts must be found behind it, whoever follows it.
 */
export function RememberedBasis({ padrao, children }: { padrao: DataDe; children: ReactNode }) {
  const { user } = useRequiredSession();
  const { pathname, search, hash, state, key } = useLocation();
  // Back within the page leads to what was shown there before the choice, which put into it would make Back do nothing.
  const [opened] = useState(key);
  const [moved, setMoved] = useState(false);
  if (key !== opened && !moved) setMoved(true);
  const isBack = useNavigationType() === 'POP' && (moved || key !== opened);
  const asked = new URLSearchParams(search);
  const data = [...asked.keys()].every((key) => key === TAB) ? remembered(user.id) : null;
  if (!data || data === padrao || isBack) return children;
  asked.set('data', data);
  return <Navigate to={{ pathname, search: `?${asked}`, hash }} state={state} replace />;
}
