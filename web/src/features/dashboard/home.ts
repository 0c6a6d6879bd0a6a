import type { getDashboard } from '@escuta/shared/contracts/insights/dashboard';
import { plural } from '@escuta/shared/domain/text/in-words';
import type { Data } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatPhone } from '../../lib/text/format.ts';

export type Home = Data<typeof getDashboard>;
export type Atividade = NonNullable<Home['atividadeRecente']>[number];

/** State of a part of the page after a failure: the request that repeats it, and whether that request is running. */
export interface PartState {
  onRetry: () => void;
  retrying: boolean;
}

/** The part of an e-mail before the @ sign. */
export function greetingName(email: string): string {
  return email.split('@')[0] ?? email;
}

/** True while a company has no data to draw: the page shows first steps instead. */
export function isFresh(home: Home): boolean {
  return home.cartoes?.totalItens === 0;
}

/** Name of a processed item: 'Ligação (11) 98765-4321', 'Entrevista de Rosa'. */
function itemName({ titulo, entrevista }: Atividade): string {
  if (entrevista) return titulo ? `Entrevista de ${titulo}` : 'Entrevista';
  return titulo ? `Ligação ${formatPhone(titulo)}` : 'Ligação';
}

/** An event of the company in words, with its link. */
export function describeActivity(event: Atividade): { texto: string; detalhe: string | null; to: string } {
  switch (event.tipo) {
    case 'ligacao_concluida':
      return {
        texto: `${itemName(event)} processada`,
        detalhe: event.detalhe,
        to: href(paths.analiseLigacao, { itemId: event.id }),
      };
    case 'ligacao_erro':
      return {
        texto: event.entrevista
          ? `Erro ao processar a entrevista${event.titulo ? ` de ${event.titulo}` : ''}`
          : `Erro ao processar a ligação${event.titulo ? ` ${formatPhone(event.titulo)}` : ''}`,
        detalhe: event.detalhe,
        to: href(paths.analiseLigacao, { itemId: event.id }),
      };
    case 'ticket':
      return { texto: 'Ticket de suporte aberto', detalhe: event.titulo, to: paths.suporte };
    case 'compra':
      return {
        texto: `Compra de ${plural(event.quantidade ?? 0, 'crédito', 'créditos')}`,
        detalhe: event.titulo,
        to: paths.creditos,
      };
    case 'projeto':
      return {
        texto: 'Projeto criado',
        detalhe: event.titulo,
        to: href(paths.projeto, { id: event.id }),
      };
  }
}
