import { dayInWords } from '../interview/sheet/day-sheet.ts';
import { GRAVIDADE_LABEL, type Gravidade } from '../rules/rules.ts';
import type { MailContent } from './mail-layout.ts';
import { nameForMail } from './mail-names.ts';
import { dayAndTime } from './week.ts';

/** A call that fired a rule, without client's name and speech, because mails leave the company's systems. */
export type LigacaoDoAviso = { itemId: string; quando: Date | string; agente: string | null };

export type AvisoContado =
  | {
      tipo: 'regra';
      nome: string;
      gravidade: Gravidade;
      /** `disparos`: firings since `desde`; `porResolver`: all unresolved ones. Counting stops at DISPAROS_CONTADOS. */
      disparos: number;
      porResolver: number;
      desde: Date;
      ligacoes: readonly LigacaoDoAviso[];
      url: string | null;
    }
  /** Assigned work: a signal to judge, or `n` interviews to verify. */
  | { tipo: 'sinal'; pesquisa: string; url: string | null }
  | { tipo: 'verificacoes'; n: number; pesquisa: string; url: string | null }
  | { tipo: 'folha'; dia: string; url: string | null }
  | { tipo: 'tarefa'; nome: string; erro: boolean; url: string | null }
  | { tipo: 'concluidas'; n: number; projeto: string | null; url: string | null }
  | { tipo: 'falhas'; n: number; projeto: string | null; url: string | null };

export const DISPAROS_CONTADOS = 10_000;

export type EnderecosDoAviso = { avisos: string | null; ligacao: (itemId: string) => string | null };

const inteiro = new Intl.NumberFormat('pt-BR');
const n = (value: number): string =>
  value > DISPAROS_CONTADOS ? `mais de ${inteiro.format(DISPAROS_CONTADOS)}` : inteiro.format(value);
const ligacoes = (value: number): string => (value === 1 ? '1 ligação' : `${n(value)} ligações`);

/** The agent of all calls; null for several agents, or if not all calls are listed. */
function onlyAgent({ disparos, ligacoes: named }: Extract<AvisoContado, { tipo: 'regra' }>): string | null {
  const agents = new Set(named.map(({ agente }) => agente));
  const [first = null] = agents;
  return agents.size === 1 && named.length === disparos ? first : null;
}

type Words = Pick<MailContent, 'titulo' | 'paragrafos' | 'secoes' | 'acao'>;

function wordsOf(aviso: AvisoContado, urls: EnderecosDoAviso): Words {
  const button = (texto: string) => (aviso.url ? { acao: { texto, url: aviso.url } } : {});
  switch (aviso.tipo) {
    case 'regra': {
      const regra = nameForMail(aviso.nome);
      const agent = onlyAgent(aviso);
      const what = aviso.ligacoes.length === 0 ? null : ligacoes(aviso.disparos);
      const more = aviso.disparos - aviso.ligacoes.length;
      return {
        titulo: [what === null ? regra : `${regra}: ${what}`, agent && nameForMail(agent)]
          .filter(Boolean)
          .join(', '),
        paragrafos: [
          `A regra “${regra}”, de gravidade ${GRAVIDADE_LABEL[aviso.gravidade].toLowerCase()}, disparou ${what === null ? (aviso.disparos === 1 ? '1 vez' : `${n(aviso.disparos)} vezes`) : `para ${what}`} desde ${dayAndTime(aviso.desde)}.`,
          ...(aviso.porResolver > aviso.disparos
            ? [`Ao todo, esta regra tem ${n(aviso.porResolver)} alertas a resolver.`]
            : []),
        ],
        ...(what === null
          ? {}
          : {
              secoes: [
                {
                  titulo: more > 0 ? 'Ligações mais recentes' : 'Ligações',
                  linhas: aviso.ligacoes.map(({ itemId, quando, agente }) => ({
                    texto: `${agente === null ? 'Ligação de ' : `${nameForMail(agente)}, `}${dayAndTime(new Date(quando))}`,
                    url: urls.ligacao(itemId),
                  })),
                },
              ],
            }),
        ...button('Ver os alertas'),
      };
    }
    case 'sinal':
      return {
        titulo: `Segundo parecer sobre um sinal da pesquisa ${nameForMail(aviso.pesquisa)}`,
        paragrafos: [
          `Um gerente indicou você para ouvir a gravação e dar o segundo parecer sobre um sinal da pesquisa “${nameForMail(aviso.pesquisa)}”.`,
          'Um sinal é um motivo para ouvir, nunca uma acusação. A prova está na página do sinal.',
        ],
        ...button('Ver o sinal'),
      };
    case 'verificacoes': {
      const many = aviso.n === 1 ? '1 entrevista' : `${n(aviso.n)} entrevistas`;
      return {
        titulo: `${many} para verificar em ${nameForMail(aviso.pesquisa)}`,
        paragrafos: [
          `Um gerente atribuiu a você ${many} da pesquisa “${nameForMail(aviso.pesquisa)}” para verificar. Ouça a gravação ou ligue para o entrevistado.`,
        ],
        ...button('Ver as entrevistas'),
      };
    }
    case 'folha':
      return {
        titulo: `Sua folha de ${dayInWords(aviso.dia)}`,
        paragrafos: [
          `O coordenador enviou a folha das suas entrevistas de ${dayInWords(aviso.dia)}, com os seus números do dia e até três momentos para ouvir.`,
          'Você pode responder à folha e a cada momento.',
        ],
        ...button('Ver a folha'),
      };
    case 'tarefa':
      return {
        titulo: `${aviso.erro ? 'Tarefa com erro' : 'Tarefa concluída'}: ${aviso.nome}`,
        paragrafos: [
          aviso.erro
            ? 'A tarefa que você pediu parou antes do fim. O motivo está na página da tarefa.'
            : 'A tarefa que você pediu terminou.',
        ],
        ...button('Ver a tarefa'),
      };
    case 'concluidas':
    case 'falhas': {
      const failed = aviso.tipo === 'falhas';
      const where = aviso.projeto === null ? '' : ` em ${nameForMail(aviso.projeto)}`;
      const many = aviso.n === 1 ? '1 análise' : `${n(aviso.n)} análises`;
      const verb = failed
        ? aviso.n === 1
          ? 'terminou com erro'
          : 'terminaram com erro'
        : aviso.n === 1
          ? 'concluída'
          : 'concluídas';
      return {
        titulo: `${many} ${verb}${where}`,
        paragrafos: [
          failed
            ? 'Todas as tentativas falharam, e os créditos foram devolvidos. O motivo está em cada ligação.'
            : 'O resultado está na página de cada ligação.',
        ],
        ...button(failed ? 'Ver as falhas' : 'Ver o resultado'),
      };
    }
  }
}

/** Writes a notice's mail to a person of `empresa`. `esperaMin`: minimum minutes until the next mail on the subject. */
export function noticeMail(
  empresa: string,
  aviso: AvisoContado,
  urls: EnderecosDoAviso,
  esperaMin: number,
): { assunto: string; conteudo: MailContent } {
  const words = wordsOf(aviso, urls);
  const account = `Você recebe esta mensagem porque tem uma conta em ${nameForMail(empresa)} na Escuta.`;
  return {
    assunto: words.titulo,
    conteudo: {
      ...words,
      rodape:
        aviso.tipo === 'tarefa' || aviso.tipo === 'sinal' || aviso.tipo === 'folha'
          ? account
          : `${account} O próximo e-mail sobre o mesmo assunto só será enviado depois de pelo menos ${esperaMin} minutos.`,
      ...(urls.avisos ? { escolha: { texto: 'Mudar ou desligar os meus avisos', url: urls.avisos } } : {}),
    },
  };
}
