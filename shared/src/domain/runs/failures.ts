/**
 * Failures of runs and attempts, stored in execucoes.codigo_motivo; codes are stable.
 * - `retryable`: another attempt may succeed, limited by the company's retryConfig.
 * - `letraMorta`: somebody can repair the cause (a key, a provider, a template) and retry.
 * - `mensagem`: for people; a stage may give a more exact one.
 */
export const FALHAS = {
  audio_invalido: {
    retryable: false,
    letraMorta: false,
    mensagem: 'O arquivo não pôde ser lido como áudio.',
  },
  audio_inaudivel: {
    retryable: false,
    letraMorta: false,
    mensagem: 'A gravação não contém fala audível.',
  },
  audio_falhou: {
    retryable: true,
    letraMorta: true,
    mensagem: 'O processamento do áudio falhou.',
  },
  arquivo_ausente: {
    retryable: true,
    letraMorta: true,
    mensagem: 'O arquivo da gravação não foi encontrado no armazenamento.',
  },
  armazenamento_indisponivel: {
    retryable: true,
    letraMorta: true,
    mensagem: 'O armazenamento de arquivos não está acessível.',
  },
  provedor_nao_configurado: {
    retryable: false,
    letraMorta: true,
    mensagem: 'Nenhum provedor de IA está configurado para o modelo selecionado.',
  },
  provedor_recusou_chave: {
    retryable: false,
    letraMorta: true,
    mensagem: 'O provedor de IA recusou a chave de acesso. Verifique a configuração.',
  },
  provedor_recusou_pedido: {
    retryable: false,
    letraMorta: true,
    mensagem: 'O provedor de IA recusou o pedido.',
  },
  provedor_sem_saldo: {
    retryable: false,
    letraMorta: true,
    mensagem: 'A conta no provedor de IA está sem saldo.',
  },
  /** The bulk run was cancelled before this run began. */
  retirada: {
    retryable: false,
    letraMorta: false,
    mensagem: 'O processamento em lote foi cancelado antes desta gravação.',
  },
  gravacao_nao_reconhecida: {
    retryable: false,
    letraMorta: false,
    mensagem: 'A IA de demonstração transcreve somente as gravações de amostra.',
  },
  provedor_limite: {
    retryable: true,
    letraMorta: true,
    mensagem: 'O provedor de IA está limitando os pedidos.',
  },
  provedor_indisponivel: {
    retryable: true,
    letraMorta: true,
    mensagem: 'O provedor de IA não respondeu.',
  },
  resposta_invalida: {
    retryable: false,
    letraMorta: true,
    mensagem: 'A IA respondeu fora do formato esperado, mesmo depois de um pedido de correção.',
  },
  sem_transcricao: {
    retryable: false,
    letraMorta: false,
    mensagem: 'Nenhuma palavra foi reconhecida na gravação.',
  },
  /** More than a third of the speech was left out. */
  transcricao_implausivel: {
    retryable: false,
    letraMorta: true,
    mensagem: 'A transcrição do provedor de IA não corresponde à gravação.',
  },
  template_invalido: {
    retryable: false,
    letraMorta: true,
    mensagem: 'Um template de insight não pode ser usado neste projeto.',
  },
  fora_da_amostra: {
    retryable: false,
    letraMorta: false,
    mensagem: 'Fora da amostra definida nas configurações.',
  },
  transcricao_desligada: {
    retryable: false,
    letraMorta: false,
    mensagem: 'A transcrição está desativada nas configurações.',
  },
  interrompida: {
    retryable: false,
    letraMorta: true,
    mensagem: 'O processamento foi interrompido repetidas vezes sem chegar ao fim.',
  },
  erro_interno: {
    retryable: true,
    letraMorta: true,
    mensagem: 'Ocorreu um erro inesperado no processamento.',
  },
} as const satisfies Record<string, { retryable: boolean; letraMorta: boolean; mensagem: string }>;

export type CodigoFalha = keyof typeof FALHAS;

/**
 * True for a failure of the recording itself: another run can only fail again.
 * @param codigo of execucoes.codigo_motivo; null: unknown
 */
export const isOfRecording = (codigo: string | null): boolean => codigo !== null && DA_GRAVACAO.has(codigo);

const DA_GRAVACAO: ReadonlySet<string> = new Set<CodigoFalha>([
  'audio_invalido',
  'audio_inaudivel',
  'gravacao_nao_reconhecida',
  'sem_transcricao',
]);

export const SEM_ESPACO_EM_DISCO =
  'Sem espaço em disco. O processamento continua automaticamente quando houver espaço; esta espera não conta como tentativa.';

export const AGUARDANDO_PROVEDOR =
  'O provedor de IA não está respondendo. O processamento continua automaticamente quando ele voltar; esta espera não conta como tentativa.';

/** Failure of a stage's attempt. `message` is Portuguese, for people; the cause goes only to the log. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly codigo: CodigoFalha;
  readonly retryable: boolean;
  /** Minimum wait requested by the provider, ms. */
  readonly retryAfterMs: number | null;
  /** True if the attempt does not count: a backoff shared with other calls prevented it. */
  readonly adiada: boolean;
  readonly avulsa: boolean;

  constructor(
    codigo: CodigoFalha,
    options: {
      mensagem?: string;
      retryable?: boolean;
      retryAfterMs?: number | null;
      adiada?: boolean;
      avulsa?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(
      options.mensagem ?? FALHAS[codigo].mensagem,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.codigo = codigo;
    this.retryable = options.retryable ?? FALHAS[codigo].retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.adiada = options.adiada ?? false;
    this.avulsa = options.avulsa ?? false;
  }
}
