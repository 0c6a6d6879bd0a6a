import { type listDisparos, updateDisparos } from '@escuta/shared/contracts/insights/regras';
import { type Gravidade, MEDIDA_LABEL } from '@escuta/shared/domain/rules/rules';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import type { Wire } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDate, formatNumber, formatPhone, formatStart } from '../../lib/text/format.ts';
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

/** Title of a firing in a list: the number or time of its call, or the measure of its time window. */
export function titleOf({ ligacao, medida }: Firing): string {
  if (ligacao)
    return ligacao.numero
      ? formatPhone(ligacao.numero)
      : formatStart(ligacao.momento, ligacao.inicio_precisao);
  return medida ? MEDIDA_LABEL[medida.medida] : 'Ligação apagada';
}

/** The figure of a firing's time window in words; null if the firing is about a call. */
export function measureOf({ medida }: Firing): string | null {
  if (!medida) return null;
  const day = formatDate(medida.dia);
  if (medida.medida === 'nota_agente')
    return `Média de ${formatNumber(medida.valor, 1)}% na semana de ${day}, abaixo de ${formatNumber(medida.limite)}%`;
  const when = medida.hora === null ? `em ${day}` : `em ${day}, das ${medida.hora}h às ${medida.hora}h59`;
  return `${plural(medida.valor, 'ligação', 'ligações')} ${when}; o limite é ${formatNumber(medida.limite)}`;
}

/** A reason as the page shows it: once, with the names of all templates that found it. */
export type ShownReason = Omit<Firing['porque'][number], 'insight_id' | 'criterio' | 'template'> & {
  templates: string[];
};

/** A firing's reasons for the page: reasons that differ only in their template are merged. */
export function shownReasons({ porque }: Pick<Firing, 'porque'>): ShownReason[] {
  const shown: ShownReason[] = [];
  for (const { texto, citacao, start_ms, end_ms, template } of porque) {
    const known = shown.find(
      (one) => one.texto === texto && one.citacao === citacao && one.start_ms === start_ms,
    );
    const names = template === null ? [] : [template];
    if (known) known.templates.push(...names);
    else shown.push({ texto, citacao, start_ms, end_ms, templates: names });
  }
  return shown;
}

/** The criteria of one insight that a firing is about, with the addresses at which a person sees and corrects them. */
export type FiredCriteria = {
  insightId: string;
  template: string;
  criterios: string[];
  path: string;
  correction: string;
};

/**
 * The criteria that a firing is about, by insight. Empty if the firing is not about criteria, or comes from a server of
 * the previous version, which does not send them.
 */
export function criteriaOf({
  item_id,
  criterios = [],
}: Pick<Firing, 'item_id' | 'criterios'>): FiredCriteria[] {
  if (item_id === null) return [];
  return criterios.map(({ insight_id: insightId, template, ids }) => {
    const query = new URLSearchParams({ insight: insightId });
    for (const criterio of ids) query.append('criterio', criterio);
    const path = `${href(paths.analiseLigacao, { itemId: item_id })}?${query}`;
    return { insightId, template, criterios: ids, path, correction: `${path}&corrigir=1` };
  });
}

/**
 * Address of the analysis of a firing's call, at the criteria that the firing is about and at the second of its first
 * reason; null if the firing is about a time window.
 */
export function callPath(firing: Pick<Firing, 'item_id' | 'porque' | 'criterios'>): string | null {
  const { item_id, porque } = firing;
  if (item_id === null) return null;
  const path = criteriaOf(firing)[0]?.path ?? href(paths.analiseLigacao, { itemId: item_id });
  const at = porque.find(({ start_ms }) => start_ms !== null)?.start_ms;
  if (at === undefined || at === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}t=${Math.floor(at / 1000)}`;
}

/** Id that all toasts about decisions share, so that only one is shown, whose 'Desfazer' undoes the last decision. */
const TOAST = 'alerta-decidido';

/** Sends decisions on firings, and shows the result in a toast that can undo the decision. */
export function useDecision() {
  const undo = useApiMutation(updateDisparos, {
    failed: 'Erro ao desfazer',
    onDone: ({ data: { mudados } }, { body: { ids } }) => {
      const others = ids.length - mudados;
      const left =
        ids.length === 1
          ? 'Alguém já tinha reaberto o alerta, ou decidiu sobre ele depois de você.'
          : `${plural(others, 'alerta', 'alertas')} ${others === 1 ? 'mudou' : 'mudaram'} depois da sua decisão.`;
      toast.info(mudados > 0 ? 'Decisão desfeita' : 'A decisão não foi desfeita', {
        ...QUIET,
        id: TOAST,
        description: others > 0 ? left : null,
      });
    },
  });
  const takeBack = undo.attempt;
  return useApiMutation(updateDisparos, {
    failed: 'Erro ao mudar o alerta',
    onDone: ({ data: { mudados, ids, dado_em } }, { body }) => {
      const n = plural(mudados, 'alerta', 'alertas');
      if (mudados === 0) {
        toast.info(
          body.estado === 'aberto'
            ? 'Nada mudou: alguém já tinha reaberto o alerta, ou tomou outra decisão'
            : 'Nada mudou: outra pessoa já tinha decidido, ou o alerta deixou de valer',
          QUIET,
        );
      } else if (body.estado === 'aberto') {
        toast.success(`${n} de volta à lista`, { ...QUIET, id: TOAST });
      } else if (body.estado === 'resolvido') {
        toast.success(
          body.procedente
            ? plural(mudados, 'alerta marcado como procedente', 'alertas marcados como procedentes')
            : plural(mudados, 'alerta marcado como não procedente', 'alertas marcados como não procedentes'),
          {
            id: TOAST,
            description: null,
            action: {
              label: 'Desfazer',
              onClick: () =>
                void takeBack({ body: { ids, estado: 'aberto', ...(dado_em === null ? {} : { dado_em }) } }),
            },
          },
        );
      }
    },
  });
}

/** Options that remove the button and the description of an earlier toast with the same id. */
const QUIET = { action: null, description: null };
