// Manifests that the chart renders for each file in its folder ci are valid for Kubernetes and fit the product.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ONLY_VARIABLES, envSchema } from '@escuta/shared/platform/process/env';
import { readSentinels } from '@escuta/shared/platform/redis/redis';
import { describe, expect, it } from 'vitest';
import { CHART, helm, parseYaml, problems, type Resource, render } from './helm.ts';

const SETS = readdirSync(join(CHART, 'ci')).map((file) => file.replace('.yaml', ''));
const valuesOf = (set: string) => join(CHART, 'ci', `${set}.yaml`);
const cache = new Map<string, Resource[]>();
function resourcesOf(set: string): Resource[] {
  const known = cache.get(set) ?? render(valuesOf(set));
  cache.set(set, known);
  return known;
}
const of = (resources: readonly Resource[], kind: string) => resources.filter((one) => one.kind === kind);
const named = (resources: readonly Resource[], kind: string, end: string) => {
  const found = of(resources, kind).find(({ metadata }) => metadata.name.endsWith(end));
  if (!found) throw new Error(`${kind} …${end} não foi feito`);
  return found;
};
type Env = {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string }; resourceFieldRef?: object };
};
type Probe = { httpGet: { path: string; port: string }; periodSeconds: number; failureThreshold: number };
type Container = {
  name: string;
  image: string;
  args?: string[];
  env?: Env[];
  ports: { name: string }[];
  volumeMounts: object[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  lifecycle: { preStop: { exec: { command: string[] } } };
};
/** Resources that run pods, with their pod templates. */
const workloads = (resources: readonly Resource[]) =>
  resources.flatMap((one) => {
    const template = one.kind === 'CronJob' ? one.spec.jobTemplate.spec.template : one.spec?.template;
    return ['Deployment', 'Job', 'CronJob'].includes(one.kind)
      ? [{ ...one, pod: template.spec, labels: template.metadata.labels as Record<string, string> }]
      : [];
  });
const main = (pod: { containers: Container[] }) => pod.containers[0] as Container;
const SECRET = /SECRET|PASSWORD|_KEY$|_KEY_ID$|ENCRYPTION_KEYS|SMTP_URL|DATABASE_URL/;

it('helm lint finds nothing, with any of the sets', () => {
  expect(SETS.length).toBeGreaterThanOrEqual(12);
  for (const set of SETS)
    expect(helm('lint', CHART, '--strict', '-f', valuesOf(set))).toContain('0 chart(s) failed');
});

it('what these checks would find: fields that do not exist, and values of another kind', () => {
  const [resources] = [structuredClone(resourcesOf('grande'))];
  const api = named(resources, 'Deployment', '-api');
  api.spec.template.spec.containers[0].livenessProbe.htpGet = {};
  expect(problems(api)).toEqual([expect.stringMatching(/livenessProbe\/htpGet não existe$/)]);
  const scaled = named(resources, 'ScaledObject', '-ia');
  scaled.spec.advanced.horizontalPodAutoscalerConfig.behaviour = {};
  expect(problems(scaled)).toEqual([expect.stringMatching(/behaviour não existe$/)]);
  const web = named(resources, 'Deployment', '-web');
  web.spec.replicas = '2';
  expect(problems(web)).toEqual([expect.stringMatching(/spec\/replicas/)]);
});

describe.each(SETS)('%s', (set) => {
  it('renders what Kubernetes and the operators know, each name once', () => {
    const resources = resourcesOf(set);
    expect(resources.flatMap(problems)).toEqual([]);
    const names = resources.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect([...new Set(names)]).toEqual(names);
    for (const { metadata } of resources) expect(metadata.name.length, metadata.name).toBeLessThanOrEqual(63);
  });

  it('gives API and workers what they cannot start without, no name that they do not read, and no secret in plain text', () => {
    const known = Object.keys(envSchema.shape);
    for (const { pod, labels } of workloads(resourcesOf(set))) {
      const component = labels['app.kubernetes.io/component'] ?? '';
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])] as Container[]) {
        const env = container.env ?? [];
        const names = env.map(({ name }) => name);
        expect([...new Set(names)], component).toEqual(names);
        for (const { name, value } of env) {
          if (component !== 'web') expect(known, `${component}: ${name}`).toContain(name);
          if (SECRET.test(name)) expect(value, `${component}: ${name}`).toBeUndefined();
        }
        if (component === 'web' || container.name === 'esperar-migracoes') continue;
        const given = Object.fromEntries(
          env.map(({ name, value }) => [
            name,
            value ?? (name === 'AUDIO_SLOTS' ? '2' : name === 'INIT_ADMIN_EMAIL' ? 'a@b.c' : 'x'.repeat(40)),
          ]),
        );
        const schema = component.startsWith('worker')
          ? envSchema.omit(Object.fromEntries(API_ONLY_VARIABLES.map((name) => [name, true])) as never)
          : envSchema;
        // Placeholders replace the values from Secrets; the mail server's placeholder must be a URL.
        const parsed = schema.safeParse({ ...given, ...(given.SMTP_URL ? { SMTP_URL: 'smtp://x:25' } : {}) });
        expect(parsed.error?.issues ?? [], component).toEqual([]);
        if (component.startsWith('worker'))
          for (const name of API_ONLY_VARIABLES) expect(names).not.toContain(name);
      }
    }
  });

  it('runs nothing as root, writes only where it may, and takes no more than it says', () => {
    for (const { metadata, pod } of workloads(resourcesOf(set))) {
      expect(pod.automountServiceAccountToken, metadata.name).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(
        pod.volumes.find(({ name }: { name: string }) => name === 'tmp').emptyDir.sizeLimit,
      ).toBeTruthy();
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext, metadata.name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
        expect(Object.keys(container.resources.requests).sort()).toEqual([
          'cpu',
          'ephemeral-storage',
          'memory',
        ]);
        expect(Object.keys(container.resources.limits)).toEqual(
          expect.arrayContaining(['ephemeral-storage', 'memory']),
        );
        expect(container.image).toMatch(/(:[^/]+|@sha256:[0-9a-f]{64})$/);
        expect(container.image).not.toMatch(/:latest$/);
      }
    }
  });

  it('asks what lives on the private port, starts behind the migrations, and lets what is in hand end', () => {
    const resources = resourcesOf(set);
    const deployments = workloads(of(resources, 'Deployment'));
    expect(deployments.map(({ labels }) => labels['app.kubernetes.io/component']).sort()).toEqual([
      'api',
      'web',
      'worker-audio',
      'worker-ia',
      'worker-tarefas',
    ]);
    for (const { pod, labels, spec } of deployments) {
      const component = labels['app.kubernetes.io/component'] ?? '';
      const container = main(pod);
      const { startupProbe, livenessProbe, readinessProbe, lifecycle } = container;
      expect(spec.selector.matchLabels['app.kubernetes.io/component']).toBe(component);
      expect(labels).toMatchObject(spec.selector.matchLabels);
      expect(pod.topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(spec.selector.matchLabels);
      expect(lifecycle.preStop.exec.command).toEqual(['sleep', '5']);
      if (component === 'web') {
        for (const probe of [startupProbe, livenessProbe, readinessProbe])
          expect(probe.httpGet).toEqual({ path: '/saude', port: 'http' });
        continue;
      }
      // A process has ten minutes to start; once started, its liveness probe checks nothing but the process.
      expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBe(600);
      expect(livenessProbe.httpGet).toEqual({ path: '/live', port: 'metrics' });
      expect(readinessProbe.httpGet).toEqual({ path: '/ready', port: 'metrics' });
      const [wait] = pod.initContainers as Container[];
      expect(wait).toMatchObject({
        name: 'esperar-migracoes',
        image: container.image,
        args: ['wait-migrations'],
      });
      expect(wait?.env?.map(({ name }) => name)).toEqual(['DATABASE_URL']);
      const env = Object.fromEntries((container.env ?? []).map(({ name, value }: Env) => [name, value]));
      if (component.startsWith('worker-')) {
        expect(env.WORKER_ETAPAS).toBe(component.slice('worker-'.length));
        expect(Number(env.WORKER_GRACE_S) + 5 + 15).toBeLessThan(pod.terminationGracePeriodSeconds);
      }
    }
    const graceOf = (component: string) =>
      deployments.find(({ labels }) => labels['app.kubernetes.io/component'] === component)?.pod
        .terminationGracePeriodSeconds;
    expect([graceOf('api'), graceOf('worker-ia')]).toEqual([60, 900]);
    const audio = main(workloads([named(resources, 'Deployment', '-worker-audio')])[0]?.pod);
    expect(audio.env?.find(({ name }) => name === 'AUDIO_SLOTS')?.valueFrom?.resourceFieldRef).toEqual({
      containerName: 'worker',
      resource: 'limits.cpu',
      divisor: '1',
    });
  });

  it('migrates by one Job, which is no hook, named by its version and what it is', () => {
    const [job, ...more] = of(resourcesOf(set), 'Job');
    expect(more).toEqual([]);
    expect(job?.metadata.name).toMatch(/-migrate-\d+-\d+-\d+-[0-9a-f]{8}$/);
    expect(job?.metadata.annotations ?? {}).toEqual({});
    expect(main(job?.spec.template.spec).args).toEqual(['migrate']);
    const other = render(valuesOf(set), '--set', 'migration.backoffLimit=3');
    expect(of(other, 'Job')[0]?.metadata.name).not.toBe(job?.metadata.name);
  });

  it('leads each Service to pods that there are', () => {
    const resources = resourcesOf(set);
    const pods = workloads(resources);
    for (const { metadata, spec } of of(resources, 'Service')) {
      const met = pods.filter(({ labels }) =>
        Object.entries(spec.selector).every(([key, value]) => labels[key] === value),
      );
      expect(met.length, metadata.name).toBeGreaterThan(0);
      for (const { pod } of met) {
        const ports = main(pod).ports.map(({ name }) => name);
        for (const { targetPort } of spec.ports) expect(ports, metadata.name).toContain(targetPort);
      }
    }
  });
});

describe('by what is asked for', () => {
  it('web asks the API by its whole name, and trusts the proxies that are named', () => {
    const env = (set: string) =>
      Object.fromEntries(
        (main(workloads([named(resourcesOf(set), 'Deployment', '-web')])[0]?.pod).env ?? []).map(
          ({ name, value }) => [name, value],
        ),
      );
    expect(env('gateway')).toEqual({
      API_DESTINO: 'http://escuta-api.producao.svc.cluster.local:3000',
      PROXY_EXTERNO: '10.0.0.0/8,fd00::/8',
    });
    expect(env('ingress').API_DESTINO).toBe(
      'http://auditoria-producao-api.producao.svc.cluster.interno:3000',
    );
  });

  it('Sentinels are named beside the address whose password the primary wants', () => {
    const env = main(workloads([named(resourcesOf('sentinel'), 'Deployment', '-api')])[0]?.pod).env ?? [];
    const of = (name: string) => env.find((one) => one.name === name);
    const sentinels = of('REDIS_SENTINELS')?.value ?? '';
    expect(readSentinels(sentinels)).toEqual(
      ['sentinela-0.redis', 'sentinela-1.redis', 'sentinela-2.redis'].map((host) => ({ host, port: 26_379 })),
    );
    expect(of('REDIS_SENTINEL_NAME')?.value).toBe('escuta');
    expect(of('REDIS_URL')?.valueFrom?.secretKeyRef).toEqual({ name: 'escuta-redis', key: 'REDIS_URL' });
    expect(of('REDIS_SENTINEL_PASSWORD')?.valueFrom?.secretKeyRef?.key).toBe('senha-sentinela');
  });

  it('migrations, copies and the doctor go past the pooler, the others through it', () => {
    const secretOf = (container: Container) =>
      container.env?.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.secretKeyRef?.name;
    for (const { pod, labels } of workloads(resourcesOf('segredos'))) {
      const component = labels['app.kubernetes.io/component'] ?? '';
      if (component === 'web') continue;
      const direct = ['migrate', 'operacao'].includes(component);
      expect(secretOf(main(pod)), component).toBe(direct ? 'escuta-db-app' : 'escuta-pooler');
      for (const wait of pod.initContainers ?? []) expect(secretOf(wait)).toBe('escuta-db-app');
    }
  });

  it('one folder of recordings is the same volume for all who read or write it', () => {
    for (const { pod, labels } of workloads(resourcesOf('filesystem'))) {
      const component = labels['app.kubernetes.io/component'];
      const mounted = pod.containers[0].volumeMounts.some(
        ({ mountPath }: { mountPath: string }) => mountPath === '/dados/objetos',
      );
      expect(mounted, component).toBe(component !== 'web');
    }
  });

  it("KEDA asks the product's own statement, once for what there is to do and once for who waits, and then sets the replicas alone", () => {
    for (const set of ['keda', 'grande']) {
      const resources = resourcesOf(set);
      for (const part of ['audio', 'ia']) {
        const { spec } = named(resources, 'ScaledObject', `-worker-${part}`);
        const deployment = named(resources, 'Deployment', `-worker-${part}`);
        expect(spec.scaleTargetRef.name).toBe(deployment.metadata.name);
        expect(deployment.spec.replicas).toBeUndefined();
        expect(spec.minReplicaCount).toBeGreaterThan(0);
        expect(spec.fallback.replicas).toBeGreaterThan(0);
        expect(
          spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.stabilizationWindowSeconds,
        ).toBe(600);
        for (const { metricType, metadata } of spec.triggers) {
          // KEDA refuses a fallback for other metric types.
          expect(metricType).toBe('AverageValue');
          expect(metadata.query).not.toMatch(/:'|:"|:limite|^\s*--/m);
        }
        expect(
          spec.triggers.map(
            ({ metadata }: { metadata: { query: string } }) =>
              /SELECT (\w+)::float8 FROM medidas/.exec(metadata.query)?.[1],
          ),
        ).toEqual(['demanda', 'espera_clique_s']);
      }
    }
    const [keda, grande] = ['keda', 'grande'].map((set) => resourcesOf(set));
    const target = (resources: Resource[] = [], part: string) =>
      named(resources, 'ScaledObject', `-worker-${part}`).spec.triggers[0].metadata.targetQueryValue;
    // 2.5 cores give three slots, because the kubelet rounds up.
    expect([target(keda, 'audio'), target(keda, 'ia')]).toEqual(['18', '10']);
    expect([target(grande, 'audio'), target(grande, 'ia')]).toEqual(['64', '40']);
    expect(named(keda ?? [], 'ScaledObject', '-ia').spec.triggers[0].metadata.query).toContain(
      'greatest(0, 40 - ',
    );
    expect(of(resourcesOf('hpa'), 'ScaledObject')).toEqual([]);
    expect(named(resourcesOf('hpa'), 'Deployment', '-worker-ia').spec.replicas).toBe(6);
  });

  it('the API grows by its CPU, and says no number of replicas then', () => {
    const api = named(resourcesOf('hpa'), 'Deployment', '-api');
    expect(api.spec.replicas).toBeUndefined();
    expect(named(resourcesOf('hpa'), 'HorizontalPodAutoscaler', '-api').spec).toMatchObject({
      minReplicas: 3,
      maxReplicas: 12,
      scaleTargetRef: { name: api.metadata.name },
    });
    expect(of(resourcesOf('minimo'), 'HorizontalPodAutoscaler')).toEqual([]);
  });

  it('an eviction never takes two at once, nor is it held up by a single one', () => {
    expect(of(resourcesOf('minimo'), 'PodDisruptionBudget').map(({ spec }) => spec.maxUnavailable)).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(of(resourcesOf('pequeno'), 'PodDisruptionBudget')).toEqual([]);
  });

  it('only API and workers leave, to no metadata service; the API is reached through the web alone', () => {
    const policies = of(resourcesOf('minimo'), 'NetworkPolicy');
    const by = (end: string) => policies.find(({ metadata }) => metadata.name.endsWith(end))?.spec;
    expect(by('-nada')).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect([by('-nada').ingress, by('-nada').egress]).toEqual([undefined, undefined]);
    const leaves = policies.filter(({ spec }) => JSON.stringify(spec.egress ?? '').includes('0.0.0.0/0'));
    expect(leaves.map(({ spec }) => spec.podSelector.matchExpressions[0].values)).toEqual([
      ['api', 'worker-audio', 'worker-ia', 'worker-tarefas', 'migrate', 'operacao'],
    ]);
    const blocks = leaves[0]?.spec.egress[1].to.flatMap(({ ipBlock }: { ipBlock?: object }) => ipBlock ?? []);
    expect(blocks[0].except).toContain('169.254.0.0/16');
    expect(blocks[1].except).toContain('fd00:ec2::254/128');
    expect(by('-api').ingress).toEqual([
      {
        ports: [{ port: 'http' }],
        from: [
          { podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'web' }) } },
        ],
      },
    ]);
    expect(of(resourcesOf('sem-networkpolicy'), 'NetworkPolicy')).toEqual([]);
  });

  it('what stands in front gathers nothing and sets no limit', () => {
    const { metadata, spec } = named(resourcesOf('grande'), 'Ingress', 'escuta');
    expect(metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-body-size': '0',
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'cert-manager.io/cluster-issuer': 'letsencrypt',
    });
    expect(
      Number(metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-read-timeout']),
    ).toBeGreaterThanOrEqual(3600);
    expect(spec.tls).toEqual([{ hosts: ['escuta.exemplo.com.br'], secretName: 'escuta-tls' }]);
    expect(named(resourcesOf('ingress'), 'Ingress', 'producao').spec.tls).toBeUndefined();
    expect(named(resourcesOf('gateway'), 'HTTPRoute', 'escuta').spec.rules[0].timeouts).toEqual({
      request: '0s',
      backendRequest: '0s',
    });
  });

  it('alerts and dashboard are those of deploy/monitoring, and find the jobs by the names they ask for', () => {
    for (const set of ['grande', 'monitoramento']) {
      const resources = resourcesOf(set);
      const [rules] = parseYaml(readFileSync('deploy/monitoring/alertas.yml', 'utf8')) as unknown as [
        { groups: unknown[] },
      ];
      expect(of(resources, 'PrometheusRule')[0]?.spec.groups).toEqual(rules.groups);
      const board = of(resources, 'ConfigMap')[0]?.data?.['escuta-operacao.json'] ?? '';
      expect(JSON.parse(board)).toEqual(
        JSON.parse(readFileSync('deploy/monitoring/grafana/escuta-operacao.json', 'utf8')),
      );
      const jobs = of(resources, 'ServiceMonitor').map(
        ({ spec }) => spec.endpoints[0].relabelings[0].replacement,
      );
      expect(jobs).toEqual(['escuta-api', 'escuta-worker']);
      for (const job of jobs) expect(JSON.stringify(rules)).toContain(job);
    }
  });

  it('API and web, which says what pages may play, alone know where browsers reach the S3 server', () => {
    const given = workloads(resourcesOf('s3-publico')).filter(({ pod }) =>
      main(pod).env?.some(({ name }) => name === 'S3_PUBLIC_ENDPOINT'),
    );
    expect(given.map(({ labels }) => labels['app.kubernetes.io/component'])).toEqual(['api', 'web']);
  });

  it('the doctor and the copies run by the clock, with the image that has what they need', () => {
    const resources = resourcesOf('grande');
    expect(
      of(resources, 'CronJob')
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(['escuta-backup', 'escuta-doctor']);
    for (const { spec } of of(resources, 'CronJob')) {
      expect(main(spec.jobTemplate.spec.template.spec).image).toBe(
        'registry.exemplo.com.br/escuta/escuta-operacao:1.2.0-pg18',
      );
      expect(spec.concurrencyPolicy).toBe('Forbid');
    }
    expect(
      main(named(resources, 'CronJob', '-backup').spec.jobTemplate.spec.template.spec).volumeMounts,
    ).toContainEqual({ name: 'copias', mountPath: '/copias' });
    expect(of(resourcesOf('pequeno'), 'CronJob')).toEqual([]);
  });
});

describe('values that cannot be', () => {
  const refused: [why: string, set: string, change: string, says: RegExp][] = [
    ['no address', 'minimo', 'publicUrl=', /publicUrl/],
    ['an address that is none', 'minimo', 'publicUrl=escuta.exemplo.com.br', /publicUrl/],
    ['a mistyped name', 'minimo', 'replicas=3', /additional properties 'replicas'|replicas/],
    ['a variable that the product does not read', 'minimo', 'config.OPERADOR=x', /OPERADOR/],
    ['a secret as a plain value', 'minimo', 'config.JWT_SECRET=x', /JWT_SECRET/],
    ['no Secret of keys', 'minimo', 'secrets.existingSecret=', /existingSecret/],
    ['no database', 'minimo', 'database.existingSecret.name=', /database/],
    [
      'no Redis',
      'minimo',
      'redis.existingSecret.name=',
      /redis\.existingSecret\.name: diga o Secret com REDIS_URL/,
    ],
    [
      'Sentinels without a primary',
      'sentinel',
      'redis.sentinel.master=',
      /redis\.sentinel: diga hosts e master/,
    ],
    ['a store that there is not', 'minimo', 'storage.driver=gcs', /driver/],
    ['no bucket', 'minimo', 'storage.s3.bucket=', /storage\.s3\.bucket: diga o bucket/],
    [
      'a folder without a volume',
      'filesystem',
      'storage.filesystem.existingClaim=',
      /diga o volume \(ReadWriteMany\)/,
    ],
    [
      'browsers sent to an S3 that there is not',
      'filesystem',
      'storage.s3.publicEndpoint=https://s3',
      /só vale com storage\.driver: s3/,
    ],
    ['KEDA without a connection', 'keda', 'keda.existingSecret.name=', /keda\.existingSecret\.name: diga/],
    ['more at least than at most', 'keda', 'keda.ia.minReplicas=50', /keda\.ia: minReplicas é maior/],
    ['no replica at all', 'minimo', 'api.replicas=0', /replicas/],
    ['cores without a limit', 'minimo', 'worker.audio.resources.limits.cpu=null', /cpu/],
    ['a way in without a name', 'ingress', 'route.host=', /route\.host: diga o nome/],
    [
      'a Gateway that nobody named',
      'gateway',
      'route.gateway.parentRefs=null',
      /route\.gateway\.parentRefs: diga o Gateway/,
    ],
    ['copies to nowhere', 'filesystem', 'backup.existingClaim=', /backup\.existingClaim: diga o volume/],
    [
      'an administrator without a company',
      'segredos',
      'firstAdmin.cnpj=',
      /firstAdmin: com email diga também cnpj/,
    ],
    ['a digest that is none', 'minimo', 'image.app.digest=latest', /digest/],
    ['a proxy that is no network', 'minimo', 'web.trustedProxies={todos}', /trustedProxies/],
  ];
  it.each(refused)('%s is refused by name', (_why, set, change, says) => {
    expect(() => render(valuesOf(set), '--set', change)).toThrow(says);
  });
  it('and so is what is left out', () => {
    expect(() => helm('template', 'escuta', CHART)).toThrow(/publicUrl/);
  });
});

it('the examples of what stands outside are valid too', () => {
  const folder = 'deploy/helm/exemplos';
  const found = readdirSync(folder).filter((file) => file.endsWith('.yaml') && !file.startsWith('values'));
  const resources = found.flatMap((file) => parseYaml(readFileSync(join(folder, file), 'utf8')));
  expect(resources.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Cluster', 'Pooler', 'ScheduledBackup']),
  );
  expect(resources.flatMap(problems)).toEqual([]);
  expect(() => render(join(folder, 'values-cloudnative-pg.yaml'))).not.toThrow();
});

it('a packaged chart renders the same: what it links to goes along', () => {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-chart-'));
  try {
    helm('package', CHART, '--destination', folder);
    const [file = ''] = readdirSync(folder);
    const values = join(folder, 'valores.yaml');
    writeFileSync(values, readFileSync(valuesOf('grande')));
    const text = helm(
      'template',
      'escuta',
      join(folder, file),
      '--namespace',
      'producao',
      '--kube-version',
      '1.33.0',
      '-f',
      values,
    );
    expect(parseYaml(text)).toEqual(resourcesOf('grande'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
