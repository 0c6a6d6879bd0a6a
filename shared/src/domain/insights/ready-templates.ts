import type { Criterio } from './insight-criteria.ts';
import type { CategoriaTemplate } from './insight-template.ts';

/** A built-in template; companies take an editable copy. */
export type ReadyTemplate = {
  /** Never changes, because copies name the id in `metadata.modeloPronto`. */
  id: string;
  para: 'atendimento' | 'vendas' | 'cobranca' | 'pesquisa';
  nome: string;
  categoria: CategoriaTemplate;
  descricao: string;
  promptTemplate: string;
  parametrosObrigatorios: string[];
  parametrosOpcionais: string[];
  temperature: number;
  criterios: Criterio[];
};

export const READY_FOR_LABEL: Record<ReadyTemplate['para'], string> = {
  atendimento: 'Atendimento e SAC',
  vendas: 'Vendas',
  cobranca: 'Cobrança',
  pesquisa: 'Pesquisa de campo',
};

const criterio = (id: string, descricao: string, peso = 1, critico = false): Criterio => ({
  id,
  descricao,
  peso,
  critico,
});
const ausente = (id: string, descricao: string, peso = 1, critico = false): Criterio => ({
  ...criterio(id, descricao, peso, critico),
  ausencia: true,
});

const PROVAS =
  'Considere somente o que foi dito na ligação e responda a cada critério com o trecho que o comprova. Se o assunto do critério não surgiu na ligação, responda que não se aplica.';

/** Usual checks of Brazilian call centers and field surveys. Criterion ids never change: results are compared by id. */
export const READY_TEMPLATES: readonly ReadyTemplate[] = [
  {
    id: 'aderencia-script',
    para: 'atendimento',
    nome: 'Aderência ao script de atendimento',
    categoria: 'performance',
    descricao: 'Verifica se o agente segue o roteiro da empresa, da saudação ao encerramento.',
    promptTemplate:
      'Avalie se o agente da empresa {empresa} seguiu o roteiro de atendimento. Considere somente o que foi dito na ligação e responda a cada critério com o trecho que o comprova.',
    parametrosObrigatorios: ['empresa'],
    parametrosOpcionais: [],
    temperature: 0.2,
    criterios: [
      criterio('saudacao', 'O agente cumprimenta o cliente e diz o nome da empresa na saudação.', 2),
      criterio('identificacao', 'O agente diz o próprio nome.'),
      criterio('confirmacao_dados', 'O agente confirma os dados do cliente antes de consultar a conta.', 2),
      criterio('protocolo', 'O agente informa o número do protocolo.', 2, true),
      criterio('mais_ajuda', 'O agente pergunta se pode ajudar em algo mais.'),
      criterio('encerramento', 'O agente agradece a ligação ao encerrar.'),
    ],
  },
  {
    id: 'cortesia-empatia',
    para: 'atendimento',
    nome: 'Cortesia e empatia',
    categoria: 'behavioral',
    descricao: 'Observa o trato com o cliente: cordialidade, escuta e reconhecimento do problema.',
    promptTemplate:
      'Avalie a cortesia e a empatia do agente durante a ligação. Considere o modo de falar, a escuta e como reage às queixas do cliente.',
    parametrosObrigatorios: [],
    parametrosOpcionais: [],
    temperature: 0.2,
    criterios: [
      criterio('cordialidade', 'O agente usa expressões de cortesia (por favor, por gentileza, obrigado).'),
      criterio('empatia', 'O agente reconhece o problema e demonstra empatia com o cliente.', 2),
      ausente('sem_ofensa', 'O agente não usa palavras ofensivas.', 2, true),
      criterio('aviso_espera', 'O agente pede licença ou avisa antes de deixar o cliente aguardar.'),
    ],
  },
  {
    id: 'pausa-espera',
    para: 'atendimento',
    nome: 'Tempo de pausa e espera',
    categoria: 'performance',
    descricao:
      'Verifica como o agente conduz as pausas: avisa, explica, estima o tempo, retorna e agradece. A duração dos silêncios é medida no som e aparece na análise da ligação. Base: Decreto 11.034/2022 (tempo de espera e proibição de publicidade durante a espera).',
    promptTemplate: `Avalie como o agente conduz as pausas e esperas da ligação: momentos em que pede que o cliente aguarde, consulta o sistema, fala com outro setor ou transfere. Quando o tempo for dito, o retorno deve ocorrer em até {limite_espera}; use os segundos das sentenças para comparar. ${PROVAS}`,
    parametrosObrigatorios: ['limite_espera'],
    parametrosOpcionais: [],
    temperature: 0.2,
    criterios: [
      criterio('aviso_espera', 'O agente pede licença ou avisa antes de deixar o cliente aguardar.', 2),
      criterio('motivo_espera', 'O agente explica por que o cliente precisa aguardar.'),
      criterio('estimativa_espera', 'O agente diz quanto tempo o cliente vai aguardar.'),
      criterio(
        'retorno_espera',
        'O agente retoma a conversa e agradece ao cliente por aguardar, depois de cada espera.',
      ),
      ausente('sem_abandono', 'O cliente não precisa perguntar se o agente ainda está na linha.', 2),
      ausente('sem_publicidade', 'Nenhuma publicidade é feita enquanto o cliente aguarda.', 2, true),
    ],
  },
  {
    id: 'avisos-decreto-11034',
    para: 'atendimento',
    nome: 'Avisos obrigatórios (Decreto 11.034/2022)',
    categoria: 'compliance',
    descricao:
      'Confere os avisos e direitos do SAC: gravação, protocolo e cancelamento. Base: Decreto 11.034/2022, arts. 12 (registro numérico e guarda da gravação) e 14 (cancelamento).',
    promptTemplate:
      'Verifique o cumprimento do Decreto 11.034/2022 (SAC) na ligação: aviso de gravação, informação do protocolo e respeito ao pedido de cancelamento.',
    parametrosObrigatorios: [],
    parametrosOpcionais: [],
    temperature: 0,
    criterios: [
      criterio('aviso_gravacao', 'O agente informa que a ligação está sendo gravada.', 2, true),
      criterio('protocolo', 'O agente informa o número do protocolo.', 2, true),
      criterio('cancelamento', 'Havendo pedido de cancelamento, o agente o processa sem impor obstáculo.', 2),
    ],
  },
  {
    id: 'cancelamento',
    para: 'atendimento',
    nome: 'Tratamento de cancelamento',
    categoria: 'compliance',
    descricao:
      'Acompanha o pedido de cancelamento do começo ao fim. Base: Decreto 11.034/2022, art. 14 (recebimento e processamento imediato, efeito imediato ainda que haja débito, informação sobre multa de permanência e comprovante).',
    promptTemplate: `Avalie como o agente da empresa {empresa} tratou o pedido de cancelamento de serviço ou contrato. Pelo Decreto 11.034/2022, o pedido é recebido e processado na hora, vale de imediato mesmo com débito em aberto, e o consumidor é informado das multas cabíveis e recebe um comprovante. Uma oferta de retenção é permitida uma vez; insistir depois da recusa é obstáculo. Regras próprias da empresa: {regras_retencao}. Se o cliente não pediu cancelamento, todos os critérios não se aplicam. ${PROVAS}`,
    parametrosObrigatorios: ['empresa'],
    parametrosOpcionais: ['regras_retencao'],
    temperature: 0,
    criterios: [
      criterio('pedido_acolhido', 'O agente acolhe o pedido de cancelamento na primeira vez que é feito.', 2),
      criterio('processado', 'O agente registra ou conclui o cancelamento na própria ligação.', 3, true),
      ausente(
        'sem_insistencia',
        'O agente não insiste em ofertas de retenção depois que o cliente as recusa.',
        2,
        true,
      ),
      ausente(
        'sem_condicao',
        'O agente não condiciona o cancelamento a pagamento, visita ou nova ligação.',
        3,
        true,
      ),
      criterio('multa', 'O agente informa se há multa, fidelidade ou carência e de quanto é.'),
      criterio('comprovante', 'O agente informa como o cliente recebe o comprovante do cancelamento.'),
      criterio('protocolo', 'O agente informa o número do protocolo.', 2),
    ],
  },
  {
    id: 'conduta-cobranca',
    para: 'cobranca',
    nome: 'Conduta em cobrança',
    categoria: 'compliance',
    descricao:
      'Verifica se o devedor é tratado com respeito na cobrança. Base: Código de Defesa do Consumidor, art. 42 (sem expor a ridículo, constranger ou ameaçar) e art. 71; LGPD, Lei 13.709/2018 (a dívida é dado pessoal: só se fala dela com o titular).',
    promptTemplate: `Avalie a conduta do agente na cobrança em nome de {credor}. Pelo art. 42 do Código de Defesa do Consumidor, o consumidor inadimplente não pode ser exposto a ridículo nem sofrer constrangimento ou ameaça; pelo art. 71, não se pode usar afirmação falsa ou enganosa nem interferir em seu trabalho, descanso ou lazer. Pela Lei 13.709/2018, a dívida só é revelada ao próprio titular, depois de confirmada a identidade. Condições de negociação que o agente pode oferecer: {condicoes}. ${PROVAS}`,
    parametrosObrigatorios: ['credor'],
    parametrosOpcionais: ['condicoes'],
    temperature: 0,
    criterios: [
      criterio('identificacao', 'O agente diz o próprio nome e em nome de quem cobra.', 2),
      criterio(
        'titular_confirmado',
        'O agente confirma que fala com o titular antes de mencionar a dívida.',
        3,
        true,
      ),
      ausente('sem_terceiros', 'O agente não revela a dívida a ninguém além do titular.', 3, true),
      ausente(
        'sem_ameaca',
        'O agente não ameaça o consumidor nem anuncia medidas falsas ou que não cabem no caso.',
        3,
        true,
      ),
      ausente('sem_constrangimento', 'O agente não ofende, ironiza ou humilha o consumidor.', 3, true),
      criterio(
        'valor_e_origem',
        'O agente informa o valor atualizado, o vencimento e a origem da dívida.',
        2,
      ),
      criterio('proposta', 'O agente apresenta uma proposta de negociação ou de parcelamento.'),
      criterio('acordo_confirmado', 'Havendo acordo, o agente repete valor, data e forma de pagamento.', 2),
    ],
  },
  {
    id: 'conversao-venda',
    para: 'vendas',
    nome: 'Conversão de venda',
    categoria: 'performance',
    descricao:
      'Mede as etapas da venda por telefone, da sondagem ao aceite, e a clareza da oferta. Base: Código de Defesa do Consumidor, arts. 30 e 31 (oferta clara, que a empresa é obrigada a cumprir), 39 (práticas abusivas) e 49 (desistência em sete dias).',
    promptTemplate: `Avalie a venda de {produto} nesta ligação: se o agente conheceu a necessidade do cliente, apresentou a oferta com clareza, tratou as objeções e chegou ao aceite. Preço e condições em vigor: {condicoes_oferta}. Pelo Código de Defesa do Consumidor, a oferta deve ser correta, clara e precisa, e quem compra por telefone pode desistir em sete dias. ${PROVAS}`,
    parametrosObrigatorios: ['produto'],
    parametrosOpcionais: ['condicoes_oferta'],
    temperature: 0.2,
    criterios: [
      criterio(
        'sondagem',
        'O agente faz perguntas para conhecer a necessidade do cliente antes de fazer uma oferta.',
        2,
      ),
      criterio(
        'oferta',
        'O agente apresenta os benefícios do plano ou produto ligados à necessidade que o cliente contou.',
        2,
      ),
      criterio('preco', 'O agente informa preço total, forma de pagamento e prazo antes do aceite.', 3, true),
      criterio('objecoes', 'O agente responde às objeções do cliente com argumentos, sem ignorá-las.', 2),
      criterio('fidelidade', 'O agente informa fidelidade, carência ou multa antes do aceite.', 2),
      ausente(
        'sem_promessa_falsa',
        'O agente não promete o que a oferta não tem nem esconde condição importante.',
        3,
        true,
      ),
      criterio('aceite', 'O cliente aceita a contratação de forma clara.', 3),
      criterio('desistencia', 'O agente informa o direito de desistir em sete dias.'),
    ],
  },
  {
    id: 'sentimento-cliente',
    para: 'atendimento',
    nome: 'Sentimento do cliente',
    categoria: 'behavioral',
    descricao:
      'Acompanha o sentimento do cliente do começo ao fim da ligação e o motivo de cada mudança. Complementa o sentimento por frase da análise de texto.',
    promptTemplate: `Avalie o sentimento do cliente ao longo da ligação: como chega, o que o muda e como sai. No resumo, diga em uma frase o sentimento no começo, no fim e o ponto de virada, se houver. Ironia e cortesia por educação não são satisfação. ${PROVAS}`,
    parametrosObrigatorios: [],
    parametrosOpcionais: [],
    temperature: 0.2,
    criterios: [
      criterio('final_positivo', 'O cliente demonstra satisfação ou alívio ao final da ligação.', 3),
      criterio('melhora', 'O sentimento do cliente melhora do começo para o fim da ligação.', 2),
      criterio('queixa_ouvida', 'O cliente diz, ou mostra, que a sua queixa foi ouvida.', 2),
      ausente('sem_irritacao', 'O cliente não demonstra irritação com o agente ou com a empresa.'),
      ausente(
        'sem_reclamacao_externa',
        'O cliente não ameaça cancelar, ir ao Procon ou à Justiça nem reclamar em público.',
        2,
        true,
      ),
    ],
  },
  {
    id: 'conducao-entrevista',
    para: 'pesquisa',
    nome: 'Condução de entrevista',
    categoria: 'compliance',
    descricao:
      'Verifica a isenção e o preparo do entrevistador em pesquisas por telefone. Base: Lei 13.709/2018, arts. 6º a 9º (finalidade, transparência e consentimento), e as boas práticas de pesquisa de opinião.',
    promptTemplate: `Avalie como o entrevistador conduziu a entrevista da pesquisa {pesquisa}, feita por {instituto}. O entrevistador se apresenta, explica a finalidade, obtém o consentimento, lê as perguntas como estão escritas, não sugere respostas e registra o que foi dito. Perguntas do questionário, para conferir a leitura: {questionario}. ${PROVAS}`,
    parametrosObrigatorios: ['pesquisa', 'instituto'],
    parametrosOpcionais: ['questionario'],
    temperature: 0,
    criterios: [
      criterio('apresentacao', 'O entrevistador diz o próprio nome e o instituto que faz a pesquisa.'),
      criterio('finalidade', 'O entrevistador explica a finalidade da pesquisa e quanto tempo leva.'),
      criterio(
        'consentimento',
        'O entrevistado concorda em responder, sabendo que a ligação é gravada.',
        3,
        true,
      ),
      criterio('sigilo', 'O entrevistador informa que as respostas são tratadas com sigilo.', 2),
      criterio('leitura_fiel', 'O entrevistador lê as perguntas e as opções por inteiro, sem resumir.', 2),
      ausente(
        'sem_inducao',
        'O entrevistador não sugere, comenta nem elogia respostas do entrevistado.',
        3,
        true,
      ),
      ausente('sem_antecipar', 'O entrevistador não responde pelo entrevistado nem o apressa.', 2),
      criterio('encerramento', 'O entrevistador agradece a participação ao encerrar.'),
    ],
  },
  {
    id: 'privacidade-lgpd',
    para: 'atendimento',
    nome: 'Proteção de dados na ligação (LGPD)',
    categoria: 'compliance',
    descricao:
      'Confere o cuidado com dados pessoais durante a ligação. Base: Lei 13.709/2018, arts. 6º (finalidade, necessidade, transparência, segurança) e 18 (direitos do titular).',
    promptTemplate: `Avalie o cuidado do agente com os dados pessoais do cliente. Pela Lei 13.709/2018, pede-se somente o dado necessário, com a finalidade clara, confirma-se a identidade antes de informar dados da conta, e senhas ou códigos de segurança nunca são pedidos por inteiro. ${PROVAS}`,
    parametrosObrigatorios: [],
    parametrosOpcionais: [],
    temperature: 0,
    criterios: [
      criterio(
        'identidade',
        'O agente confirma a identidade do cliente antes de informar dados da conta.',
        3,
        true,
      ),
      ausente(
        'sem_senha',
        'O agente não pede senha, código de segurança ou número completo do cartão.',
        3,
        true,
      ),
      ausente('sem_excesso', 'O agente não pede dados que o assunto da ligação não exige.', 2),
      criterio('finalidade', 'O agente explica por que pede cada dado novo, ou o cliente já sabe o motivo.'),
      criterio(
        'direitos',
        'O agente registra ou encaminha, com prazo, o pedido do cliente sobre os próprios dados.',
        2,
      ),
    ],
  },
  {
    id: 'resolucao-proximos-passos',
    para: 'atendimento',
    nome: 'Resolução e próximos passos',
    categoria: 'actionable',
    descricao: 'Mostra se o problema foi resolvido e o que ficou combinado.',
    promptTemplate:
      'Avalie se o problema do cliente foi resolvido nesta ligação e quais próximos passos ficaram combinados.',
    parametrosObrigatorios: [],
    parametrosOpcionais: [],
    temperature: 0.2,
    criterios: [
      criterio('solucao', 'O agente apresenta uma solução para o problema do cliente.', 2),
      criterio('prazo', 'O agente informa prazo ou data do que foi combinado.'),
      criterio('satisfacao', 'O cliente demonstra satisfação ao final da ligação.'),
    ],
  },
];

/** Returns the built-in template with this id. @throws Error for an unknown id */
export function readyTemplate(id: string): ReadyTemplate {
  const found = READY_TEMPLATES.find((template) => template.id === id);
  if (!found) throw new Error(`Não há modelo pronto '${id}'.`);
  return found;
}
