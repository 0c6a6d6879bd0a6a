// Runs Helm, and checks rendered resources by their schemas; scripts/chart.mjs fetches Helm and the schemas.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const folder = process.env.ESCUTA_CHART ?? '';
if (!folder) throw new Error('Use npm run test:chart.');
const require = createRequire(join(folder, 'package.json'));
export const CHART = 'deploy/helm/escuta';

export type Resource = {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a schema checks the rendered resources, not a type
  spec: any;
  data?: Record<string, string>;
};

/** Runs helm and returns its output. @throws Error with helm's stderr */
export function helm(...args: string[]): string {
  try {
    return execFileSync(join(folder, 'helm'), args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr || String(error));
  }
}

export const parseYaml = (text: string): Resource[] =>
  parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return (document.toJS() as Resource | null) ?? [];
  });

/** Resources that the chart renders with these values. */
export function render(values: string, ...more: string[]): Resource[] {
  return parseYaml(
    helm(
      'template',
      'escuta',
      CHART,
      '--namespace',
      'producao',
      '--kube-version',
      '1.33.0',
      '-f',
      values,
      ...more,
    ),
  );
}

type Validate = ((data: unknown) => boolean) & {
  errors?: { instancePath: string; message?: string }[] | null;
};

/** Module with the schema of a resource of this kind. */
function schemaFile({ apiVersion, kind }: Resource): string {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const camel = (text: string) => text.split('.').map(upper).join('');
  const third: Record<string, string> = {
    'keda.sh': 'keda',
    'monitoring.coreos.com': 'prometheus-operator',
    'postgresql.cnpg.io': 'cloudnative-pg',
  };
  const own = third[group];
  if (own) return `@kubernetes-models/${own}/_schemas/${camel(group)}${upper(version)}${kind}.js`;
  return `kubernetes-models/_schemas/IoK8sApi${upper(group.split('.')[0] ?? '')}${upper(version)}${kind}.js`;
}

/**
 * Wraps data to record which fields are read. The schemas accept unknown fields; a field that validation never reads is
 * unknown to Kubernetes.
 */
function watch(value: unknown, path: string, seen: Set<string>, all: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  for (const [key, inner] of Object.entries(value)) {
    const at = `${path}/${key}`;
    all.add(at);
    (copy as Record<string, unknown>)[key] = watch(inner, at, seen, all);
  }
  return new Proxy(copy, {
    get(target, key, receiver) {
      if (typeof key === 'string') seen.add(`${path}/${key}`);
      return Reflect.get(target, key, receiver);
    },
  });
}

/** Faults of a resource by its schema: wrong or missing values, and unknown fields. */
export function problems(resource: Resource): string[] {
  const name = `${resource.kind} ${resource.metadata.name}`;
  if (resource.apiVersion.startsWith('gateway.networking.k8s.io/')) {
    const models = require(`@kubernetes-models/gateway-api/${resource.apiVersion}/${resource.kind}`);
    const model = new models[resource.kind](resource);
    try {
      model.validate();
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  }
  const { validate } = require(join(folder, 'node_modules', schemaFile(resource))) as { validate: Validate };
  const [seen, all] = [new Set<string>(), new Set<string>()];
  const isValid = validate(watch(resource, '', seen, all));
  if (!isValid)
    return (validate.errors ?? []).map(
      (error) => `${name}: ${error.instancePath} ${error.message ?? JSON.stringify(error)}`,
    );
  return [...all]
    .filter((path) => !seen.has(path) && !isFree(path, seen))
    .map((path) => `${name}: ${path} não existe`);
}

/** True if the path is below a field without its own schema (string map, int-or-string): nothing is checked there. */
function isFree(path: string, seen: ReadonlySet<string>): boolean {
  const parent = path.slice(0, path.lastIndexOf('/'));
  return seen.has(parent) && ![...seen].some((at) => at.startsWith(`${parent}/`));
}
