/**
 * The page of an interview's dossier: consent, each question's typed answer, spoken answer and verdict with proof, and
 * the device's log.
 */
import type { InterrupcaoGravacao } from '@escuta/shared/domain/interview/device/device-log';
import { VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import { REVISAO_LABEL } from '@escuta/shared/domain/interview/verdicts/review-state';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import {
  DESFECHO_TENTATIVA_LABEL,
  RESULTADO_VERIFICACAO_LABEL,
} from '@escuta/shared/domain/interview/verdicts/verification';
import { showPhone } from '@escuta/shared/domain/text/phone';
import { factsInColumns, section } from '@escuta/shared/services/dossiers/blocks';
import type { PaginasDoDossie } from '@escuta/shared/services/dossiers/dossier-file';
import { clockText, momentText, shortText } from '@escuta/shared/services/dossiers/words';
import type { PdfBloco, PdfCelula, PdfTrecho } from '@escuta/shared/services/exports/pdf';
import type { ConteudoDoDossie } from '../dossier-content.ts';
import type { EntrevistaDoDossie, EventoDoDossie, PerguntaDoDossie } from './interview-content.ts';

/** Greatest number of characters of a question, an answer and a quote on the page, in versions of decreasing detail. */
type Detalhe = { pergunta: number; resposta: number; citacao: number };
const DETALHES: readonly Detalhe[] = [
  { pergunta: 160, resposta: 120, citacao: 140 },
  { pergunta: 100, resposta: 70, citacao: 80 },
  { pergunta: 60, resposta: 40, citacao: 44 },
  { pergunta: 34, resposta: 22, citacao: 0 },
];
const COMPACTO = DETALHES[2] as Detalhe;
/** Questions on the first page, at most; the others follow on further pages. */
export const NA_PAGINA = 12;

/** Greatest number of decisions, and of verification calls, on the page; the newest are shown. */
const DECISOES_NA_PAGINA = 4;

const CAUSA = { verificacao: 'pela verificação', sinal: 'por um sinal' } as const;

const TOM: Record<Veredito, NonNullable<PdfTrecho['tom']>> = {
  confere: 'bom',
  diverge: 'mau',
  nao_perguntada: 'mau',
  induzida: 'mau',
  inaudivel: 'alerta',
  a_revisar: 'alerta',
  nao_se_aplica: 'discreto',
};
const JULGADOS: readonly Veredito[] = ['confere', 'diverge', 'nao_perguntada', 'induzida'];

const CONSENTIMENTO = {
  aceito: 'Aceitou participar e permitiu gravar',
  recusou_gravacao: 'Aceitou participar, sem gravação',
  recusou: 'Recusou participar',
} as const;

/** The initials of a name, such as 'J. A.' for 'Josué Albuquerque'. */
export const initialsOf = (nome: string): string =>
  nome
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word) && !/^(?:d[aeo]s?|e)$/iu.test(word))
    .map((word) => `${[...word][0]?.toLocaleUpperCase('pt-BR')}.`)
    .join(' ');

function consentText({ consentimento, origem }: EntrevistaDoDossie): string {
  if (!consentimento) return origem === 'planilha' ? 'Não consta na planilha' : 'Não registrado';
  const { resposta, em_ms: at } = consentimento;
  return `${CONSENTIMENTO[resposta]}${at === null ? '' : `, aos ${clockText(at / 1000)} da gravação`}`;
}

const reviewOf = ({ revisoes }: PerguntaDoDossie) => revisoes.find(({ em_vigor }) => em_vigor) ?? null;

const PESSOA_REMOVIDA = 'pessoa removida';

export const verdictText = (veredito: Veredito | null): string =>
  veredito === null ? 'sem auditoria' : VEREDITO_LABEL[veredito];

/** Origin of the verdict: the AI, the AI after a correction of the transcript, or a person; empty: no verdict. */
export function authorText(pergunta: PerguntaDoDossie): string {
  const review = reviewOf(pergunta);
  if (review) {
    const { por, em, veredito } = review;
    const ia = veredito === pergunta.veredito_ia ? '' : ` (IA: ${verdictText(pergunta.veredito_ia)})`;
    return `${por ?? PESSOA_REMOVIDA}, ${momentText(em)}${ia}`;
  }
  if (pergunta.veredito === null) return '';
  return pergunta.veredito_ia === pergunta.veredito_inicial ? 'IA' : 'IA, após correção da transcrição';
}

/** The quote that explains a verdict best. */
function proofOf({ veredito, provas }: PerguntaDoDossie) {
  const order =
    veredito === 'induzida'
      ? (['conducao', 'resposta', 'leitura'] as const)
      : veredito === 'nao_perguntada'
        ? (['leitura', 'resposta', 'conducao'] as const)
        : (['resposta', 'leitura', 'conducao'] as const);
  const found = provas.filter(({ verificada }) => verificada);
  return order.map((kind) => found.find(({ sobre }) => sobre === kind)).find(Boolean) ?? null;
}

type Prova = PerguntaDoDossie['provas'][number];
/**
 * Text before a quote, naming its speaker. Quotes of the answer need no such text, because the column 'Ouvido' has the
 * answer.
 */
const FALA: Record<Prova['sobre'], string> = {
  conducao: 'o entrevistador disse ',
  leitura: 'o entrevistador leu ',
  resposta: '',
};

function questionRow(pergunta: PerguntaDoDossie, detalhe: Detalhe): PdfCelula[] {
  const { codigo, texto, digitado, celula, ouvido, veredito } = pergunta;
  const proof = proofOf(pergunta);
  const second = proof?.inicio_ms == null ? '' : clockText(proof.inicio_ms / 1000);
  const quote =
    proof && detalhe.citacao > 0 ? `${FALA[proof.sobre]}“${shortText(proof.citacao, detalhe.citacao)}”` : '';
  return [
    { linhas: [[{ texto: `${codigo} `, tom: 'forte' }, { texto: shortText(texto, detalhe.pergunta) }]] },
    shortText(digitado ?? (celula === null ? '-' : `Na planilha: “${celula}”`), detalhe.resposta),
    shortText(ouvido ?? '-', detalhe.resposta),
    {
      linhas: [
        [{ texto: verdictText(veredito), tom: veredito === null ? 'discreto' : TOM[veredito] }],
        [{ texto: authorText(pergunta), tom: 'discreto' }],
      ],
    },
    second === '' && quote === ''
      ? '-'
      : { linhas: [[{ texto: second, tom: 'forte' }, { texto: second && quote ? ` ${quote}` : quote }]] },
  ];
}

const questionsTable = (perguntas: readonly PerguntaDoDossie[], detalhe: Detalhe): PdfBloco => ({
  tipo: 'tabela',
  colunas: [
    { titulo: 'Pergunta', largura: '*' },
    { titulo: 'Digitado', largura: 70 },
    { titulo: 'Ouvido', largura: 78 },
    { titulo: 'Veredito e autor', largura: 90 },
    { titulo: 'Prova na gravação', largura: 112 },
  ],
  linhas: perguntas.map((pergunta) => questionRow(pergunta, detalhe)),
});

const PAROU: Record<InterrupcaoGravacao, string> = {
  encerrada: 'a gravação parou',
  outra_entrevista: 'a gravação parou: outra entrevista começou no aparelho',
  microfone_perdido: 'a gravação parou: o aparelho ficou sem o microfone',
  tela_oculta: 'a gravação parou: a tela foi desligada ou outro aplicativo foi aberto',
  aparelho_caiu: 'a gravação parou: o aparelho fechou a página',
  sem_espaco: 'a gravação parou: faltou espaço no aparelho',
  recusada: 'a gravação parou: o entrevistado recusou',
};
const isStop = (motivo: string | null): motivo is InterrupcaoGravacao =>
  motivo !== null && Object.hasOwn(PAROU, motivo);

const lasting = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${Math.max(1, seconds)} s` : `${Math.round(seconds / 60)} min`;
};

/** An event in words; null if other events say the same. `rest`: later events. */
function eventText(
  { tipo, aos_ms: at, motivo }: EventoDoDossie,
  rest: readonly EventoDoDossie[],
): string | null {
  const until = (kinds: readonly EventoDoDossie['tipo'][]) =>
    rest.find((later) => kinds.includes(later.tipo));
  switch (tipo) {
    case 'iniciada':
      return 'a entrevista começou';
    case 'pausa': {
      const back = until(['retomada']);
      return back ? `a entrevista pausou por ${lasting(back.aos_ms - at)}` : 'a entrevista pausou';
    }
    case 'gravacao_interrompida': {
      // A recording that ends with the interview leaves no gap.
      const next = until(['gravacao_iniciada', 'finalizada', 'interrompida', 'encerrada']);
      if (next?.tipo !== 'gravacao_iniciada' && !isStop(motivo)) return null;
      if (next?.tipo !== 'gravacao_iniciada')
        return motivo === 'encerrada' ? null : PAROU[motivo as InterrupcaoGravacao];
      const why = isStop(motivo) ? PAROU[motivo] : 'a gravação parou';
      return `${why}, sem som por ${lasting(next.aos_ms - at)}`;
    }
    case 'sem_espaco':
      return 'faltou espaço no aparelho';
    case 'relogio_mudou':
      return 'o relógio do aparelho foi alterado';
    case 'interrompida':
      return motivo
        ? `a entrevista foi interrompida: ${shortText(motivo, 80)}`
        : 'a entrevista foi interrompida';
    case 'encerrada':
      return 'a entrevista foi encerrada pelas regras do questionário';
    case 'finalizada':
      return 'a entrevista terminou';
    default:
      return null;
  }
}

/** Text like 'Aos 0:00 a entrevista começou; aos 2:05 a entrevista pausou por 2 min; …' */
export function logText({
  registro_aparelho: events,
  recebida_em: received,
  origem,
}: EntrevistaDoDossie): string {
  if (events.length === 0)
    return origem === 'planilha'
      ? 'A entrevista veio de uma planilha.'
      : 'O aparelho não enviou um registro.';
  const parts = events.flatMap((event, at) => {
    const words = eventText(event, events.slice(at + 1));
    return words === null ? [] : [`aos ${clockText(event.aos_ms / 1000)} ${words}`];
  });
  const text = parts.join('; ');
  const sent = received === null ? '' : ` O servidor recebeu a entrevista em ${momentText(received)}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${sent}`;
}

const quoted = (words: string | null, max: number): string => (words ? `: “${shortText(words, max)}”` : '');

/** Decisions about the whole interview, and its verification, as label and text; empty: no decision. */
export function reviewFacts(
  { revisao, verificacao }: EntrevistaDoDossie,
  max = Number.POSITIVE_INFINITY,
): [rotulo: string, texto: string][] {
  const said = (por: string | null, em: string | null): string =>
    [por ?? PESSOA_REMOVIDA, ...(em === null ? [] : [momentText(em)])].join(', ');
  const decided = revisao.decisoes.map(({ para, por, em, motivo, origem }): [string, string] => [
    `Revisão: ${REVISAO_LABEL[para]}`,
    `${said(por, em)}${origem === null ? '' : ` (${CAUSA[origem]})`}${quoted(motivo, max)}`,
  ]);
  if (!verificacao) return decided;
  const { modo, resultado, nota, por, em, tentativas } = verificacao;
  return [
    ...decided,
    ...tentativas.map((one): [string, string] => [
      `Ligação para o entrevistado: ${DESFECHO_TENTATIVA_LABEL[one.resultado]}`,
      `${said(one.por, one.em)}${quoted(one.nota, max)}`,
    ]),
    ...(resultado === null
      ? []
      : [
          [
            `Verificação${modo === 'recontato' ? ' por ligação' : ''}: ${RESULTADO_VERIFICACAO_LABEL[resultado]}`,
            `${said(por, em)}${quoted(nota, max)}`,
          ] satisfies [string, string],
        ]),
  ];
}

function figures({ perguntas, auditada }: EntrevistaDoDossie): PdfBloco {
  if (!auditada) {
    return {
      tipo: 'destaque',
      rotulo: 'Respostas que conferem com o áudio',
      valor: '-',
      linhas: [[{ texto: 'Esta entrevista não foi auditada.' }]],
    };
  }
  const count = (veredito: Veredito) => perguntas.filter((one) => one.veredito === veredito).length;
  const judged = perguntas.filter(({ veredito }) => veredito && JULGADOS.includes(veredito)).length;
  const others = (['diverge', 'nao_perguntada', 'induzida', 'inaudivel', 'a_revisar'] as const)
    .map((veredito) => [VEREDITO_LABEL[veredito].toLowerCase(), count(veredito)] as const)
    .filter(([, n]) => n > 0)
    .map(([label, n]) => `${label}: ${n}`);
  const people = perguntas.filter((pergunta) => reviewOf(pergunta) !== null).length;
  return {
    tipo: 'destaque',
    rotulo: 'Respostas que conferem com o áudio',
    valor: judged === 0 ? '-' : `${count('confere')} de ${judged}`,
    linhas: [
      [{ texto: others.length === 0 ? 'Nenhuma falha.' : others.join(' · ') }],
      [
        {
          texto: people === 0 ? 'Nenhuma pessoa reviu as respostas.' : `Revistas por pessoas: ${people}`,
          tom: 'discreto',
        },
      ],
    ],
  };
}

/** An interview's pages: a single page with up to 12 questions; further questions follow, shortened. */
export function interviewPages(conteudo: ConteudoDoDossie, entrevista: EntrevistaDoDossie): PaginasDoDossie {
  const { ligacao, gravacao } = conteudo;
  const { perguntas, questionario, entrevistador } = entrevista;
  const decided = reviewFacts(entrevista, 90);
  const [first, rest] = [perguntas.slice(0, NA_PAGINA), perguntas.slice(NA_PAGINA)];
  const seconds = gravacao?.duracao_ms == null ? ligacao.duracao_s : gravacao.duracao_ms / 1000;
  const facts = (
    [
      ['Instituto', ligacao.empresa.nome],
      ['Pesquisa', entrevista.pesquisa],
      ['Questionário', `${questionario.nome}, versão ${questionario.versao}`],
      ['Entrevistador', entrevistador ?? 'não informado'],
      ['Entrevistado', ligacao.nome ?? ''],
      ['Telefone', ligacao.numero === null ? '' : (showPhone(ligacao.numero) ?? ligacao.numero)],
      ['Realizada em', momentText(ligacao.inicio, ligacao.inicio_precisao)],
      ['Duração', clockText(seconds)],
      ['Consentimento', consentText(entrevista)],
    ] as const
  ).filter(([, value]) => value !== '');
  return {
    titulo: 'Dossiê da entrevista',
    subtitulo: entrevista.pesquisa,
    abertura: [figures(entrevista)],
    paginas: 1,
    frente: DETALHES.map((detalhe) => [
      factsInColumns(facts),
      ...section('Perguntas', questionsTable(first, detalhe)),
      ...(rest.length > 0
        ? [
            {
              tipo: 'texto' as const,
              discreto: true,
              texto: `Outras perguntas na página seguinte: ${rest.length}.`,
            },
          ]
        : []),
      ...(decided.length === 0
        ? []
        : section('Revisão e verificação', {
            tipo: 'linhas',
            linhas: decided
              .slice(-DECISOES_NA_PAGINA)
              .map(([rotulo, texto]) => [{ texto: `${rotulo}. `, tom: 'forte' as const }, { texto }]),
          })),
      ...section('Registro do aparelho', { tipo: 'texto', texto: logText(entrevista) }),
    ]),
    apendice: rest.length === 0 ? [] : section('Demais perguntas', questionsTable(rest, COMPACTO)),
  };
}
