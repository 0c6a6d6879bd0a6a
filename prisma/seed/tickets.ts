import type { Severidade, StatusTicket, TipoTicket } from '@escuta/shared/domain/accounts/tickets';
import type { SeedContext } from './context.ts';

export type SeedTicket = {
  titulo: string;
  descricao: string;
  tipo: TipoTicket;
  severidade: Severidade;
  status: StatusTicket;
  /** Hours since creation and last change. */
  horas: readonly [criado: number, atualizado: number];
  /** E-mail addresses. Without `autor`, an integration wrote the ticket; without `responsavel`, nobody is assigned. */
  autor?: string;
  responsavel?: string;
  doProjeto?: boolean;
};

/** Creates a company's tickets, except those whose title exists. `projetoId`: project of tickets with `doProjeto`. */
export async function ensureTickets(
  { prisma }: SeedContext,
  empresaId: string,
  projetoId: string | null,
  tickets: readonly SeedTicket[],
): Promise<void> {
  const existing = await prisma.ticket.findMany({ where: { empresaId }, select: { titulo: true } });
  const titles = new Set(existing.map((ticket) => ticket.titulo));
  const people = await prisma.membro.findMany({
    where: { empresaId },
    select: { usuarioId: true, usuario: { select: { email: true } } },
  });
  const personOf = (email: string | undefined): string | null =>
    people.find(({ usuario }) => usuario.email === email)?.usuarioId ?? null;
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const missing = tickets.filter((ticket) => !titles.has(ticket.titulo));
  await prisma.ticket.createMany({
    data: missing.map(({ horas, autor, responsavel, doProjeto, ...ticket }) => ({
      ...ticket,
      empresaId,
      projetoId: doProjeto ? projetoId : null,
      origem: autor === undefined ? 'chrome' : 'web',
      criadoPor: personOf(autor),
      atribuidoPara: personOf(responsavel),
      createdAt: ago(horas[0]),
      updatedAt: ago(horas[1]),
    })),
  });
}

const HELENA = 'gerente@lumavia.example';
const DIEGO = 'analista@lumavia.example';
const ADMIN = 'admin@escuta.example';

export const TICKETS_LUMAVIA: readonly SeedTicket[] = [
  {
    titulo: 'Gravações do ramal 2044 chegam mudas',
    descricao:
      'Desde ontem à tarde as gravações do ramal 2044 chegam sem som e terminam com erro, sem transcrição. Os outros ramais estão normais.\n\nExemplos: ligações de hoje às 09:12, 09:40 e 10:05.',
    tipo: 'erro',
    severidade: 'critica',
    status: 'aberto',
    horas: [3, 3],
    autor: DIEGO,
    doProjeto: true,
  },
  {
    titulo: 'Como mudar o critério de cortesia da análise?',
    descricao:
      'Queremos que a saudação com o nome do cliente conte mais pontos que a despedida. Dá para mudar os pesos sem criar outro template?',
    tipo: 'duvida',
    severidade: 'media',
    status: 'em_andamento',
    horas: [26, 5],
    autor: HELENA,
    responsavel: ADMIN,
    doProjeto: true,
  },
  {
    titulo: 'Extensão não encontrou a gravação da chamada',
    descricao:
      'A chamada 4521 aparece na telefonia, mas a busca da gravação respondeu que o arquivo não existe.',
    tipo: 'bug',
    severidade: 'alta',
    status: 'em_andamento',
    horas: [49, 20],
    responsavel: DIEGO,
  },
  {
    titulo: 'Exportar o relatório de ligações por ramal',
    descricao: 'Seria útil receber o relatório já separado por ramal, uma planilha para cada supervisor.',
    tipo: 'sugestao',
    severidade: 'baixa',
    status: 'aberto',
    horas: [75, 75],
    autor: DIEGO,
  },
  {
    titulo: 'Os créditos de ligações com erro são devolvidos?',
    descricao:
      'Três ligações de segunda-feira terminaram com erro. O crédito delas volta sozinho para o saldo?',
    tipo: 'pergunta',
    severidade: 'media',
    status: 'resolvido',
    horas: [120, 98],
    autor: HELENA,
    responsavel: ADMIN,
  },
  {
    titulo: 'Não consigo entrar depois da troca de senha',
    descricao:
      'Troquei a senha e a tela de acesso diz que os dados não conferem. Já tentei em outro navegador.',
    tipo: 'erro',
    severidade: 'alta',
    status: 'fechado',
    horas: [240, 236],
    autor: DIEGO,
    responsavel: HELENA,
  },
];

export const TICKETS_HORIZONTE: readonly SeedTicket[] = [
  {
    titulo: 'Quantas entrevistas cabem em um envio?',
    descricao:
      'Temos 1.200 áudios de uma rodada de campo. Há um limite por envio, ou enviamos tudo de uma vez?',
    tipo: 'pergunta',
    severidade: 'media',
    status: 'aberto',
    horas: [8, 8],
    autor: 'campo@horizonte.example',
  },
];
