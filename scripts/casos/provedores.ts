/** Real answers of model servers and gateways; the product must read each correctly, or refuse it with the reason. */
import type { Caso, CasosDoTipo } from './case.ts';
import {
  type Conduta,
  completion,
  inParts,
  ollama,
  speaches,
  streaming,
  textOf,
  tokensOf,
} from './model-server.ts';
import {
  ANALISE,
  analyse,
  describeServer,
  gives,
  JSON_CERTO,
  LIDO,
  says,
  transcribe,
} from './model-tries.ts';

const FALAS = [
  ' Bom dia, aqui é a central.',
  ' Bom dia, quero saber da minha fatura.',
  ' A sua fatura vence no dia dez.',
  ' Obrigado, era só isso.',
];
const STARTS = [0, 1.96, 3.92, 5.88];
/** Makes a transcription of four sentences in 7.84 s of sound; `write` puts a time into the server's notation. */
function heard(write: (s: number) => unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    text: FALAS.join('').trim(),
    segments: FALAS.map((text, id) => ({
      id,
      start: write(STARTS[id] as number),
      end: write((STARTS[id] as number) + 1.764),
      text,
    })),
    ...more,
  };
}
const OUVIDO = '4 falas em 0–1,764; 1,96–3,724; 3,92–5,684; 5,88–7,644 s. Uso não dito. 1 pedido';

const RASCUNHO = JSON.stringify({ ...ANALISE, resumo: 'Rascunho.' });
const thinking: Caso[] = [
  {
    nome: 'o pensamento, com chaves, vem antes do JSON',
    fonte: 'admonstrator/zettelrobbe, issue 74; igmarin/rs-nightshift, issue 98',
    esperado: LIDO(1),
    obtido: () =>
      analyse(
        says(
          `<think>\nO formato pedido é {"resumo": "..."}; vou preencher {sentencas} uma a uma.\n</think>\n\n${JSON_CERTO}`,
        ),
      ),
  },
  {
    nome: 'só o fim do pensamento está marcado: o começo ficou no pedido',
    fonte: 'QwenLM/qwen-code, pull request 6033; logancyang/obsidian-copilot, pull request 2153',
    esperado: LIDO(1),
    obtido: () => analyse(says(`O cliente quer {algo}.\n</think>\n${JSON_CERTO}`)),
  },
  {
    nome: 'o pensamento cita a própria marca do fim',
    fonte: 'ggml-org/llama.cpp, issue 27661',
    esperado: LIDO(1),
    obtido: () => analyse(says(`<think>Fecho com </think> e depois respondo.</think>${JSON_CERTO}`)),
  },
  {
    nome: 'um rascunho do mesmo JSON fica dentro do pensamento',
    fonte: 'admonstrator/zettelrobbe, issue 74',
    esperado: LIDO(1),
    obtido: () => analyse(says(`<think>Primeiro: ${RASCUNHO}. Melhor:</think>${JSON_CERTO}`)),
  },
  {
    nome: 'a marca do fim dentro de uma citação da resposta é citação',
    fonte: 'nbramia/LifeOS, pull request 568',
    esperado: 'resumo: Disse </think> na linha. 1 pedido',
    obtido: () =>
      analyse(
        says(`<think>{a}</think>${JSON.stringify({ ...ANALISE, resumo: 'Disse </think> na linha.' })}`),
      ),
  },
  {
    nome: 'o Magistral pensa entre colchetes',
    fonte: 'RooCodeInc/Roo-Code, issue 8522',
    esperado: LIDO(1),
    obtido: () => analyse(says(`[THINK]Penso em {isso}.[/THINK]${JSON_CERTO}`)),
  },
  {
    nome: 'o gpt-oss responde em canais',
    fonte: 'kekzl/imp, pull request 768; openai/harmony, docs/format.md',
    esperado: LIDO(1),
    obtido: () =>
      analyse(
        says(
          `<|channel|>analysis<|message|>Vou de {"a":1}.<|end|><|start|>assistant<|channel|>final<|message|>${JSON_CERTO}`,
        ),
      ),
  },
  {
    nome: 'o pensamento acabou com o espaço: pede-se uma vez com o dobro',
    fonte: 'nbramia/LifeOS, pull request 568',
    esperado: LIDO(2),
    obtido: () => {
      let calls = 0;
      return analyse(() => {
        calls += 1;
        const cut = { finish_reason: 'length', message: { reasoning_content: 'Penso, penso' } };
        return { corpo: calls === 1 ? completion(null, cut) : completion(JSON_CERTO) };
      });
    },
  },
];

const SO_PENSOU =
  'ilegivel: O modelo de IA pensou e não respondeu: só há texto no campo do pensamento. Desligue o pensamento do modelo ou o separador de raciocínio do servidor. 1 pedido';
/** Tries a message without content, both whole and streamed. */
const bothWays = async (message: Record<string, unknown>): Promise<string> => {
  const whole = await analyse(says(null, { message }));
  const streamed = await analyse(streaming([message]), {
    protocolo: { origem: 'formulario', proprio: true },
  });
  return [...new Set([whole, streamed])].join(' | ');
};
const unsaid: Caso[] = [
  {
    nome: 'a resposta inteira ficou no campo do pensamento, também em partes',
    fonte: 'vllm-project/vllm, issue 30139',
    esperado: LIDO(1),
    obtido: () => bothWays({ reasoning_content: `\n\`\`\`json\n${JSON_CERTO}\n\`\`\`` }),
  },
  {
    nome: 'o mesmo com o nome novo do campo',
    fonte: 'NVIDIA-NeMo/Gym, pull request 816; NillionNetwork/nilAI, pull request 182',
    esperado: LIDO(1),
    obtido: () => bothWays({ reasoning: JSON_CERTO }),
  },
  {
    nome: 'só há pensamento, com um rascunho: recusado de uma vez',
    fonte: 'vllm-project/vllm, issue 30139',
    esperado: SO_PENSOU,
    obtido: () => bothWays({ reasoning_content: `Penso: ${RASCUNHO}. Falta ver a fatura.` }),
  },
  {
    nome: 'a Mistral manda só a parte do pensamento',
    fonte: 'vercel/ai, issue 13703',
    esperado: SO_PENSOU,
    obtido: () => analyse(says([{ type: 'thinking', thinking: [{ type: 'text', text: 'Penso.' }] }])),
  },
];

const contents: Caso[] = [
  {
    nome: 'o JSON vem em uma cerca de código, entre frases',
    fonte: 'lmstudio-ai/lmstudio-bug-tracker, issue 2403',
    esperado: LIDO(1),
    obtido: () => analyse(says(`Claro! Aqui está:\n\`\`\`json\n${JSON_CERTO}\n\`\`\`\nUse {à vontade}.`)),
  },
  {
    nome: 'a Mistral manda o conteúdo em partes, o pensamento em uma delas',
    fonte: 'vercel/ai, issue 13703',
    esperado: LIDO(1),
    obtido: () =>
      analyse(
        says([
          { type: 'thinking', thinking: [{ type: 'text', text: `Rascunho: ${RASCUNHO}` }] },
          { type: 'text', text: JSON_CERTO.slice(0, 40) },
          { type: 'reference', reference_ids: [1] },
          { type: 'text', text: JSON_CERTO.slice(40) },
        ]),
      ),
  },
  {
    nome: 'o JSON vem como a chamada de uma ferramenta',
    fonte: 'strands-agents/harness-sdk, issue 743',
    esperado: LIDO(1),
    obtido: () =>
      analyse(
        says(null, {
          finish_reason: 'tool_calls',
          message: { tool_calls: [{ function: { name: 'json', arguments: JSON_CERTO } }] },
        }),
      ),
  },
  {
    nome: 'o esquema não é imposto: uma propriedade a mais',
    fonte: 'ggml-org/llama.cpp, issue 24097',
    esperado: LIDO(1),
    obtido: () =>
      analyse(
        says(
          JSON.stringify({
            ...ANALISE,
            observacao: 'extra',
            sentencas: [{ ordem: 1, sentimento: 0, nota: 'x' }],
          }),
        ),
      ),
  },
  {
    nome: 'o esquema não é imposto: número entre aspas, lista nula, opção com maiúscula',
    fonte: 'ggml-org/llama.cpp, issue 24097',
    esperado: LIDO(1),
    obtido: () =>
      analyse(
        says(
          JSON.stringify({
            ...ANALISE,
            sentimento_geral: 'Neutro',
            sentencas: [{ ordem: '1', sentimento: '0,5' }],
            ofensas: null,
          }),
        ),
      ),
  },
  {
    nome: 'duas respostas que não dizem o mesmo: pergunta-se de novo, uma vez',
    fonte: 'ggml-org/llama.cpp, issue 24097',
    esperado: LIDO(2),
    obtido: () => {
      let calls = 0;
      return analyse(() => {
        calls += 1;
        return { corpo: completion(calls === 1 ? `${RASCUNHO}\n\n${JSON_CERTO}` : JSON_CERTO) };
      });
    },
  },
  {
    nome: 'o servidor aceita o esquema e não o conta ao modelo: o conserto o leva no texto',
    fonte: 'ggml-org/llama.cpp, issue 24097',
    esperado: LIDO(2),
    obtido: () =>
      analyse((pedido) => ({
        corpo: completion(textOf(pedido).includes('<esquema nome=') ? JSON_CERTO : 'A ligação foi boa.'),
      })),
  },
  {
    nome: 'vírgula depois do último item, e quebra de linha dentro de um texto',
    fonte: 'mem0ai/mem0, pull request 5623; letta-ai/letta, issue 297',
    esperado: 'resumo: Um\ndois,} três. 1 pedido',
    obtido: () =>
      analyse(
        says(
          JSON.stringify({ ...ANALISE, resumo: 'Um\ndois,} três.' })
            .replace('Um\\n', 'Um\n')
            .replace(/([}\]])(?=[}\]])/gu, '$1 ,\n'),
        ),
      ),
  },
  {
    nome: 'o uso vem nulo, vazio ou sem números',
    fonte: 'mozilla-ai/any-llm, issue 824; pytorch/torchchat, pull request 951',
    esperado: LIDO(1),
    obtido: async () => {
      const all = [null, {}, { prompt_tokens: null, completion_tokens: 'muitos' }];
      const came = await Promise.all(all.map((usage) => analyse(says(JSON_CERTO, { usage }))));
      return [...new Set(came)].join(' | ');
    },
  },
  {
    nome: 'o JSON da resposta vem como text/plain',
    fonte: 'morioka/tiny-openai-whisper-api, issue 7',
    esperado: LIDO(1),
    obtido: () =>
      analyse(gives(JSON.stringify(completion(JSON_CERTO)), { tipo: 'text/plain; charset=utf-8' })),
  },
];

const refusals: Caso[] = [
  {
    nome: '200 com um erro no corpo: limite de pedidos',
    fonte: 'OpenRouter, API reference, Errors; nodetool-ai/nodetool, pull request 5755',
    esperado: 'limite: O provedor de IA está limitando os pedidos. 1 pedido',
    obtido: () => analyse(gives({ error: { code: 429, message: 'Rate limited' } })),
  },
  {
    nome: '200 com o erro na escolha',
    fonte: 'nodetool-ai/nodetool, pull request 5755',
    esperado: 'indisponivel: O provedor de IA está indisponível (HTTP 502). 1 pedido',
    obtido: () =>
      analyse(
        gives({
          choices: [
            { finish_reason: 'error', message: { content: '' }, error: { code: 502, message: 'Upstream' } },
          ],
        }),
      ),
  },
  {
    nome: '200 sem nenhuma escolha: recusado de uma vez',
    fonte: 'decolua/9router, issue 2727',
    esperado: 'ilegivel: O servidor de IA respondeu fora do formato do protocolo. 1 pedido',
    obtido: () => analyse(gives({ object: 'chat.completion', choices: null })),
  },
  {
    nome: 'o Azure filtra o pedido',
    fonte: 'compl-ai/compl-ai, issue 20; stanford-crfm/helm, pull request 3327',
    esperado:
      'recusado: O filtro de conteúdo do provedor de IA recusou esta gravação. Ela não foi analisada por este modelo. 1 pedido',
    obtido: () =>
      analyse(
        gives(
          {
            error: { message: 'filtered', type: null, param: 'prompt', code: 'content_filter', status: 400 },
          },
          { status: 400 },
        ),
      ),
  },
  {
    nome: 'o Azure filtra a resposta, com 200 e um pedaço dela',
    fonte: 'microsoft/semantic-kernel, issue 5240',
    esperado:
      'recusado: O filtro de conteúdo do provedor de IA recusou esta gravação. Ela não foi analisada por este modelo. 1 pedido',
    obtido: () => analyse(says(JSON_CERTO.slice(0, 30), { finish_reason: 'content_filter' })),
  },
  {
    nome: 'o LM Studio não aceita json_object: o esquema vai no texto',
    fonte: 'willmiao/ComfyUI-Lora-Manager, issue 1033',
    esperado: LIDO(2),
    obtido: () =>
      analyse(
        (pedido) =>
          pedido.corpo.response_format
            ? { status: 400, corpo: { error: "'response_format.type' must be 'json_schema' or 'text'" } }
            : { corpo: completion(JSON_CERTO) },
        { modelo: 'gpt-4-turbo' },
      ),
  },
  {
    nome: 'a gramática do llama.cpp não conta os limites do esquema: vai sem eles',
    fonte: 'unslothai/unsloth, pull request 9923; ggml-org/llama.cpp, issue 17473',
    esperado: LIDO(2),
    obtido: () =>
      analyse(
        ({ texto }) =>
          texto.includes('"maxLength"')
            ? {
                status: 400,
                corpo: {
                  error: { code: 400, message: 'Failed to initialize samplers: failed to parse grammar' },
                },
              }
            : { corpo: completion(JSON_CERTO) },
        { protocolo: { origem: 'servidor', saida: 'json_schema', limites: true } },
      ),
  },
  {
    nome: 'o vLLM recusa o que não cabe',
    fonte: 'vllm-project/vllm, issue 20409',
    esperado:
      'cortado: O pedido é maior do que o contexto do modelo de IA. Aumente o contexto no servidor ou escolha outro modelo. 1 pedido',
    obtido: () =>
      analyse(
        gives(
          {
            object: 'error',
            message:
              "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens",
            type: 'BadRequestError',
            param: null,
            code: 400,
          },
          { status: 400 },
        ),
      ),
  },
];

const CORTOU =
  'cortado: O servidor de IA cortou o pedido: leu só uma parte da transcrição e das regras. Nada foi avaliado. Aumente o contexto do modelo no servidor.';
/** Computes the number of transcript characters for which the stand-in server counts about `tokens` in the prompt. */
const charactersFor = (tokens: number) => {
  const frame = 'Analise a ligação.\n[1] cliente (0.0s): '.length;
  return Math.floor((tokens * 3.6 - frame) / 16) * 16;
};
const contexts: Caso[] = [
  {
    nome: 'o Ollama corta ao meio o que não cabe em 4.096',
    fonte: 'ollama/ollama, issues 17889 e 17427',
    esperado: `${CORTOU} 1 pedido`,
    obtido: () => analyse(ollama(4096, JSON_CERTO, 2050), { caracteres: 16_000 }),
  },
  {
    nome: 'o Ollama corta pouco: conta o contexto inteiro',
    fonte: 'RooCodeInc/Roo-Code, issue 1372; langgenius/dify-official-plugins, issue 1750',
    esperado: `${CORTOU} 2 pedidos`,
    obtido: () => analyse(ollama(4096, JSON_CERTO), { caracteres: 16_000 }),
  },
  {
    nome: 'o Ollama corta quase tudo: não é preciso prova',
    fonte: 'dzhng/deep-research, issue 107',
    esperado: `${CORTOU} 1 pedido`,
    obtido: () => analyse(ollama(2048, JSON_CERTO), { caracteres: 32_000 }),
  },
  {
    nome: 'um pedido inteiro que por acaso conta um contexto redondo não é acusado',
    fonte: 'ollama/ollama, issue 17889',
    esperado: LIDO(2),
    obtido: () =>
      analyse(
        (pedido) => {
          const exact = tokensOf(textOf(pedido));
          const round = Math.abs(exact - 2048) < 6;
          const usage = { prompt_tokens: round ? 2048 : exact, completion_tokens: 60 };
          return { corpo: completion(JSON_CERTO, { usage }) };
        },
        { caracteres: charactersFor(2048) },
      ),
  },
  {
    nome: 'o que não cabe no contexto informado não é enviado',
    fonte: 'ralphgrewe/TradingAgents, issue 168',
    esperado:
      'cortado: O pedido tem cerca de 7.628 tokens e não cabe no contexto informado (4.096). Nada foi enviado. 0 pedidos',
    obtido: () =>
      analyse(ollama(4096, JSON_CERTO), {
        caracteres: 32_000,
        protocolo: { origem: 'formulario', contexto: 4096 },
      }),
  },
  {
    nome: 'a resposta é cortada no limite, também com o dobro: diz por quê',
    fonte: 'ralphgrewe/TradingAgents, issue 168',
    esperado:
      'resposta_invalida: A resposta da IA foi cortada no limite de tokens, mesmo com o limite dobrado. Aumente o valor de Max Tokens do template ou use um modelo com contexto maior. 2 pedidos',
    obtido: () => analyse(says(JSON_CERTO.slice(0, 50), { finish_reason: 'length' })),
  },
];

const speech: Caso[] = [
  {
    nome: 'tempos em nanossegundos (LocalAI)',
    fonte: 'mudler/LocalAI, issue 5327 e esquema público das transcrições',
    esperado: OUVIDO,
    obtido: () => transcribe(gives(heard((s) => Math.round(s * 1e9)))),
  },
  {
    nome: 'tempos em milissegundos',
    fonte: 'Wordcab/wordcab-transcribe, pull request 86',
    esperado: OUVIDO,
    obtido: () => transcribe(gives(heard((s) => Math.round(s * 1000)))),
  },
  {
    nome: 'tempos e duração como textos',
    fonte: 'vllm-project/vllm, pull request 41131',
    esperado: OUVIDO,
    obtido: () => transcribe(gives(heard((s) => s.toFixed(3), { duration: '7.84' }))),
  },
  {
    nome: 'segundos que passam do fim porque o Whisper conta o enchimento continuam segundos',
    fonte: 'ahmetoner/whisper-asr-webservice, pull request 237',
    esperado: '1 falas em 0–30 s. Uso não dito. 1 pedido',
    obtido: () =>
      transcribe(gives({ text: 'Bom dia.', segments: [{ start: 0, end: 30, text: 'Bom dia.' }] })),
  },
  {
    nome: 'tempos que não cabem no som em unidade nenhuma: recusados de uma vez',
    fonte: 'mudler/LocalAI, issue 5327',
    esperado:
      'ilegivel: O servidor de IA respondeu uma transcrição com tempos até 90.000, fora do som enviado (7,8 s). Nada foi gravado dela. 1 pedido',
    obtido: () =>
      transcribe(gives({ text: 'Bom dia.', segments: [{ start: 88_000, end: 90_000, text: 'Bom dia.' }] })),
  },
  {
    nome: 'tempos que ninguém pediu e que não se leem não custam o texto',
    fonte: 'mudler/LocalAI, issue 5327',
    esperado: 'sem tempos: Bom dia. Uso não dito. 1 pedido',
    obtido: () =>
      transcribe(gives({ text: 'Bom dia.', segments: [{ start: 88_000, end: 90_000, text: 'Bom dia.' }] }), {
        model: 'parakeet-tdt-0.6b-v3',
      }),
  },
  {
    nome: '200 com um erro ao lado de um texto vazio',
    fonte: 'OpenRouter, API reference, Errors',
    esperado: 'indisponivel: O provedor de IA está indisponível (HTTP 503). 1 pedido',
    obtido: () => transcribe(gives({ text: '', error: { code: 503, message: 'No workers' } })),
  },
  {
    nome: 'segmentos vazios ao lado do texto',
    fonte: 'speaches-ai/speaches, issue 86',
    esperado: 'sem tempos: Bom dia. Uso não dito. 1 pedido',
    obtido: () => transcribe(gives({ text: 'Bom dia.', language: 'portuguese', segments: [] })),
  },
  {
    nome: 'segmentos vazios ao lado de palavras com tempos',
    fonte: 'speaches-ai/speaches, issue 86',
    esperado: '2 falas em 0,5–1,2; 3–3,6 s. Uso não dito. 1 pedido',
    obtido: () =>
      transcribe(
        gives({
          text: 'Bom dia. Obrigado.',
          segments: [],
          words: [
            { word: 'Bom', start: 0.5, end: 0.8 },
            { word: 'dia.', start: 0.8, end: 1.2 },
            { word: 'Obrigado.', start: 3, end: 3.6 },
          ],
        }),
      ),
  },
  {
    nome: 'o JSON da transcrição vem como text/plain',
    fonte: 'morioka/tiny-openai-whisper-api, issue 7; openai/openai-openapi, issue 361',
    esperado: OUVIDO,
    obtido: () => transcribe(gives(JSON.stringify(heard((s) => s)), { tipo: 'text/plain' })),
  },
  {
    nome: 'o uso vem vazio ou em números escritos',
    fonte: 'mozilla-ai/any-llm, issue 824; vllm-project/vllm, pull request 41131',
    esperado: `${OUVIDO} | ${OUVIDO.replace('Uso não dito', 'Uso dito')}`,
    obtido: async () =>
      (
        await Promise.all([
          transcribe(gives(heard((s) => s, { usage: {} }))),
          transcribe(gives(heard((s) => s, { usage: { type: 'duration', seconds: '8' } }))),
        ])
      ).join(' | '),
  },
  {
    nome: 'o servidor recusa verbose_json: pede-se sem tempos',
    fonte: 'lemonade-sdk/lemonade, pull request 2088',
    esperado: 'sem tempos: Bom dia. Uso não dito. 2 pedidos',
    obtido: () =>
      transcribe(({ texto }) =>
        texto.includes('verbose_json')
          ? { status: 400, corpo: { error: { message: "Unsupported response_format: 'verbose_json'" } } }
          : { corpo: { text: 'Bom dia.' } },
      ),
  },
  {
    nome: 'o speaches não baixa o modelo por si: recusado de uma vez, com o que fazer',
    fonte: 'speaches-ai/speaches, issue 494',
    esperado:
      'recusado: O provedor de IA não conhece o modelo ou o endereço. Em um servidor próprio, baixe o modelo antes: o doctor diz quais faltam. 1 pedido',
    obtido: () => transcribe(speaches([]), { model: 'Systran/faster-whisper-small' }),
  },
];

const PROPRIO = { origem: 'formulario', proprio: true } as const;
/**
 * Imitates a transcription server that needs `ms` for an answer.
 * @param there true if the server lists its models while it transcribes
 */
const slowly =
  (ms: number, there: boolean): Conduta =>
  async ({ path }) => {
    if (path === '/v1/models') return there ? { corpo: { data: [] } } : { status: 503, corpo: {} };
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { corpo: heard((s) => s) };
  };

const servers: Caso[] = [
  {
    nome: 'um servidor lento que dá sinal de vida não é abandonado',
    fonte: 'murtaza-nasir/speakr, issue 215; joshuaswarren/remnic, issue 2148',
    esperado: LIDO(1),
    obtido: () => {
      const partes = JSON_CERTO.match(/.{1,20}/gu) ?? [];
      // The answer as a whole takes longer than the limit, but each pause is within the limit.
      return analyse(inParts(partes, 25), {
        timeoutMs: 120,
        protocolo: PROPRIO,
      });
    },
  },
  {
    nome: 'um servidor que transcreve devagar e calado, e diz que está ali, não é abandonado',
    fonte: 'murtaza-nasir/speakr, issues 69 e 215',
    esperado: OUVIDO,
    obtido: () => transcribe(slowly(400, true), { timeoutMs: 100, protocolo: PROPRIO }),
  },
  {
    nome: 'um que não responde nem à lista de modelos é abandonado',
    fonte: 'murtaza-nasir/speakr, issue 97',
    esperado: 'tempo: O provedor de IA não respondeu a tempo. 1 pedido',
    obtido: () => transcribe(slowly(400, false), { timeoutMs: 100, protocolo: PROPRIO }),
  },
  {
    nome: 'o Ollama diz o contexto em que o modelo está carregado, e que ele pensa',
    fonte: 'ollama/ollama, issues 10966 e 17889',
    esperado:
      'Ollama, listado: {"origem":"servidor","proprio":true,"saida":"json_schema","limites":true,"raciocinio":true,"contexto":4096}',
    obtido: () => describeServer(ollama(4096, ''), 'texto', 'qwen3:4b'),
  },
  {
    nome: 'o vLLM diz o contexto na lista de modelos',
    fonte: 'modal-labs/modal-examples, issue 843',
    esperado:
      'vLLM, listado: {"origem":"servidor","proprio":true,"saida":"json_schema","limites":true,"simultaneas":8,"contexto":8096}',
    obtido: () =>
      describeServer(
        ({ path }) =>
          path === '/v1/models'
            ? { corpo: { data: [{ id: 'llama', owned_by: 'vllm', max_model_len: 8096 }] } }
            : { status: 404, corpo: { detail: 'Not Found' } },
        'texto',
        'llama',
      ),
  },
  {
    nome: 'o LM Studio diz o contexto carregado, não o maior possível',
    fonte: 'zed-industries/zed, pull request 25606; cline/cline, pull request 13472',
    esperado:
      'LM Studio, listado: {"origem":"servidor","proprio":true,"saida":"json_schema","limites":true,"contexto":4096}',
    obtido: () => {
      const entry = {
        id: 'gemma-3-4b-it',
        arch: 'gemma3',
        state: 'loaded',
        max_context_length: 131_072,
        loaded_context_length: 4096,
      };
      return describeServer(
        ({ path }) =>
          path === '/v1/models' || path === '/api/v0/models'
            ? { corpo: { data: [entry] } }
            : { status: 404, corpo: 'nada', tipo: 'text/plain' },
        'texto',
        entry.id,
      );
    },
  },
];

export const PROVEDORES: CasosDoTipo = {
  tipo: 'provedor',
  casos: [...thinking, ...unsaid, ...contents, ...refusals, ...contexts, ...speech, ...servers],
};
