// Invalid values of every kind, and requests with one of them in one field.
import type { Contract } from '@escuta/shared/contracts/contract';
import { isDeclared } from '@escuta/shared/contracts/contract';
import type { ContractRequest } from './contract-requests.ts';
import { leavesOf } from './schema-leaves.ts';

/** JSON text that no JavaScript value produces: nested too deeply, numbers out of range, an own `__proto__`. */
class RawJson {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Hostile values for a field of a body, whatever its type. */
const IN_BODY: Record<string, unknown> = {
  NUL: 'a\u0000b',
  'NUL em e-mail': 'x\u0000@y.co',
  'meio caractere': 'a\ud800',
  'meio caractere em e-mail': '\udc00@y.co',
  'ano 0000': '0000-01-01',
  'instante 0000': '0000-01-01T00:00:00Z',
  'instante fora do PostgreSQL': '9999-12-31T23:59:59-23:59',
  'ano negativo': '-000001-01-01T00:00:00Z',
  'ano 9999': '9999-12-31',
  'número enorme': 1e308,
  'número negativo enorme': -1e308,
  'além do inteiro': 2 ** 53,
  'além de int4': 2 ** 31,
  'menos um': -1,
  fração: 0.1,
  'NaN em texto': 'NaN',
  infinito: new RawJson('1e999'),
  vazio: '',
  nulo: null,
  verdadeiro: true,
  lista: ['x'],
  'lista de listas': [[[]]],
  'lista enorme': Array.from({ length: 5000 }, () => 'x'),
  objeto: { a: 1 },
  'objeto com NUL': { 'a\u0000b': 'c\u0000d' },
  'objeto com meio caractere': { '\ud800': '\ud800' },
  'objeto de 5.000 campos': Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])),
  __proto__: new RawJson('{"__proto__":{"admin":true}}'),
  constructor: new RawJson('{"constructor":{"prototype":{"admin":true}}}'),
  '3.000 níveis': new RawJson(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`),
  '3.000 listas': new RawJson(`${'['.repeat(3000)}${']'.repeat(3000)}`),
  '30 níveis': new RawJson(`${'{"a":'.repeat(28)}1${'}'.repeat(28)}`),
  'texto de 1 MB': 'x'.repeat(1024 * 1024),
  'texto de 60 kB': 'ç'.repeat(30_000),
  'da direita': '\u202Egnp.exe\u2066',
  emoji: '👩‍👩‍👧'.repeat(3),
  CRLF: 'a\r\nBcc: outra@exemplo',
  SQL: "x'); drop table empresas; --",
  curingas: '%_\\%',
  fórmula: '=HYPERLINK("http://x")',
  HTML: '<script>alert(1)</script>',
  modelo: '{{constructor.constructor("x")()}} #{7*7}',
  caminho: '../../../etc/passwd',
  'uuid inválido': '0190a0a0-0000-7000-8000-00000000000g',
  'uuid nulo': '00000000-0000-0000-0000-000000000000',
};

/** Hostile texts in place of a whole body. */
const AS_BODY: Record<string, string> = {
  'corpo vazio': '',
  'corpo nulo': 'null',
  'corpo lista': '[]',
  'corpo texto': '"x"',
  'corpo número': '5',
  'JSON quebrado': '{"a":',
  'corpo com NUL': '\u0000',
  'corpo de 3.000 níveis': `${'['.repeat(3000)}${']'.repeat(3000)}`,
  'corpo de 30 níveis': `${'['.repeat(30)}${']'.repeat(30)}`,
  'corpo com __proto__': '{"__proto__":{"admin":true}}',
  'corpo de 60.000 campos': `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  'corpo de 2 MB': `"${'x'.repeat(2 * 1024 * 1024)}"`,
};

/** Hostile values of a parameter in a URL, percent-encoded. */
const IN_ADDRESS: Record<string, string> = {
  NUL: 'a%00b',
  'meio caractere': '%ED%A0%80',
  'UTF-8 quebrado': '%C3%28',
  'por cento só': '%',
  'por cento errado': '%zz',
  'ano 0000': '0000-01-01',
  'ano 9999': '9999-12-31',
  'ano negativo': '-0001-01-01',
  'número enorme': '1e308',
  'além do inteiro': '9007199254740993',
  'além de int4': '2147483648',
  'menos um': '-1',
  fração: '0.1',
  'NaN em texto': 'NaN',
  infinito: 'Infinity',
  vazio: '',
  'da direita': '%E2%80%AE',
  emoji: '%F0%9F%91%A9',
  CRLF: 'a%0d%0aSet-Cookie:%20a=b',
  SQL: "x'%29%3B%20drop%20table%20empresas%3B--",
  curingas: '%25_%5C%25',
  caminho: '..%2f..%2fetc%2fpasswd',
  'uuid inválido': '0190a0a0-0000-7000-8000-00000000000g',
  'uuid nulo': '00000000-0000-0000-0000-000000000000',
  'texto longo': 'x'.repeat(300),
};
/** Hostile ways of writing a query parameter, by the parameter's name. */
const IN_QUERY: Record<string, (name: string) => string> = {
  repetido: (name) => `${name}=1&${name}=2`,
  'repetido com NUL': (name) => `${name}=a&${name}=%00`,
  'repetido 2.000 vezes': (name) => Array.from({ length: 2000 }, () => `${name}=x`).join('&'),
  lista: (name) => `${name}[]=x`,
  objeto: (name) => `${name}[a]=x`,
  'sem valor': (name) => name,
  '8 kB': (name) => `${name}=${'y'.repeat(8000)}`,
};

export type HostileRequest = { kind: string; field: string; request: ContractRequest };

/** Copies `holder` with `value` at `path`. '*' means a list's only element, '{chave}' a field whose name is `value`. */
function placeValue(holder: unknown, path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (step === '{chave}') return { [typeof value === 'string' ? value : JSON.stringify(value)]: 'x' };
  if (step === '*') return [placeValue(undefined, rest, value)];
  const fields = typeof holder === 'object' && holder !== null && !Array.isArray(holder) ? holder : {};
  return { ...fields, [step]: placeValue((fields as Record<string, unknown>)[step], rest, value) };
}

/** Serializes a body; RawJson is inserted literally. */
function toJson(body: unknown): string {
  const raw: string[] = [];
  const json = JSON.stringify(body, (_key, value: unknown) => {
    if (!(value instanceof RawJson)) return value;
    raw.push(value.json);
    return `@@cru${raw.length - 1}@@`;
  });
  return json.replace(/"@@cru(\d+)@@"/g, (_, index: string) => raw[Number(index)] ?? '');
}

/** Yields requests with multipart forms that no browser sends. */
function* forms(base: ContractRequest): Generator<HostileRequest> {
  const part = 'content-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: audio/mpeg';
  const cases: Record<string, [string, string]> = {
    'sem limite': ['multipart/form-data', 'x'],
    'limite vazio': ['multipart/form-data; boundary=', 'x'],
    'limite de 5.000': [`multipart/form-data; boundary=${'b'.repeat(5000)}`, 'x'],
    'sem fim': ['multipart/form-data; boundary=b', `--b\r\n${part}\r\n\r\nabc`],
    'só o começo': ['multipart/form-data; boundary=b', '--b\r\n'],
    'só o fim': ['multipart/form-data; boundary=b', '--b--\r\n'],
    vazio: ['multipart/form-data; boundary=b', ''],
    'sem cabeçalhos': ['multipart/form-data; boundary=b', '--b\r\n\r\nabc\r\n--b--\r\n'],
    'cabeçalho malformado': ['multipart/form-data; boundary=b', '--b\r\n:::\r\n\r\nabc\r\n--b--\r\n'],
    'campo em vez de arquivo': [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nabc\r\n--b--\r\n',
    ],
    'nome __proto__': [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--b--\r\n',
    ],
    'nome do arquivo com NUL': [
      'multipart/form-data; boundary=b',
      `--b\r\n${part.replace('a.mp3', 'a\u0000.mp3')}\r\n\r\nabc\r\n--b--\r\n`,
    ],
    'dois arquivos': [
      'multipart/form-data; boundary=b',
      `--b\r\n${part}\r\n\r\nabc\r\n--b\r\n${part}\r\n\r\nabc\r\n--b--\r\n`,
    ],
    'partes demais': [
      'multipart/form-data; boundary=b',
      `${'--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(50)}--b--\r\n`,
    ],
    'outro tipo': ['application/json', '{}'],
  };
  for (const [kind, [type, payload]] of Object.entries(cases)) {
    const request = { ...base, payload, headers: { ...base.headers, 'content-type': type } };
    yield { kind: `formulário: ${kind}`, field: 'corpo', request };
  }
}

const withQuery = (base: ContractRequest, query: string): ContractRequest => ({
  ...base,
  url: `${base.url}?${query}`,
});

/** Yields every hostile value in every field of an otherwise valid request. */
export function* hostileRequests(contract: Contract, base: ContractRequest): Generator<HostileRequest> {
  if (contract.kind === 'multipart') yield* forms(base);
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const pattern = `/api/v1${contract.path}`.split('/');
  for (const name of names) {
    const at = pattern.indexOf(`{${name}}`);
    for (const [kind, value] of Object.entries(IN_ADDRESS)) {
      yield {
        kind: `caminho: ${kind}`,
        field: name,
        get request() {
          return { ...base, url: base.url.split('/').with(at, value).join('/') };
        },
      };
    }
  }
  if (isDeclared(contract.query)) {
    const fields = new Set(leavesOf(contract.query).map(({ path }) => path[0] as string));
    for (const field of fields) {
      for (const [kind, value] of Object.entries(IN_ADDRESS)) {
        yield { kind: `consulta: ${kind}`, field, request: withQuery(base, `${field}=${value}`) };
      }
      for (const [kind, query] of Object.entries(IN_QUERY)) {
        yield {
          kind: `consulta: ${kind}`,
          field,
          get request() {
            return withQuery(base, query(field));
          },
        };
      }
    }
  }
  if (!isDeclared(contract.body)) return;
  const json = (payload: string) => ({
    ...base,
    payload,
    headers: { ...base.headers, 'content-type': 'application/json' },
  });
  for (const [kind, payload] of Object.entries(AS_BODY)) {
    yield { kind: `corpo: ${kind}`, field: '(todo)', request: json(payload) };
  }
  const leaves = leavesOf(contract.body);
  const paths = new Map(leaves.map(({ path }) => [path.join('.'), path]));
  // Also replaces whole objects and lists, for example by a text.
  for (const path of [...paths.values()]) {
    for (let end = path.length - 1; end > 0; end--)
      paths.set(path.slice(0, end).join('.'), path.slice(0, end));
  }
  for (const [field, path] of paths) {
    if (field === '') continue;
    for (const [kind, value] of Object.entries(IN_BODY)) {
      yield {
        kind,
        field,
        // Built on demand, because most of these requests are skipped, and some have megabytes.
        get request() {
          return json(toJson(placeValue(base.payload, path, value)));
        },
      };
    }
  }
}
