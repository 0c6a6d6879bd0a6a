export const AUDIO_ERRORS = {
  arquivo_ausente: { mensagem: 'O arquivo de áudio não foi encontrado.', retryable: true },
  arquivo_vazio: { mensagem: 'O arquivo de áudio está vazio.', retryable: false },
  formato_invalido: {
    mensagem: 'O arquivo não foi reconhecido como áudio ou está corrompido.',
    retryable: false,
  },
  sem_faixa_de_audio: { mensagem: 'O arquivo não contém uma faixa de áudio.', retryable: false },
  taxa_invalida: { mensagem: 'A taxa de amostragem do áudio é inválida.', retryable: false },
  sem_amostras: { mensagem: 'Nenhum áudio pôde ser lido do arquivo.', retryable: false },
  duracao_excedida: { mensagem: 'O áudio é mais longo do que o permitido.', retryable: false },
  tempo_esgotado: { mensagem: 'O processamento do áudio excedeu o tempo limite.', retryable: true },
  cancelado: { mensagem: 'O processamento do áudio foi interrompido.', retryable: true },
  ffmpeg_ausente: {
    mensagem: 'O processador de áudio (ffmpeg) não está instalado neste servidor.',
    retryable: true,
  },
  sem_espaco: { mensagem: 'Não há espaço em disco para processar o áudio.', retryable: true },
  falha_interna: { mensagem: 'O processador de áudio falhou inesperadamente.', retryable: true },
} as const;

export type AudioErrorCode = keyof typeof AUDIO_ERRORS;

/** Failure of the audio engine; `mensagem` is for people, in Portuguese. */
export class AudioError extends Error {
  override readonly name = 'AudioError';
  readonly code: AudioErrorCode;
  readonly mensagem: string;
  readonly retryable: boolean;
  /** The decoder's message for the log, without file names or tags; may be empty. */
  readonly detail: string;

  constructor(code: AudioErrorCode, detail = '', options?: ErrorOptions) {
    super(AUDIO_ERRORS[code].mensagem, options);
    this.code = code;
    this.mensagem = AUDIO_ERRORS[code].mensagem;
    this.retryable = AUDIO_ERRORS[code].retryable;
    this.detail = detail;
  }
}
