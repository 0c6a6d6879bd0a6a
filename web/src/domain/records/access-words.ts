/** An access of the log in words that a person reads. */
import type { AcessoWire } from '@escuta/shared/contracts/operation/acessos';
import { ALVO_ACESSO_LABEL } from '@escuta/shared/domain/log/accesses';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatDurationMs, formatShare } from '../../lib/text/format.ts';

type Access = Pick<
  AcessoWire,
  'tipo' | 'alvo' | 'enviado' | 'tamanho' | 'ouvido_ms' | 'primeiro_em' | 'ultimo_em'
>;

/** The sent share of the file in words; '' if the sent bytes were not counted. */
function sentOf({ enviado, tamanho }: Access): string {
  return enviado > 0 && tamanho ? `${formatShare(Math.min(1, enviado / tamanho))} do arquivo` : '';
}

/** Words for what the person did, such as 'Ouviu 2:34'; or for how much was sent, if the player reported nothing. */
export function deedOf(access: Access): string {
  const sent = sentOf(access);
  // An interview's present recording belongs to its item, so an access to the interview concerns its second recording.
  const second = access.alvo.tipo === 'entrevista' ? ' da outra gravação' : '';
  switch (access.tipo) {
    case 'aberta':
      return access.alvo.tipo === 'acessos' ? 'Consultou os acessos' : 'Abriu a página';
    case 'trecho':
      return 'Leu um trecho';
    case 'som':
      if (access.ouvido_ms > 0) return `Ouviu ${formatDurationMs(access.ouvido_ms)}${second}`;
      return sent ? `Recebeu ${sent} de áudio${second}; tempo ouvido desconhecido` : `Abriu o áudio${second}`;
    case 'download':
      return sent ? `Baixou ${sent}` : 'Baixou';
    case 'dossie':
      return 'Exportou o dossiê';
    case 'exportacao':
      return 'Exportou';
    case 'link':
      return 'Recebeu um link direto do áudio';
  }
}

/** Time of an access in words: a moment, or a period. */
export function whenOf({ primeiro_em, ultimo_em }: Access): string {
  const [first, last] = [formatDateTime(primeiro_em), formatDateTime(ultimo_em)];
  return first === last ? first : `${first} até ${last.split(' ').at(-1)}`;
}

/** Present name of the accessed object, or the word for its kind. */
export const thingOf = ({ alvo }: Pick<AcessoWire, 'alvo'>): string =>
  alvo.nome ? `${ALVO_ACESSO_LABEL[alvo.tipo]}: ${alvo.nome}` : ALVO_ACESSO_LABEL[alvo.tipo];

/** Address of the accessed object's page; null if the object has no page. */
export function pageOf({ alvo }: Pick<AcessoWire, 'alvo'>): string | null {
  return alvo.tipo === 'item' ? href(paths.analiseLigacao, { itemId: alvo.id }) : null;
}
