// Checks the contracts against the code: each has one route, its permission exists, and the OpenAPI file is current.
import { readdirSync, readFileSync } from 'node:fs';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { type Contract, isDeclared } from '@escuta/shared/contracts/contract';
import { ACTIONS, RESOURCES } from '@escuta/shared/domain/accounts/permissions';
import { DATAS } from '@escuta/shared/domain/filters/filtro-campos';
import { VERSION } from '@escuta/shared/domain/version';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { FORMER_IDS } from '../../api/src/plugins/docs/former-ids.ts';
import { openApiDocument, wholeDocument } from '../../api/src/plugins/docs/openapi-document.ts';
import { documentText } from '../../api/src/plugins/docs/openapi-text.ts';
import { differencesWrittenOut } from '../support/openapi.ts';

/** Verbs that contract ids may begin with: a new verb is a deliberate choice. */
const VERBS =
  'accept add adjust analyse announce anonymize answer apply approve archive ask assign buy cancel change check clear close complete confirm ' +
  'correct count create deactivate decide delete detach discard download draw duplicate erase estimate export fetch finish generate get give ' +
  'grant import inherit interrupt invite link list listen locate login lookup merge open pause preview process propose publish put read record recover ' +
  'regenerate register reindex reject release reorder replace reprocess request resend reset restore resume retry review revoke rotate save ' +
  'search send set simulate start stream swap take test toggle touch undo unlink update upload use validate verify';

type Parameter = { name: string; in: string; required: boolean };
type Operation = {
  operationId: string;
  security: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { content?: Record<string, { schema: object }>; headers?: Record<string, object>; $ref?: string }
  >;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, object>;
  };
};

const document = openApiDocument(ALL_CONTRACTS) as unknown as Document;
const committed = readFileSync('api/openapi.json', 'utf8');
const operationOf = ({ path, method }: Contract) => document.paths[path]?.[method.toLowerCase()];

/** Routes whose days are no days of calls, with the thing that has the day. Other routes with days must take `data`. */
const OTHER_DAYS: Readonly<Record<string, string>> = {
  getExtrato: 'the entry in the ledger',
  exportExtrato: 'the entry in the ledger',
  listLinhasDeCusto: 'the booking of a cost',
  listRegistros: 'the action',
  listRegistrosDaEmpresa: 'the action',
  listAcessos: 'the access',
  listDisparos: 'the firing',
  getPaginaDoAgente: 'the call, as in the roll-ups by agent',
  estimateSorteio: 'the call, whose day a sample is of',
  createSorteio: 'the call, whose day a sample is of',
  listFalhas: 'the failure',
  retryFalhas: 'the failure',
  listAuditorias: 'the creation of the audit',
  listTodasAuditorias: 'the creation of the audit',
  listEntrevistasDaPesquisa: 'the interview',
  listEntrevistasDoProjeto: 'the interview',
  listArquivosDaPesquisa: 'the interview',
  getMicrodados: 'the interview',
  exportMicrodados: 'the interview',
  getQuadro: 'the interview',
  listPreviasDeFolha: 'the interview',
  sendFolhas: 'the interview',
  getMapaDaAuditoria: 'the interview',
  getMapaDaPesquisa: 'the interview',
  getNumerosDaAuditoria: 'the interview',
  getResultadosDaPesquisa: 'the interview',
  getDistribuicaoDaPesquisa: 'the interview',
  getRelatorioCriterios: 'the call: no sum has criteria by the day of entry',
  getCriteriosMaisDescumpridos: 'the call, as the report of criteria',
  listLigacoesDoCriterio: 'the call, as the report of criteria',
  exportCriterios: 'the call, as the report of criteria',
  addRamal: 'what is written, no filter: when the extension is whose',
  updateRamal: 'what is written, no filter: when the extension is whose',
  announceGravacoesDoLote: 'a number of files',
};
/** Routes that take `data`, but whose range of days or months is fixed, so that they have no field for it. */
const FIXED_DAYS = ['getDashboard', 'getAdminStats', 'listInsights'];
const fieldsOf = (schema: unknown): Record<string, unknown> =>
  (schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};

describe('contracts', () => {
  it('that are cut by days of calls ask whose days these are', () => {
    const cut = ALL_CONTRACTS.filter(({ query, body }) =>
      ['de', 'ate', 'periodo', 'dia', 'dias', 'mes', 'desde'].some((name) =>
        [query, body].some((schema) => name in fieldsOf(schema)),
      ),
    );
    expect(cut.length).toBeGreaterThan(Object.keys(OTHER_DAYS).length);
    const withBasis = ALL_CONTRACTS.filter(({ query }) => {
      const data = fieldsOf(query).data as
        | { safeParse?: (value: unknown) => { success: boolean } }
        | undefined;
      return DATAS.every((one) => data?.safeParse?.(one).success);
    }).map(({ id }) => id);
    const ofCalls = cut.map(({ id }) => id).filter((id) => !(id in OTHER_DAYS));
    expect([...withBasis].sort()).toEqual([...new Set([...ofCalls, ...FIXED_DAYS])].sort());
    // Each entry of OTHER_DAYS must still be needed.
    expect(Object.keys(OTHER_DAYS).filter((id) => !cut.some((one) => one.id === id))).toEqual([]);
  });

  it('have ids, and methods with paths, of their own', () => {
    const ids = ALL_CONTRACTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const places = ALL_CONTRACTS.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('declare the parameters of their paths', () => {
    for (const contract of ALL_CONTRACTS) {
      expect(isDeclared(contract.params), contract.id).toBe(contract.path.includes('{'));
    }
  });

  it('ask for a permission that exists, and let keys and signatures only read or create what they should', () => {
    for (const { access, id, method } of ALL_CONTRACTS) {
      if (access.who !== 'user') continue;
      expect(RESOURCES, id).toContain(access.can[0]);
      expect(ACTIONS, id).toContain(access.can[1]);
      // A signed address may only read, except that it may report playback (recordOuvido).
      if (access.assinatura) expect(method, id).toBe(id === 'recordOuvido' ? 'POST' : 'GET');
      if (access.apiKey) expect(method, id).not.toBe('DELETE');
    }
  });

  it('begin with an English verb of the list, and name their old id only where they have another', () => {
    const verbs = new Set(VERBS.split(' '));
    const ids = ALL_CONTRACTS.map(({ id }) => id);
    expect(ids.filter((id) => !verbs.has(/^[a-z]+/.exec(id)?.[0] ?? ''))).toEqual([]);
    expect(Object.keys(FORMER_IDS).filter((id) => !ids.some((one) => one === id))).toEqual([]);
    expect(Object.values(FORMER_IDS).filter((id) => ids.some((one) => one === id))).toEqual([]);
  });

  it('are bound to one route each, in one feature', () => {
    const routes = readdirSync('api/src/features', { recursive: true, encoding: 'utf8' })
      .filter((file) => /[/-]routes\.ts$/.test(file))
      .map((file) => readFileSync(`api/src/features/${file}`, 'utf8'))
      .join('\n');
    for (const { id } of ALL_CONTRACTS) {
      const uses = routes.match(new RegExp(`(route|publicRoute)\\(\\s*(\\w+\\.)?${id}\\b`, 'g')) ?? [];
      expect(uses, id).toHaveLength(1);
    }
  });
});

describe('OpenAPI', () => {
  it('is current: npm run openapi', () => {
    expect(committed).toBe(documentText(document));
  });

  it('has an operation for each contract, with its security, body and answers', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const contract of ALL_CONTRACTS) {
      const operation = operationOf(contract);
      if (!operation) throw new Error(`${contract.id}: no operation`);
      expect(operation.operationId).toBe(contract.id);
      expect(operation.security.length > 0, contract.id).toBe(contract.access.who !== 'public');
      const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const inPath = (operation.parameters ?? [])
        .map((one) =>
          '$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
        )
        .filter((parameter) => parameter?.in === 'path');
      expect(
        inPath.map((parameter) => parameter?.name),
        contract.id,
      ).toEqual(names);
      expect(operation.requestBody !== undefined, contract.id).toBe(
        isDeclared(contract.body) || contract.kind === 'multipart' || contract.kind === 'bytes',
      );
      const { content, headers } = operation.responses[contract.status] ?? {};
      expect(contract.kind === 'redirect' ? headers?.Location : content, contract.id).toBeDefined();
      expect(operation.responses['500']?.$ref).toBe('#/components/responses/Erro');
      for (const scheme of operation.security.flatMap((entry) => Object.keys(entry))) {
        expect(document.components.securitySchemes).toHaveProperty(scheme);
      }
    }
  });

  it('says with its references what it says without', () => {
    const { document: whole } = wholeDocument(ALL_CONTRACTS);
    expect(differencesWrittenOut(whole, document)).toEqual([]);
    // Checks that the comparison itself detects missing parts, also behind references.
    const changed = structuredClone(document);
    delete changed.components.schemas.DateTime;
    expect(differencesWrittenOut(whole, changed)).not.toEqual([]);
  });

  it('describes uploads, recordings and events as what they are', () => {
    const find = (id: string) => ALL_CONTRACTS.filter((contract) => contract.id === id).map(operationOf)[0];
    expect(find('uploadAudio')?.requestBody?.content).toHaveProperty('multipart/form-data');
    expect(find('downloadAudio')?.responses['206']?.content).toHaveProperty('application/octet-stream');
    expect(find('streamEventos')?.responses['200']?.content).toHaveProperty('text/event-stream');
  });

  it('has schemas that compile, and references that lead somewhere', () => {
    // Without optimising, and with each schema compiled once, the test takes a third of the time.
    const ajv = new Ajv2020.default({ strict: false, code: { optimize: false } });
    const compiled = new Set<string>();
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'https://escuta/openapi', ...document });
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const operation of Object.values(operations)) {
        const contents = [
          operation.requestBody?.content,
          ...Object.values(operation.responses).map((r) => r.content),
        ];
        for (const content of contents.flatMap((c) => Object.values(c ?? {}))) {
          const text = JSON.stringify(content.schema);
          if (compiled.has(text)) continue;
          compiled.add(text);
          const local = JSON.parse(
            text.replaceAll('"#/components', '"https://escuta/openapi#/components'),
          ) as object;
          expect(() => ajv.compile(local), `${path} ${operation.operationId}`).not.toThrow();
        }
      }
    }
    const references = [...committed.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, group = '', name = ''] of references) {
      expect(document.components).toHaveProperty([group, name]);
    }
  });
});

it('the version is the one of package.json', () => {
  expect(VERSION).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
});
