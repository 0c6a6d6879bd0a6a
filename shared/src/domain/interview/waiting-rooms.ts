import { formatCreditos } from '../runs/credits.ts';
import { ETAPA_LABEL, type Etapa, type StatusEtapa } from '../runs/status.ts';

/** Waiting stages of an interview, in order (docs/decisions/0032). */
export const SALAS_DE_ESPERA = {
  partes: 'Recebimento das partes',
  montagem: 'Preparo da gravação',
  medicao: 'Medição da gravação',
  auditoria_automatica: 'Auditoria automática',
  execucao: 'Processamento',
  rejulgamento: 'Reavaliação',
  sinais: 'Sinais da pesquisa',
} as const;
export type SalaDeEspera = keyof typeof SALAS_DE_ESPERA;

/** fora: not reached, or nothing to do. parada: a person is needed. */
export const ESTADOS_DE_SALA = ['fora', 'espera', 'em_curso', 'parada', 'passou'] as const;
export type EstadoDeSala = (typeof ESTADOS_DE_SALA)[number];

export type Sala = {
  sala: SalaDeEspera;
  estado: EstadoDeSala;
  desde: Date | null;
  /** End of a worker's lease, or time of the next retry. */
  ate: Date | null;
  tentativas: number | null;
  motivo: string | null;
};

type Prazo = { ate: Date | null; tentativas: number };

/** Stored facts of an interview and its newest item; null: no such fact. */
export type FatosDaEspera = {
  agora: Date;
  entrevista: {
    criadaEm: Date;
    sincronia: 'parcial' | 'completa' | null;
    quarentena: string | null;
    recebidaEm: Date | null;
    partesAbertas: number;
    montagem: 'pendente' | 'pronta' | 'falhou' | null;
    montagemMotivo: string | null;
    montagemPrazo: Prazo;
    auditarEm: Date | null;
    auditarCreditos: number | null;
    saldo: number;
    rejulgarEm: Date | null;
    rejulgamento: Prazo | null;
    /** The signals' due time, end of the worker's lease, and time of the last computation. */
    sinaisDesde: Date | null;
    sinaisAte: Date | null;
    sinaisEm: Date | null;
  } | null;
  item: {
    motivo: string | null;
    status: 'pendente' | 'processando' | 'concluido' | 'erro';
    temGravacao: boolean;
    /** True if the recording is measured before a run is requested. */
    medeSe: boolean;
    gravacaoMs: number | null;
    recebidoEm: Date | null;
    medicao: Prazo | null;
  } | null;
  execucao: {
    criadaEm: Date;
    admitidaEm: Date | null;
    terminadaEm: Date | null;
    etapa: Etapa;
    etapaStatus: StatusEtapa | null;
    tentativa: number;
    leaseAte: Date | null;
    proximaEm: Date | null;
    erro: string | null;
    motivo: string | null;
  } | null;
};

type SemNome = Omit<Sala, 'sala'>;
const makeState = (estado: EstadoDeSala, rest: Partial<SemNome> = {}): SemNome => ({
  ...{ estado, desde: null, ate: null, tentativas: null, motivo: null },
  ...rest,
});
const FORA = makeState('fora');

/** State that follows from a lease or postponement; if neither is in force, the request waits. */
function stateByLease(prazo: Prazo | null, desde: Date | null, agora: Date): SemNome {
  if (!prazo?.ate || prazo.ate <= agora)
    return makeState('espera', { desde, tentativas: prazo?.tentativas ?? null });
  const { ate, tentativas } = prazo;
  return makeState('em_curso', {
    desde,
    ate,
    tentativas,
    motivo: 'Em andamento, ou aguardando a próxima tentativa.',
  });
}

function partes({ entrevista }: FatosDaEspera): SemNome {
  if (!entrevista?.sincronia) return FORA;
  const { sincronia, criadaEm, partesAbertas, quarentena, recebidaEm } = entrevista;
  if (sincronia === 'parcial') {
    const motivo =
      partesAbertas > 0
        ? `Faltam partes de ${partesAbertas} ${partesAbertas === 1 ? 'gravação' : 'gravações'}, que o aparelho ainda vai enviar.`
        : 'O aparelho ainda não concluiu o envio.';
    return makeState('espera', { desde: criadaEm, motivo });
  }
  if (quarentena === null) return makeState('passou', { desde: recebidaEm });
  return makeState('parada', {
    desde: recebidaEm,
    motivo: 'Em quarentena: um gerente precisa liberar ou descartar a entrevista.',
  });
}

function montagem({ entrevista, item, agora }: FatosDaEspera): SemNome {
  if (!entrevista?.montagem) return FORA;
  const { montagem: estado, montagemMotivo: motivo, montagemPrazo, recebidaEm: desde } = entrevista;
  if (estado === 'pronta') return makeState('passou', { motivo });
  // 'falhou': sound is missing; an item that has a recording continues with the remaining sound.
  if (estado === 'falhou') return makeState(item?.temGravacao ? 'passou' : 'parada', { motivo });
  return stateByLease(montagemPrazo, desde, agora);
}

function medicao({ item, agora }: FatosDaEspera): SemNome {
  if (!item?.temGravacao) return FORA;
  if (item.gravacaoMs === null)
    return item.medeSe ? stateByLease(item.medicao, item.recebidoEm, agora) : FORA;
  if (item.gravacaoMs > 0) return makeState('passou');
  return makeState('parada', {
    motivo:
      'A gravação não estava no armazenamento, ou não tem áudio. A Escuta tenta de novo durante três dias.',
  });
}

function auditoriaAutomatica({ entrevista, item, execucao, agora }: FatosDaEspera): SemNome {
  if (!entrevista) return FORA;
  const { auditarEm: desde, auditarCreditos, saldo } = entrevista;
  if (auditarCreditos !== null)
    return makeState('espera', {
      motivo: `A auditoria custa ${formatCreditos(auditarCreditos)}, e o saldo é de ${formatCreditos(saldo)}.`,
    });
  if (desde === null)
    return execucao === null && item?.motivo ? makeState('parada', { motivo: item.motivo }) : FORA;
  if (entrevista.quarentena !== null)
    return makeState('espera', { desde, motivo: 'Começa quando a entrevista sair da quarentena.' });
  if (!item?.gravacaoMs)
    return makeState('espera', { desde, motivo: 'Começa quando a duração da gravação for calculada.' });
  return stateByLease({ ate: desde, tentativas: 0 }, desde > agora ? null : desde, agora);
}

function processamento({ execucao, item, agora }: FatosDaEspera): SemNome {
  if (!execucao) return FORA;
  const { criadaEm, admitidaEm, terminadaEm, etapa, etapaStatus, leaseAte, proximaEm, erro } = execucao;
  if (terminadaEm !== null) {
    const ended = { desde: terminadaEm, motivo: execucao.motivo };
    return item?.status === 'erro' ? makeState('parada', ended) : makeState('passou', ended);
  }
  if (admitidaEm === null)
    return makeState('espera', { desde: criadaEm, motivo: 'Aguarda uma vaga de processamento.' });
  const tentativas = execucao.tentativa;
  const nome = ETAPA_LABEL[etapa];
  if (etapaStatus === 'executando')
    return makeState('em_curso', {
      desde: admitidaEm,
      ate: leaseAte,
      tentativas,
      motivo: `Na etapa ${nome}.`,
    });
  const isPutOff = proximaEm !== null && proximaEm > agora;
  return makeState('espera', {
    desde: admitidaEm,
    tentativas,
    ate: isPutOff ? proximaEm : null,
    motivo: isPutOff
      ? `A etapa ${nome} será tentada de novo.${erro ? ` Motivo: ${erro}` : ''}`
      : `Na fila da etapa ${nome}, que pode estar pausada.`,
  });
}

function rejulgamento({ entrevista, agora }: FatosDaEspera): SemNome {
  if (!entrevista?.rejulgarEm) return FORA;
  return stateByLease(entrevista.rejulgamento, entrevista.rejulgarEm, agora);
}

function sinais({ entrevista, agora }: FatosDaEspera): SemNome {
  if (!entrevista) return FORA;
  const { sinaisDesde: desde, sinaisAte: ate, sinaisEm } = entrevista;
  if (desde === null) return sinaisEm ? makeState('passou', { desde: sinaisEm }) : FORA;
  if (ate !== null && ate > agora) return stateByLease({ ate, tentativas: 0 }, desde, agora);
  return makeState('espera', {
    desde,
    motivo: 'A Escuta calcula os sinais da pesquisa cinco segundos depois da última mudança.',
  });
}

const REGRAS: Readonly<Record<SalaDeEspera, (fatos: FatosDaEspera) => SemNome>> = {
  partes,
  montagem,
  medicao,
  auditoria_automatica: auditoriaAutomatica,
  execucao: processamento,
  rejulgamento,
  sinais,
};

export function waitingRooms(fatos: FatosDaEspera): Sala[] {
  return (Object.keys(SALAS_DE_ESPERA) as SalaDeEspera[]).map((sala) => ({ sala, ...REGRAS[sala](fatos) }));
}
