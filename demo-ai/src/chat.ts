import { createHash } from 'node:crypto';
import { badParameter, OpenAiError, unsupportedParameter, unsupportedValue } from './openai-errors.ts';
import { readCalls, readItems, readPrompt, readQuestionItems, readSchemaName } from './prompt-reader.ts';
import { makeInsight } from './rules/insight.ts';
import { compareItems, extractInterview, findQuestions } from './rules/interview.ts';
import { suggestCriteria } from './rules/suggestion.ts';
import { analyseText, summarise } from './rules/text-analysis.ts';
import { estimateTokens } from './tokens.ts';

/** Supported parameters of POST /chat/completions, as published. */
const PARAMETROS = new Set([
  'messages',
  'model',
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'n',
  'seed',
  'stop',
  'stream',
  'store',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'service_tier',
  'presence_penalty',
  'frequency_penalty',
]);

/** Reasoning models refuse `max_tokens` and any temperature but 1. */
const RACIOCINIO = /^(o[134]|gpt-[56])(?!.*chat-latest)/;
const CLAUDE_SEM_TEMPERATURA = /^claude-(\w+-)?(4[-.]([7-9]|\d\d)|[5-9])/;
const MAX_MENSAGENS = 200;

type Corpo = Record<string, unknown>;
const isObject = (value: unknown): value is Corpo =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Answers a chat completion by applying rules to the transcript in the messages.
 * @throws OpenAiError 400 for a request that the named model would refuse, an unknown task or a missing transcript
 */
export function completeChat(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw badParameter('messages', 'O corpo do pedido deve ser um objeto JSON.');
  for (const name of Object.keys(body)) {
    if (!PARAMETROS.has(name))
      throw badParameter(name, `Parâmetro desconhecido: '${name}'.`, 'unknown_parameter');
  }
  const { model } = body;
  if (typeof model !== 'string' || model === '') throw badParameter('model', 'Informe o modelo em «model».');
  checkSampling(body, model);
  const text = readMessages(body.messages);
  const limit = readLimit(body);
  const full = answerFor(text, body.response_format, body.messages);
  const needed = estimateTokens(full);
  const cut = limit !== null && needed > limit;
  const content = cut ? full.slice(0, Math.floor((full.length * limit) / needed)) : full;
  const prompt = estimateTokens(text);
  const completion = cut ? limit : needed;
  return {
    id: `chatcmpl-demo-${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 24)}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: cut ? 'length' : 'stop',
      },
    ],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  };
}

function checkSampling(body: Corpo, model: string): void {
  const { temperature } = body;
  if (body.stream === true) throw badParameter('stream', 'O modo demonstração não responde em fluxo.');
  if (body.n !== undefined && body.n !== null && body.n !== 1)
    throw unsupportedValue('n', model, String(body.n));
  if (temperature !== undefined && temperature !== null) {
    if (typeof temperature !== 'number' || temperature < 0 || temperature > 2) {
      throw badParameter('temperature', "'temperature' deve ficar entre 0 e 2.", 'invalid_value');
    }
    if (RACIOCINIO.test(model) && temperature !== 1)
      throw unsupportedValue('temperature', model, String(temperature));
    if (CLAUDE_SEM_TEMPERATURA.test(model)) throw unsupportedParameter('temperature', model);
  }
  if (body.max_tokens !== undefined && RACIOCINIO.test(model))
    throw unsupportedParameter('max_tokens', model);
  if (body.reasoning_effort !== undefined && !RACIOCINIO.test(model)) {
    throw unsupportedParameter('reasoning_effort', model);
  }
}

function readLimit(body: Corpo): number | null {
  for (const name of ['max_completion_tokens', 'max_tokens']) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
      throw badParameter(name, `'${name}' deve ser um inteiro positivo.`, 'invalid_type');
    }
    return value;
  }
  return null;
}

/** Joins the text of all messages but the assistant's. */
function readMessages(messages: unknown): string {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_MENSAGENS) {
    throw badParameter(
      'messages',
      "'messages' deve ser uma lista com pelo menos uma mensagem.",
      'invalid_type',
    );
  }
  const texts: string[] = [];
  for (const [i, message] of messages.entries()) {
    const role = isObject(message) ? message.role : undefined;
    if (!['system', 'developer', 'user', 'assistant'].includes(String(role))) {
      throw badParameter(`messages[${i}].role`, `Papel inválido em messages[${i}].`, 'invalid_value');
    }
    const content = isObject(message) ? message.content : undefined;
    if (typeof content === 'string') {
      if (role !== 'assistant') texts.push(content);
    } else if (Array.isArray(content)) {
      for (const part of content) {
        if (!isObject(part) || part.type !== 'text' || typeof part.text !== 'string') {
          throw badParameter(`messages[${i}].content`, 'O modo demonstração só lê partes de texto.');
        }
        if (role !== 'assistant') texts.push(part.text);
      }
    } else {
      throw badParameter(`messages[${i}].content`, `Falta o conteúdo de messages[${i}].`, 'invalid_type');
    }
  }
  return texts.join('\n');
}

function answerFor(text: string, format: unknown, messages: unknown): string {
  const task = taskOf(format, text, messages);
  // These tasks' prompts contain single items instead of the conversation.
  if (task === 'confronto_comparacao') return JSON.stringify(compareItems(readItems(text)));
  if (task === 'confronto_presenca') return JSON.stringify(findQuestions(readQuestionItems(text)));
  const prompt = readPrompt(text);
  if (task === null) {
    if (prompt === null) return 'O modo demonstração só analisa transcrições; não há nenhuma neste pedido.';
    return summarise(prompt.linhas);
  }
  if (prompt === null) {
    throw new OpenAiError(400, 'O pedido não traz a transcrição entre <transcricao> e </transcricao>.', {
      param: 'messages',
      code: 'demo_sem_transcricao',
    });
  }
  switch (task) {
    case 'analise_texto':
      return JSON.stringify(analyseText(prompt.linhas));
    case 'confronto_extracao':
      return JSON.stringify(extractInterview(prompt.perguntas, prompt.linhas));
    case 'insight':
      return JSON.stringify(makeInsight(prompt.criterios, prompt.linhas));
    case 'sugestao_criterios':
      return JSON.stringify(suggestCriteria(readCalls(text)));
    default:
      throw new OpenAiError(400, `O modo demonstração não conhece a tarefa '${task}'.`, {
        param: 'response_format',
        code: 'demo_tarefa_desconhecida',
      });
  }
}

/** Name of the requested schema; `null` for free text. */
function taskOf(format: unknown, text: string, messages: unknown): string | null {
  if (format === undefined || format === null) return readSchemaName(text);
  if (!isObject(format)) throw badParameter('response_format', "'response_format' inválido.", 'invalid_type');
  switch (format.type) {
    case 'text':
      return readSchemaName(text);
    case 'json_object':
      if (!/json/i.test(JSON.stringify(messages))) {
        throw badParameter('messages', "As mensagens devem conter a palavra 'json' para usar 'json_object'.");
      }
      return readSchemaName(text);
    case 'json_schema':
      return checkJsonSchema(format.json_schema);
    default:
      throw badParameter(
        'response_format.type',
        "Use 'text', 'json_object' ou 'json_schema'.",
        'invalid_value',
      );
  }
}

function checkJsonSchema(wanted: unknown): string {
  const param = 'response_format.json_schema';
  if (!isObject(wanted)) throw badParameter(param, 'Falta o esquema JSON.', 'missing_required_parameter');
  const { name, schema, strict } = wanted;
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) {
    throw badParameter(`${param}.name`, 'O nome do esquema é inválido.', 'invalid_value');
  }
  if (strict === true) checkStrict(schema, name, []);
  return name;
}

/** Checks a schema against strict mode: no object allows other properties, and every property is required. */
function checkStrict(schema: unknown, name: string, path: readonly string[]): void {
  const fail = (reason: string) =>
    badParameter(
      'response_format',
      `Esquema inválido em '${name}' (${path.join('.') || 'raiz'}): ${reason}`,
      'invalid_json_schema',
    );
  if (!isObject(schema)) throw fail('não é um objeto.');
  if (path.length === 0 && schema.type !== 'object') throw fail("a raiz deve ter type 'object'.");
  if (schema.type === 'object') {
    const properties = isObject(schema.properties) ? schema.properties : {};
    if (schema.additionalProperties !== false) throw fail("'additionalProperties' deve ser false.");
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [key, child] of Object.entries(properties)) {
      if (!required.includes(key)) throw fail(`falta '${key}' em 'required'.`);
      checkStrict(child, name, [...path, key]);
    }
  }
  if (schema.type === 'array') checkStrict(schema.items, name, [...path, 'items']);
}
