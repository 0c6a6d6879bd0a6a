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

/** The kind of date that the person last chose on this device; null if none was chosen. */
function remembered(usuarioId: string): DataDe | null {
  const kept = rememberedBasis(usuarioId);
  return DATAS.find((one) => one === kept) ?? null;
}

function remember(usuarioId: string, data: DataDe): void {
  try {
    localStorage.setItem(basisKey(usuarioId), data);
  } catch {
    // Storage is full or forbidden, so the choice lasts only in this page's address.
  }
}

interface DateBasisProps {
  /** The value in the address; '' stands for `padrao`. */
  value: DataDe | '';
  onValueChange: (value: DataDe | '') => void;
  /** Kind of date that the screen uses by default: the day of the call, or one of its own ('analise', 'revisao'). */
  padrao: keyof typeof TODAS_AS_DATAS_LABEL;
  className?: string;
}

/** Chooses the date by which a page counts: the day of the call, or of registration. The choice is remembered. */
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

/** `DateBasis` with a label and an explanation of the kinds of dates. `conta` is a sentence on what the page counts. */
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

/** Filter of a list of calls by days, with the choice of the kind of date in the same control. */
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

/** Parameter that chooses a tab of the page; it filters nothing. */
const TAB = 'aba';

/**
 * Adds the last chosen kind of date to an address without filters, so that the page shows it and a copied address keeps
 * it. An address with filters stays unchanged, because a number's link must lead to exactly the counted items.
 */
export function RememberedBasis({ padrao, children }: { padrao: DataDe; children: ReactNode }) {
  const { user } = useRequiredSession();
  const { pathname, search, hash, state, key } = useLocation();
  // Going back to the page's first entry must not change its address, because Back would then do nothing.
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
