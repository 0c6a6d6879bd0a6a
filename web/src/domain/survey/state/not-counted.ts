import { DESFECHO_LABEL } from '@escuta/shared/domain/interview/questionnaire/screening';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatNumber } from '../../../lib/text/format.ts';

/** Words for interviews that are not counted: '3 interrompidas · Fora do perfil: 12'; undefined if all are counted. */
export function besideCounted(n: {
  interrompidas: number;
  foraDoPerfil: number;
  cotaPreenchida: number;
  recusas: number;
}): string | undefined {
  const words = [
    n.interrompidas > 0 ? plural(n.interrompidas, 'interrompida', 'interrompidas') : null,
    n.foraDoPerfil > 0 ? `${DESFECHO_LABEL.filtro}: ${formatNumber(n.foraDoPerfil)}` : null,
    n.cotaPreenchida > 0 ? `${DESFECHO_LABEL.cota}: ${formatNumber(n.cotaPreenchida)}` : null,
    n.recusas > 0 ? plural(n.recusas, 'recusa', 'recusas') : null,
  ].filter((word) => word !== null);
  return words.length > 0 ? words.join(' · ') : undefined;
}
