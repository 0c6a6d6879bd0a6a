import {
  ORIGEM_TICKET_LABEL,
  SEVERIDADE_LABEL,
  STATUS_TICKET_LABEL,
  TIPO_TICKET_LABEL,
} from '@escuta/shared/domain/accounts/tickets';
import type { Mail } from '@escuta/shared/services/tasks/mail-queue';
import type { Addressee } from './people-repo.ts';
import type { TicketRow } from './repo.ts';

/** Longest quoted description in an e-mail, characters. */
const EXCERPT = 600;

const NOBODY = 'ninguém';

type Fact = readonly [rotulo: string, valor: string];

export function changedFacts(before: TicketRow, after: TicketRow): Fact[] {
  const facts: Fact[] = [];
  const changed = (rotulo: string, from: string, to: string) => facts.push([rotulo, `${from} → ${to}`]);
  if (before.status !== after.status) {
    changed('Status', STATUS_TICKET_LABEL[before.status], STATUS_TICKET_LABEL[after.status]);
  }
  if (before.severidade !== after.severidade) {
    changed('Prioridade', SEVERIDADE_LABEL[before.severidade], SEVERIDADE_LABEL[after.severidade]);
  }
  if (before.atribuido_para !== after.atribuido_para) {
    changed('Responsável', before.atribuido_para_nome ?? NOBODY, after.atribuido_para_nome ?? NOBODY);
  }
  return facts;
}

/** `quem`: the actor's name; null for a company's API key. `url`: the ticket's page. */
type Occasion = { ticket: TicketRow; quem: string | null; url: string | null };

function notice(
  { ticket, url }: Occasion,
  addressee: Addressee,
  text: { assunto: string; titulo: string; paragrafos: readonly string[]; fatos: readonly Fact[] },
): Mail {
  const why =
    addressee.usuario_id === ticket.atribuido_para
      ? 'é responsável por este ticket'
      : `é gerente de ${ticket.empresa_nome}`;
  return {
    empresaId: ticket.empresa_id,
    para: addressee.email,
    assunto: text.assunto,
    conteudo: {
      titulo: text.titulo,
      paragrafos: text.paragrafos,
      fatos: text.fatos,
      ...(url === null ? {} : { acao: { texto: 'Abrir o ticket', url } }),
      rodape: `Você recebe esta mensagem porque ${why} na Escuta.`,
    },
  };
}

export function answeredMails(
  { ticket, quem, url }: Occasion,
  texto: string,
  addressees: readonly Addressee[],
): Mail[] {
  const excerpt = texto.length > EXCERPT ? `${texto.slice(0, EXCERPT)}…` : texto;
  return addressees.map(({ email }) => ({
    empresaId: ticket.empresa_id,
    para: email,
    assunto: `Nova resposta no ticket: ${ticket.titulo}`,
    conteudo: {
      titulo: 'Nova resposta em um ticket de suporte',
      paragrafos: [`${quem ?? 'Uma integração'} respondeu a um ticket de ${ticket.empresa_nome}.`, excerpt],
      fatos: [['Título', ticket.titulo]],
      ...(url === null ? {} : { acao: { texto: 'Responder na Escuta', url } }),
      rodape:
        'Você recebe esta mensagem porque acompanha este ticket na Escuta. Respostas a este e-mail não são lidas.',
    },
  }));
}

export function createdMails(occasion: Occasion, addressees: readonly Addressee[]): Mail[] {
  const { ticket, quem } = occasion;
  const excerpt =
    ticket.descricao.length > EXCERPT ? `${ticket.descricao.slice(0, EXCERPT)}…` : ticket.descricao;
  return addressees.map((addressee) =>
    notice(occasion, addressee, {
      assunto: `Novo ticket de suporte: ${ticket.titulo}`,
      titulo: 'Novo ticket de suporte',
      paragrafos: [
        quem === null
          ? `Uma integração de ${ticket.empresa_nome} abriu um ticket de suporte.`
          : `${quem} abriu um ticket de suporte de ${ticket.empresa_nome}.`,
        excerpt,
      ],
      fatos: [
        ['Título', ticket.titulo],
        ['Tipo', TIPO_TICKET_LABEL[ticket.tipo]],
        ['Prioridade', SEVERIDADE_LABEL[ticket.severidade]],
        ['Status', STATUS_TICKET_LABEL[ticket.status]],
        ['Origem', ORIGEM_TICKET_LABEL[ticket.origem]],
        ...(ticket.projeto_nome === null ? [] : [['Projeto', ticket.projeto_nome] as const]),
      ],
    }),
  );
}

/** E-mails on a changed ticket; a new assignee learns of the assignment. */
export function changedMails(
  occasion: Occasion,
  before: TicketRow,
  addressees: readonly Addressee[],
): Mail[] {
  const { ticket, quem } = occasion;
  const fatos: Fact[] = [['Título', ticket.titulo], ...changedFacts(before, ticket)];
  const wasAssigned = before.atribuido_para !== ticket.atribuido_para;
  return addressees.map((addressee) => {
    const isNewHolder = wasAssigned && addressee.usuario_id === ticket.atribuido_para;
    return notice(occasion, addressee, {
      assunto: `${isNewHolder ? 'Ticket atribuído a você' : 'Ticket atualizado'}: ${ticket.titulo}`,
      titulo: isNewHolder ? 'Um ticket foi atribuído a você' : 'Ticket de suporte atualizado',
      paragrafos: [
        isNewHolder
          ? `${quem} atribuiu a você um ticket de suporte de ${ticket.empresa_nome}.`
          : `${quem} atualizou um ticket de suporte de ${ticket.empresa_nome}.`,
      ],
      fatos,
    });
  });
}
