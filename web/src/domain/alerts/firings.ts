import { type listDisparos, updateDisparos } from '@escuta/shared/contracts/insights/regras';
import { type Gravidade, MEDIDA_LABEL } from '@escuta/shared/domain/rules/rules';
import { useApiMutation } from '../../kit/mutation.ts';
import type { Wire } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDate, formatNumber, formatPhone, formatStart, plural } from '../../lib/text/format.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';

export type Firing = Wire<typeof listDisparos>['data'][number];

export const GRAVITY_VARIANT: Record<Gravidade, BadgeVariant> = {
  alta: 'destructive',
  media: 'warning',
  baixa: 'info',
};

/** True for a firing that nobody has decided on. */
export const isPending = ({ estado }: Pick<Firing, 'estado'>): boolean =>
  estado === 'aberto' || estado === 'visto';

/** Title of a firing in a list: the call's number or time, or the window's measure. */
export function titleOf({ ligacao, medida }: Firing): string {
  if (ligacao)
    return ligacao.numero
      ? formatPhone(ligacao.numero)
      : formatStart(ligacao.momento, ligacao.inicio_precisao);
  return medida ? MEDIDA_LABEL[medida.medida] : 'Ligação apagada';
}

/** A window's figure in words; null for a call. */
export function measureOf({ medida }: Firing): string | null {
  if (!medida) return null;
  const day = formatDate(medida.dia);
  if (medida.medida === 'nota_agente')
    return `Média de ${formatNumber(medida.valor, 1)}% na semana de ${day}, abaixo de ${formatNumber(medida.limite)}%`;
  const when = medida.hora === null ? `em ${day}` : `em ${day}, das ${medida.hora}h às ${medida.hora}h59`;
  return `${plural(medida.valor, 'ligação', 'ligações')} ${when}; o limite é ${formatNumber(medida.limite)}`;
}

/** The analysis of a firing's call, at the second of its first reason; null for a window. */
export function callPath({ item_id, porque }: Pick<Firing, 'item_id' | 'porque'>): string | null {
  if (item_id === null) return null;
  const at = porque.find(({ start_ms }) => start_ms !== null)?.start_ms;
  const path = href(paths.analiseLigacao, { itemId: item_id });
  return at === undefined || at === null ? path : `${path}?t=${Math.floor(at / 1000)}`;
}

/** Sends decisions on firings and shows the result in a toast. */
export function useDecision() {
  return useApiMutation(updateDisparos, {
    done: ({ data }, { body }) => {
      const n = plural(data.mudados, 'alerta', 'alertas');
      if (data.mudados === 0)
        return 'Nada mudou: outra pessoa já tinha decidido, ou o alerta deixou de valer';
      if (body.estado === 'visto') return null;
      if (body.estado === 'aberto') return `${n} de volta à lista`;
      return body.procedente ? `${n}: procede` : `${n}: não procede`;
    },
    failed: 'Erro ao mudar o alerta',
  });
}
