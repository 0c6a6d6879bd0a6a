/**
 * The life of an interview as a table: act × state → outcome. The services in shared/src/services/interviews obey the
 * table; `npm run vida` prints it.
 */
import type { ErrorCode } from '../errors.ts';
import type { Consentimento, Montagem, Quarentena, Sincronia } from '../interview/device/device-log.ts';
import type { SituacaoEntrevista } from '../interview/device/events.ts';
import type { Desfecho } from '../interview/questionnaire/screening.ts';
import type { RevisaoEntrevista } from '../interview/verdicts/review-state.ts';

export const ASPECTOS = {
  /** 'sem_aparelho': conducted on the server; 'encerrada': a gerente stopped waiting for the device. */
  recebimento: ['sem_aparelho', 'chegando', 'recebida', 'encerrada', 'apagada'],
  /** The respondent's answer, as logged by a device. */
  consentimento: ['sem_registro', 'falta', 'aceito', 'recusado'],
  /** 'dispensada': ended politely by the interview's rules (`desfecho`); never resumed. */
  situacao: ['em_andamento', 'interrompida', 'concluida', 'dispensada'],
  /** 'retida_no_fim': held only for reasons judged again when receiving ends. */
  quarentena: ['livre', 'retida', 'retida_no_fim'],
  /** 'guardado': parts of recordings are stored, and joining has not begun. */
  som: ['nenhum', 'guardado', 'juntando', 'nao_juntado', 'juntado'],
  /** The item's recording: joined from the device's recordings, or uploaded by a person. */
  gravacao: ['sem', 'montada', 'de_pessoa'],
  /** 'processada': a run of its item has begun; 'confrontada': its answers were compared with a recording. */
  auditoria: ['nenhuma', 'processada', 'confrontada'],
  /** Sound received after a gerente stopped waiting, offered beside the item's recording. */
  segunda: ['nenhuma', 'chegando', 'juntando', 'nao_juntada', 'oferecida', 'decidida'],
  revisao: ['pendente', 'em_espera', 'aprovada', 'rejeitada'],
} as const;
export type Aspecto = keyof typeof ASPECTOS;
export type EstadoEntrevista = { [A in Aspecto]: (typeof ASPECTOS)[A][number] };

export type EstadoSegunda = EstadoEntrevista['segunda'];

const JULGADAS_NO_FIM: readonly Quarentena[] = ['sem_consentimento', 'resposta_faltando', 'sem_gravacao'];

/** Quarantine reasons that remain when an interview is received again. */
export const reasonsThatStay = (motivos: readonly Quarentena[]): Quarentena[] =>
  motivos.filter((motivo) => !JULGADAS_NO_FIM.includes(motivo));

export type FatosDaEntrevista = {
  situacao: SituacaoEntrevista;
  desfecho: Desfecho | null;
  /** State of receiving; null for an interview without a device. */
  sincronia: Sincronia | null;
  /** True if the log's digest is known, because the device declared the log complete. */
  temRegistro: boolean;
  consentimento: Consentimento | null;
  quarentenas: Quarentena[];
  montagem: Montagem | null;
  /** True if parts of recordings, received before the end of receiving, are stored. */
  temPartes: boolean;
  /** True if the item has a recording; `temMapa`: joined from the device's recordings. */
  temGravacao: boolean;
  temMapa: boolean;
  auditoria: EstadoEntrevista['auditoria'];
  segunda: EstadoSegunda;
  revisao: RevisaoEntrevista;
  apagada: boolean;
};

const APAGADA: EstadoEntrevista = {
  ...{ recebimento: 'apagada', consentimento: 'sem_registro', situacao: 'concluida', quarentena: 'livre' },
  ...{ som: 'nenhum', gravacao: 'sem', auditoria: 'nenhuma', segunda: 'nenhuma', revisao: 'pendente' },
};

export function stateOfInterview(facts: FatosDaEntrevista): EstadoEntrevista {
  if (facts.apagada) return APAGADA;
  const { quarentenas, auditoria, segunda, revisao } = facts;
  const situacao = facts.desfecho === null ? facts.situacao : 'dispensada';
  return {
    ...{ ...receivingOf(facts), situacao, auditoria, segunda, revisao },
    quarentena:
      quarentenas.length === 0
        ? 'livre'
        : reasonsThatStay(quarentenas).length === 0
          ? 'retida_no_fim'
          : 'retida',
    som: soundOf(facts),
    gravacao: !facts.temGravacao ? 'sem' : facts.temMapa ? 'montada' : 'de_pessoa',
  };
}

/** `recebimento` and `consentimento` of an interview whose data are not erased. */
export function receivingOf({
  sincronia,
  temRegistro,
  consentimento,
}: Pick<FatosDaEntrevista, 'sincronia' | 'temRegistro' | 'consentimento'>): Pick<
  EstadoEntrevista,
  'recebimento' | 'consentimento'
> {
  if (sincronia === null) return { recebimento: 'sem_aparelho', consentimento: 'sem_registro' };
  return {
    recebimento: sincronia === 'parcial' ? 'chegando' : temRegistro ? 'recebida' : 'encerrada',
    consentimento: consentimento === null ? 'falta' : consentimento === 'aceito' ? 'aceito' : 'recusado',
  };
}

function soundOf({ montagem, temPartes }: FatosDaEntrevista): EstadoEntrevista['som'] {
  if (montagem === 'pendente') return 'juntando';
  if (montagem === 'pronta') return 'juntado';
  if (!temPartes) return 'nenhum';
  return montagem === 'falhou' ? 'nao_juntado' : 'guardado';
}

const RECUSAS = {
  nao_recebe_mais: [
    'dados_apagados',
    'Os dados desta entrevista foram apagados: a entrevista não recebe mais dados.',
  ],
  apagada: ['dados_apagados', 'Os dados desta entrevista foram apagados.'],
  sem_aparelho: ['conflito', 'Esta entrevista não é feita em um aparelho.'],
  de_aparelho: [
    'conflito',
    'Esta entrevista é feita em um aparelho: só esse aparelho pode preencher e concluir a entrevista.',
  ],
  de_outro_aparelho: [
    'conflito',
    'Esta entrevista é de outro aparelho: só esse aparelho pode enviar a entrevista.',
  ],
  finalizada: ['conflito', 'Esta entrevista já foi finalizada.'],
  dispensada: [
    'conflito',
    'Esta entrevista foi encerrada porque o entrevistado está fora do perfil ou a cota está preenchida. A entrevista não pode continuar.',
  ],
  auditada: ['conflito', 'Esta entrevista já foi auditada: as respostas não podem mais ser alteradas.'],
  encerrada: ['conflito', 'Esta entrevista já foi encerrada na Escuta: a entrevista não recebe mais dados.'],
  sem_consentimento: [
    'regra_violada',
    'Falta o consentimento do entrevistado: envie antes os eventos da entrevista.',
  ],
  nao_aceitou: ['regra_violada', 'O entrevistado não aceitou ser gravado: nenhuma gravação será salva.'],
  recebida: ['conflito', 'Esta entrevista já foi recebida por inteiro: não recebe mais gravações.'],
  nao_terminou: ['regra_violada', 'Esta entrevista ainda não terminou: falta o fim do registro do aparelho.'],
  ja_recebida: ['conflito', 'Esta entrevista já foi recebida por inteiro.'],
  nao_encerrada: ['conflito', 'Só entrevistas encerradas por um gerente podem ser retomadas.'],
  processada: [
    'conflito',
    'Esta entrevista já foi processada: o resultado da auditoria não pode mais ser alterado.',
  ],
  de_pessoa: [
    'conflito',
    'Uma pessoa enviou a gravação desta entrevista. Remova essa gravação do item para voltar a receber a do aparelho.',
  ],
  nao_retida: ['conflito', 'Esta entrevista não está em quarentena.'],
  nao_falhou: ['conflito', 'A gravação desta entrevista não precisa ser preparada de novo.'],
  chegando: ['conflito', 'A gravação desta entrevista ainda está sendo enviada pelo aparelho.'],
  sem_segunda: ['conflito', 'Não há outra gravação desta entrevista aguardando decisão.'],
  segunda_juntando: ['conflito', 'A outra gravação ainda está sendo preparada. Aguarde e tente de novo.'],
  segunda_perdida: [
    'conflito',
    'A outra gravação não pôde ser preparada. Tente de novo ou descarte a gravação.',
  ],
  segunda_juntada: ['conflito', 'A outra gravação já foi preparada.'],
  segunda_veio: ['conflito', 'O restante da gravação deste aparelho já foi recebido.'],
  em_andamento: ['regra_violada', 'A entrevista ainda está em andamento.'],
  so_concluidas: ['regra_violada', 'Só entrevistas concluídas podem ser aprovadas.'],
  ainda_chegando: [
    'regra_violada',
    'A entrevista ainda está sendo enviada pelo aparelho: aguarde o fim do envio para aprová-la.',
  ],
  em_quarentena: [
    'regra_violada',
    'A entrevista está em quarentena: libere a entrevista antes de aprová-la.',
  ],
} as const satisfies Record<string, readonly [ErrorCode, string]>;
export type Recusa = keyof typeof RECUSAS;

export const refusalInWords = (recusa: Recusa): { codigo: ErrorCode; frase: string } => ({
  codigo: RECUSAS[recusa][0],
  frase: RECUSAS[recusa][1],
});

type Condicao = { readonly [A in Aspecto]?: readonly EstadoEntrevista[A][] };

/** Effect of an act in a state. A state without a cell permits the act and does not change. */
type Celula<E extends string> =
  | { recusa: Recusa }
  /** The aspect changes to `para`; with `se` only if other aspects are in these states. */
  | { para: E; se?: Condicao }
  /** The act does not apply and changes nothing. */
  | 'nada';

/** 'coletor': interviewer or manager; 'outro_gerente', 'outra_pessoa': somebody other than the interviewer. */
export type Quem = 'coletor' | 'aparelho' | 'gerente' | 'outro_gerente' | 'outra_pessoa' | 'produto';

type Ato = { quem: Quem } & {
  [A in Aspecto]?: { readonly [E in EstadoEntrevista[A]]?: Celula<EstadoEntrevista[A]> };
};

const no = (recusa: Recusa) => ({ recusa });
const to = <E extends string>(para: E, se?: Condicao) => (se ? { para, se } : { para });

/** Refusals of acts that need an interview without a device. */
const here = {
  chegando: no('de_aparelho'),
  recebida: no('de_aparelho'),
  encerrada: no('de_aparelho'),
  apagada: no('apagada'),
};
/** Refusals of acts on a device's log; these acts are possible only while the interview is being received. */
const log = {
  sem_aparelho: no('de_outro_aparelho'),
  recebida: no('encerrada'),
  encerrada: no('encerrada'),
  apagada: no('nao_recebe_mais'),
};
const heard = { falta: no('sem_consentimento'), recusado: no('nao_aceitou') };
const ofDevice = { sem_aparelho: no('sem_aparelho'), apagada: no('apagada') };
const joinable: Condicao = { recebimento: ['recebida', 'encerrada'], gravacao: ['sem'] };
const unheld: Condicao = { quarentena: ['livre'], gravacao: ['sem'] };
/** Condition: the interview was interrupted, so new data go beyond what an earlier decision covered. */
const goesOn: Condicao = { situacao: ['interrompida'] };
/**
 * Effect of data after a decision: an approval becomes pending again, and an interview outside the figures stays
 * outside until a new decision.
 */
const reopened = (se?: Condicao) => ({
  em_espera: to('em_espera', se),
  aprovada: to('pendente', se),
  rejeitada: to('em_espera', se),
});
const decision = {
  quem: 'outro_gerente',
  situacao: { em_andamento: no('em_andamento') },
  recebimento: { apagada: no('apagada') },
} as const;
const everyReview = <E extends string>(para: E) => ({
  pendente: to(para),
  em_espera: to(para),
  aprovada: to(para),
  rejeitada: to(para),
});
const choice = { nenhuma: no('sem_segunda'), chegando: no('sem_segunda'), decidida: no('sem_segunda') };

/** Effects of each act on an interview. For the recording, the table in item.ts applies, too. */
export const VIDA_DA_ENTREVISTA = {
  responder: {
    quem: 'coletor',
    recebimento: here,
    situacao: { interrompida: to('em_andamento'), concluida: no('finalizada'), dispensada: no('dispensada') },
    auditoria: { confrontada: no('auditada') },
    revisao: reopened(goesOn),
  },
  finalizar: {
    quem: 'coletor',
    recebimento: here,
    situacao: { em_andamento: to('concluida'), interrompida: to('concluida') },
    revisao: reopened(goesOn),
  },
  interromper: {
    quem: 'gerente',
    recebimento: here,
    situacao: { em_andamento: to('interrompida'), concluida: no('finalizada'), dispensada: no('dispensada') },
  },
  // The device sends a log with the interview's end.
  enviar_registro: {
    quem: 'aparelho',
    recebimento: log,
    situacao: { em_andamento: to('concluida'), interrompida: to('concluida') },
    revisao: reopened(goesOn),
  },
  // The device sends a log with events unknown to the questionnaire's version, or with too many events.
  reter: {
    quem: 'aparelho',
    recebimento: log,
    quarentena: { livre: to('retida'), retida_no_fim: to('retida') },
  },
  receber_som: {
    quem: 'aparelho',
    consentimento: heard,
    recebimento: {
      sem_aparelho: no('de_outro_aparelho'),
      recebida: no('recebida'),
      apagada: no('nao_recebe_mais'),
    },
    som: { nenhum: to('guardado', { recebimento: ['chegando'] }) },
    segunda: {
      nenhuma: to('chegando', { recebimento: ['encerrada'] }),
      juntando: no('segunda_veio'),
      nao_juntada: no('segunda_veio'),
      oferecida: no('segunda_veio'),
      decidida: no('segunda_veio'),
    },
  },
  // The complete log and all recordings have arrived.
  fechar: {
    quem: 'aparelho',
    recebimento: {
      sem_aparelho: no('de_outro_aparelho'),
      chegando: to('recebida'),
      apagada: no('nao_recebe_mais'),
    },
    situacao: { em_andamento: no('nao_terminou') },
    som: { guardado: to('juntando', { recebimento: ['chegando'], ...unheld }) },
    segunda: { chegando: to('juntando', { recebimento: ['encerrada'] }) },
  },
  // A gerente stops waiting for the device.
  encerrar: {
    quem: 'gerente',
    recebimento: {
      ...ofDevice,
      chegando: to('encerrada'),
      recebida: no('ja_recebida'),
      encerrada: no('ja_recebida'),
    },
    situacao: { em_andamento: to('interrompida') },
    som: { guardado: to('juntando', unheld) },
  },
  // The device was found: receiving starts again.
  retomar: {
    quem: 'gerente',
    recebimento: {
      ...ofDevice,
      chegando: no('nao_encerrada'),
      recebida: no('nao_encerrada'),
      encerrada: to('chegando'),
    },
    auditoria: { processada: no('processada'), confrontada: no('processada') },
    gravacao: { montada: to('sem'), de_pessoa: no('de_pessoa') },
    quarentena: { retida_no_fim: to('livre') },
    som: { juntando: to('guardado'), nao_juntado: to('guardado'), juntado: to('guardado') },
    segunda: {
      chegando: to('nenhuma'),
      juntando: to('nenhuma'),
      nao_juntada: to('nenhuma'),
      oferecida: to('nenhuma'),
      decidida: to('nenhuma'),
    },
    revisao: reopened(),
  },
  liberar: {
    quem: 'outro_gerente',
    recebimento: ofDevice,
    quarentena: { livre: no('nao_retida'), retida: to('livre'), retida_no_fim: to('livre') },
    som: { guardado: to('juntando', joinable), nao_juntado: to('juntando', joinable) },
  },
  repetir_montagem: {
    quem: 'outro_gerente',
    recebimento: ofDevice,
    gravacao: { montada: no('nao_falhou'), de_pessoa: no('nao_falhou') },
    som: {
      nenhum: no('nao_falhou'),
      guardado: no('nao_falhou'),
      juntando: no('nao_falhou'),
      nao_juntado: to('juntando'),
      juntado: no('nao_falhou'),
    },
  },
  montar: {
    quem: 'produto',
    som: { nenhum: 'nada', guardado: 'nada', juntando: to('juntado'), nao_juntado: 'nada', juntado: 'nada' },
    gravacao: { sem: to('montada'), montada: 'nada', de_pessoa: 'nada' },
  },
  desistir_de_montar: {
    quem: 'produto',
    som: {
      nenhum: 'nada',
      guardado: 'nada',
      juntando: to('nao_juntado'),
      nao_juntado: 'nada',
      juntado: 'nada',
    },
  },
  anexar: {
    quem: 'outra_pessoa',
    consentimento: { falta: no('nao_aceitou'), recusado: no('nao_aceitou') },
    recebimento: { chegando: no('chegando') },
    som: { juntando: no('chegando') },
    gravacao: { sem: to('de_pessoa'), montada: to('de_pessoa') },
    // A device's log ends its interview, so only interviews without a device can continue.
    situacao: { interrompida: to('em_andamento', { recebimento: ['sem_aparelho'] }) },
    revisao: reopened({ ...goesOn, recebimento: ['sem_aparelho'] }),
  },
  desvincular: {
    quem: 'outra_pessoa',
    recebimento: { chegando: no('chegando') },
    som: { juntando: no('chegando') },
    gravacao: { montada: to('sem'), de_pessoa: to('sem') },
  },
  montar_segunda: {
    quem: 'produto',
    segunda: {
      ...{ nenhuma: 'nada', chegando: 'nada', nao_juntada: 'nada', oferecida: 'nada', decidida: 'nada' },
      juntando: to('oferecida'),
    },
  },
  desistir_da_segunda: {
    quem: 'produto',
    segunda: {
      ...{ nenhuma: 'nada', chegando: 'nada', nao_juntada: 'nada', oferecida: 'nada', decidida: 'nada' },
      juntando: to('nao_juntada'),
    },
  },
  repetir_segunda: {
    quem: 'outro_gerente',
    recebimento: { apagada: no('apagada') },
    segunda: {
      ...choice,
      juntando: no('segunda_juntando'),
      nao_juntada: to('juntando'),
      oferecida: no('segunda_juntada'),
    },
  },
  usar_segunda: {
    quem: 'outro_gerente',
    recebimento: { apagada: no('apagada') },
    consentimento: { falta: no('nao_aceitou'), recusado: no('nao_aceitou') },
    som: { juntando: no('chegando') },
    gravacao: { sem: to('montada'), de_pessoa: to('montada') },
    segunda: {
      ...choice,
      juntando: no('segunda_juntando'),
      nao_juntada: no('segunda_perdida'),
      oferecida: to('decidida'),
    },
  },
  descartar_segunda: {
    quem: 'outro_gerente',
    recebimento: { apagada: no('apagada') },
    segunda: {
      ...choice,
      juntando: no('segunda_juntando'),
      nao_juntada: to('decidida'),
      oferecida: to('decidida'),
    },
  },
  apagar: {
    quem: 'outra_pessoa',
    recebimento: {
      sem_aparelho: to('apagada'),
      chegando: to('apagada'),
      recebida: to('apagada'),
      encerrada: to('apagada'),
      apagada: no('apagada'),
    },
  },
  aprovar: {
    ...decision,
    situacao: {
      em_andamento: no('em_andamento'),
      interrompida: no('so_concluidas'),
      dispensada: no('so_concluidas'),
    },
    recebimento: { apagada: no('apagada'), chegando: no('ainda_chegando') },
    quarentena: { retida: no('em_quarentena'), retida_no_fim: no('em_quarentena') },
    revisao: everyReview('aprovada'),
  },
  por_em_espera: { ...decision, revisao: everyReview('em_espera') },
  rejeitar: { ...decision, revisao: everyReview('rejeitada') },
  devolver: { ...decision, revisao: everyReview('pendente') },
} as const satisfies Record<string, Ato>;

export type AtoEntrevista = keyof typeof VIDA_DA_ENTREVISTA;
export const ATOS_ENTREVISTA = Object.keys(VIDA_DA_ENTREVISTA) as AtoEntrevista[];

export const ATO_DA_REVISAO = {
  pendente: 'devolver',
  em_espera: 'por_em_espera',
  aprovada: 'aprovar',
  rejeitada: 'rejeitar',
} as const satisfies Record<RevisaoEntrevista, AtoEntrevista>;

export const aspectsOf = (ato: AtoEntrevista): Aspecto[] =>
  Object.keys(VIDA_DA_ENTREVISTA[ato]).filter((name): name is Aspecto => name !== 'quem');

/** Cell of an act in a state; undefined: the state permits the act and does not change. */
export function cellOf(ato: AtoEntrevista, aspecto: Aspecto, estado: string): Celula<string> | undefined {
  const column: Record<string, Celula<string> | undefined> = (VIDA_DA_ENTREVISTA[ato] as Ato)[aspecto] ?? {};
  return column[estado];
}

export type DesfechoEntrevista<E = EstadoEntrevista> = { recusa: Recusa } | { para: E } | 'nada';

/** Outcome of an act. `estado`: an interview's known aspects, tried in the act's order; the first refusal decides. */
export function outcomeOf<E extends Partial<EstadoEntrevista>>(
  estado: E,
  ato: AtoEntrevista,
): DesfechoEntrevista<E> {
  const cells = aspectsOf(ato).flatMap((aspecto) => {
    const cell = cellOf(ato, aspecto, estado[aspecto] ?? '');
    return cell === undefined ? [] : [{ aspecto, cell }];
  });
  const para: Record<string, string> = {};
  for (const { cell } of cells) if (cell !== 'nada' && 'recusa' in cell) return { recusa: cell.recusa };
  for (const { aspecto, cell } of cells) {
    if (cell === 'nada' || 'recusa' in cell) return 'nada';
    if (holds(estado, cell.se)) para[aspecto] = cell.para;
  }
  if (para.recebimento === 'apagada') return { para: { ...estado, ...APAGADA } };
  return { para: { ...estado, ...para } };
}

const holds = (estado: Partial<EstadoEntrevista>, se: Condicao = {}): boolean =>
  Object.entries(se).every(([aspecto, states]) =>
    (states as readonly string[]).includes(estado[aspecto as Aspecto] ?? ''),
  );
