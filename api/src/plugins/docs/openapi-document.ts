import { EXPORTED_SCHEMAS } from '@escuta/shared/contracts/all';
import { idParams } from '@escuta/shared/contracts/common';
import { type Contract, isDeclared } from '@escuta/shared/contracts/contract';
import { ERROR_STATUS } from '@escuta/shared/domain/errors';
import { VERSION } from '@escuta/shared/domain/version';
import { z } from 'zod';
import { ignoredNames } from '../../http/known-keys.ts';
import { FORMER_IDS } from './former-ids.ts';
import { contentOf, type Json, pascal, type SchemaNames, shareComponents } from './openapi-components.ts';

/** Schemas' names: those of their exports, and 'uuid' for the id that all routes share. */
const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map([
  ...EXPORTED_SCHEMAS,
  [idParams.shape.id, 'uuid'],
]);

/** A document's definitions, and each exported schema's name by its content. */
type Gathered = { components: Json; met: { name: string; io: 'input' | 'output'; content: string }[] };

/**
 * Converts a zod schema to JSON Schema for OpenAPI 3.1. Recursive or named parts (`.meta({ id })`) go to `components`,
 * under separate names for answers; unexported parts get `name` as a prefix. `finish` transforms the result.
 */
function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  name: string,
  { components, met }: Gathered,
  finish: (schema: unknown) => unknown = (same) => same,
): Json {
  const exported: { name: string; schema: unknown }[] = [];
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const own = NAMES.get(zodSchema);
      if (own !== undefined) exported.push({ name: pascal(own), schema: jsonSchema });
    },
  }) as Json;
  const definitions = ($defs ?? {}) as Json;
  const nameOf = (key: string) => {
    const content = contentOf(definitions[key]);
    const own = key.startsWith('__')
      ? exported.find((one) => contentOf(one.schema) === content)?.name
      : pascal(key);
    if (own === undefined) return `${name}_${key}`;
    return io === 'input' ? own : `${own}Resposta`;
  };
  const names = new Map(Object.keys(definitions).map((key) => [key, nameOf(key)]));
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        key === '$ref' && typeof inner === 'string'
          ? [
              key,
              inner.replace(
                /^#\/\$defs\/(.*)$/,
                (_all, def: string) => `#/components/schemas/${names.get(def)}`,
              ),
            ]
          : [key, rename(inner)],
      ),
    );
  };
  for (const [key, definition] of Object.entries(definitions)) {
    // Omits the id, because the reference contains it already.
    const { id: _id, ...content } = definition as Json;
    components[names.get(key) ?? key] = rename(content);
  }
  for (const one of exported)
    met.push({ name: one.name, io, content: contentOf(finish(rename(one.schema))) });
  return finish(rename(rest)) as Json;
}

function parameters(schema: z.ZodType, where: 'path' | 'query', name: string, gathered: Gathered): Json[] {
  if (!isDeclared(schema)) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', name, gathered) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([key, property]) => ({
    name: key,
    in: where,
    required: where === 'path' || required.includes(key),
    schema: property,
  }));
}

const ERROR_REF = { $ref: '#/components/responses/Erro' };

/** A contract's error answers: always 429 and 500, and those that its access, inputs and kind make possible. */
function errorResponses(contract: Contract): Json {
  const statuses = new Set<number>([429]);
  if (isDeclared(contract.params) || isDeclared(contract.query) || isDeclared(contract.body))
    statuses.add(400);
  if (isDeclared(contract.body) || contract.kind === 'multipart' || contract.kind === 'bytes') {
    statuses.add(413);
    statuses.add(415);
  }
  if (contract.access.who !== 'public') {
    statuses.add(401);
    statuses.add(403);
  }
  if (isDeclared(contract.params)) statuses.add(404);
  if (contract.id === 'login') statuses.add(401);
  if (['processItem', 'approvePreparo'].includes(contract.id)) statuses.add(402);
  if (['createPreparo', 'createAuditoriaPeloPortal'].includes(contract.id)) statuses.add(409);
  if (['requestPasswordReset', 'health', 'ready'].includes(contract.id)) statuses.add(503);
  if (contract.method !== 'GET' && isDeclared(contract.params)) statuses.add(409);
  if (contract.kind === 'binary') statuses.add(416);
  return Object.fromEntries([...statuses, 500].sort((a, b) => a - b).map((status) => [status, ERROR_REF]));
}

function security(contract: Contract): Json[] {
  const { access } = contract;
  if (access.who === 'public') return [];
  const schemes: Json[] = [{ token: [] }];
  if (access.who === 'user' && access.apiKey) schemes.push({ chave: [] }, { chaveNoCabecalho: [] });
  // A signed URL's proof is in its query.
  if (access.who === 'user' && access.assinatura) schemes.push({ assinatura: [] });
  if (access.who === 'user' && access.aparelho) schemes.push({ aparelho: [] });
  return schemes;
}

function success(contract: Contract, gathered: Gathered): Json {
  if (contract.kind === 'sse') {
    return {
      description:
        'Um fluxo de eventos que não termina: `item`, `execucao`, `creditos` e, depois de uma interrupção, `atualizar`.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  }
  if (contract.kind === 'redirect') {
    return {
      description: 'O endereço da página',
      headers: { Location: { required: true, schema: { type: 'string' } } },
    };
  }
  if (contract.kind === 'binary') {
    return {
      description: 'Os bytes do arquivo',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  return {
    description: 'Sucesso',
    content: {
      'application/json': {
        schema: jsonSchema(contract.response, 'output', `${contract.id}Resposta`, gathered),
      },
    },
  };
}

/** Closes a body's schema and its inner schemas, because the API refuses properties that the schemas do not name. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closeSchema(part)]));
  return inner.type === 'object' && inner.properties !== undefined && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** Adds to a body's schema, as readOnly, the record's fields that the API accepts but ignores. */
function withRecord(schema: Json, names: readonly string[]): Json {
  if (typeof schema.properties !== 'object' || names.length === 0) return schema;
  const ignored = Object.fromEntries(names.map((name) => [name, { readOnly: true }]));
  return { ...schema, properties: { ...schema.properties, ...ignored } };
}

function requestBody(contract: Contract, all: readonly Contract[], gathered: Gathered): Json {
  if (contract.kind === 'multipart') {
    const files = contract.upload?.arquivos ?? ['file'];
    const { properties = {}, required = [] } = contract.upload
      ? (z.toJSONSchema(contract.upload.campos, { io: 'input' }) as {
          properties?: Json;
          required?: string[];
        })
      : {};
    const schema = {
      type: 'object',
      properties: {
        ...properties,
        ...Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }])),
      },
      required: [...required, ...files],
      additionalProperties: false,
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (contract.kind === 'bytes') {
    const schema = { type: 'string', format: 'binary' };
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } };
  }
  if (!isDeclared(contract.body)) return {};
  const schema = withRecord(
    jsonSchema(contract.body, 'input', `${contract.id}Corpo`, gathered, closeSchema),
    // PUT and PATCH also accept a record's ignored fields, because clients send the whole record back.
    contract.method === 'PUT' || contract.method === 'PATCH' ? ignoredNames(contract, all) : [],
  );
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function operation(contract: Contract, all: readonly Contract[], gathered: Gathered): Json {
  const found = [
    ...parameters(contract.params, 'path', `${contract.id}Caminho`, gathered),
    ...parameters(contract.query, 'query', `${contract.id}Consulta`, gathered),
  ];
  const ranges: Json =
    contract.kind === 'binary'
      ? { 206: { ...success(contract, gathered), description: 'A faixa de bytes pedida' } }
      : {};
  const former = FORMER_IDS[contract.id];
  return {
    operationId: contract.id,
    summary: contract.summary,
    ...(former ? { description: `Até a versão 1.2.0, operationId \`${former}\`.` } : {}),
    tags: [contract.tag],
    security: security(contract),
    ...(found.length > 0 ? { parameters: found } : {}),
    ...requestBody(contract, all, gathered),
    responses: {
      [contract.status]: success(contract, gathered),
      ...ranges,
      ...errorResponses(contract),
    },
  };
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'Mensagem para pessoas, em português' },
    error: { type: 'string', description: 'O mesmo que message' },
    details: { type: 'string', description: 'A mensagem, e o que há de errado em cada outro campo' },
    errors: {
      type: 'array',
      description: 'Os campos recusados; vazia quando o erro não é de um campo',
      items: {
        type: 'object',
        properties: { campo: { type: 'string' }, mensagem: { type: 'string' } },
        required: ['campo', 'mensagem'],
      },
    },
    dados: {
      type: ['object', 'null'],
      description: 'Valores que o cliente pode mostrar ou usar, como créditos e saldo; null quando não há',
    },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'Código estável do erro' },
    requestId: { type: 'string' },
  },
  required: ['success', 'message', 'error', 'details', 'errors', 'dados', 'code', 'requestId'],
};

/**
 * Names exported schemas by content, preferring the shortest name. If a schema differs between requests and answers,
 * its name for answers ends with 'Resposta'.
 */
function namesOf(met: Gathered['met']): Map<string, string> {
  const names = new Map<string, string>();
  const inRequests = new Map(
    met.filter(({ io }) => io === 'input').map(({ name, content }) => [name, content]),
  );
  for (const { name, io, content } of met) {
    const differs = io === 'output' && (inRequests.get(name) ?? content) !== content;
    const given = differs ? `${name}Resposta` : name;
    const other = names.get(content) ?? given;
    names.set(content, [given, other].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? given);
  }
  return names;
}

/** The OpenAPI 3.1 document of the contracts, displayed at /api/docs and stored in api/openapi.json. */
export function openApiDocument(all: readonly Contract[]): Json {
  const { document, names } = wholeDocument(all);
  return shareComponents(document, names);
}

/** The document with all schemas inline, and the names of exported schemas by content. */
export function wholeDocument(all: readonly Contract[]): { document: Json; names: SchemaNames } {
  // Sorts the contracts, because runtimes order a module's exports differently.
  const contracts = [...all].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
  const gathered: Gathered = { components: { Erro: ERROR_SCHEMA }, met: [] };
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    const path = paths[contract.path] ?? {};
    path[contract.method.toLowerCase()] = operation(contract, all, gathered);
    paths[contract.path] = path;
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Escuta',
      version: VERSION,
      description:
        'API da Escuta: auditoria de ligações e entrevistas com IA. Erros têm sempre o mesmo corpo (`Erro`). Cada campo pode vir em snake_case ou camelCase; os marcados como readOnly são do registro e não contam; qualquer outro nome é recusado (400), também nos parâmetros do endereço, menos os que começam com `_`.',
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(contracts.map((contract) => contract.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: gathered.components,
      responses: {
        Erro: {
          description: 'Falha',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Erro' } } },
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Token de POST /auth/login',
        },
        chave: { type: 'http', scheme: 'bearer', description: 'Chave de API da empresa (esc_…)' },
        chaveNoCabecalho: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: 'Chave de API da empresa (esc_…)',
        },
        assinatura: {
          type: 'apiKey',
          in: 'query',
          name: 'assinatura',
          description: 'Assinatura de uma URL de curta duração, com `expira`',
        },
        aparelho: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Segredo de um aparelho de campo (apa_…), ou credencial de quem lê a exportação dele (lei_…)',
        },
      },
    },
  };
  return { document, names: namesOf(gathered.met) };
}
