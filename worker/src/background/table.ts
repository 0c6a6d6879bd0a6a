import type { Database } from '@escuta/prisma/db';
import type { TrabalhoDeFundo } from '@escuta/shared/domain/background-work';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { WorkerPart } from '@escuta/shared/platform/process/worker-parts';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { TEMPLATE_TEST_CHANNEL } from '@escuta/shared/services/insights/template-tests';
import { ASSEMBLY_CHANNEL } from '@escuta/shared/services/interviews/joining';
import { EVENT_CHANNEL } from '@escuta/shared/services/log/record-event';
import { MOMENT_CHANNEL } from '@escuta/shared/services/recordings/moments';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { MAIL_CHANNEL } from '@escuta/shared/services/tasks/mail-queue';
import { TASK_CHANNEL } from '@escuta/shared/services/tasks/tasks';
import { REJUDGE_CHANNEL } from '@escuta/shared/services/verdicts/interview-rejudge';
import type { AiProviders } from '../engine/ai-client.ts';
import { delivering } from '../events/events.ts';
import { joining } from '../field/assembler.ts';
import { autoAuditing } from '../field/auto-audit.ts';
import { mailWork } from '../mail/mail.ts';
import { measuring } from '../measure.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { mailingNotices } from '../notices/mails-now.ts';
import { summarisingWeeks } from '../notices/weekly.ts';
import { endingPortal } from '../portal/finish.ts';
import { copying } from '../recordings/listening-copies.ts';
import { cuttingMoments } from '../recordings/moments.ts';
import { rejudging } from '../rejudge.ts';
import { judgingRules } from '../rules/rules.ts';
import { judgingWindows } from '../rules/windows.ts';
import { signalling } from '../signals/signals.ts';
import { Tasks } from '../tasks/tasks.ts';
import { testingTemplates } from '../template-tests/template-tests.ts';
import type { Turn, Work } from './loop.ts';

/** `isMyTurn`: tells if this worker should do a part's work now. */
export type KindDeps = {
  db: Database;
  store: ObjectStore;
  env: WorkerEnv;
  log: Logger;
  publish: LivePublisher;
  metrics: Metrics;
  ai: AiProviders;
  catalog: ModelCatalog;
  isMyTurn: Turn;
};

/** `canal`: PostgreSQL channel that wakes the work; if absent, only the timer wakes it. */
type Kind = { parte: WorkerPart; canal?: string; make: (deps: KindDeps) => Work };

const notices = ({ env }: KindDeps) => ({ env, keyRing: parseKeyRing(env.ENCRYPTION_KEYS) });

function tasks(deps: KindDeps): Work {
  const { db, store, env, log, publish, metrics, ai, catalog } = deps;
  return new Tasks({
    db,
    store,
    log,
    publish,
    entrevistaMinutos: env.CREDITO_ENTREVISTA_MINUTOS,
    notices: notices(deps),
    som: { ffmpegPath: env.FFMPEG_PATH, maxMinutos: env.AUDIO_MAX_MINUTES, maxMb: env.UPLOAD_MAX_MB },
    ia: {
      of: (quem) => ai.of(quem),
      catalog,
      demonstracao: env.IA_MODO_DEMONSTRACAO,
      // A document belongs to no run, so its cost counts as text analysis.
      onPaid: (alvo, paga, usd) => {
        metrics.call('analise_texto', alvo, paga);
        metrics.cost('analise_texto', alvo, usd);
      },
    },
    leaseMs: env.STAGE_LEASE_MS,
    onEnd: (tipo, resultado) => metrics.task(tipo, resultado),
  }).work;
}

/** The kinds of background work; a missing name does not compile. */
export const KINDS: { readonly [N in Exclude<TrabalhoDeFundo, 'relay' | 'varredura'>]: Kind } = {
  tarefas: { parte: 'tarefas', canal: TASK_CHANNEL, make: tasks },
  emails: {
    parte: 'tarefas',
    canal: MAIL_CHANNEL,
    make: (deps) => mailWork({ ...deps, onOutcome: (outcome) => deps.metrics.mail(outcome) }),
  },
  eventos: {
    parte: 'tarefas',
    canal: EVENT_CHANNEL,
    make: ({ db, log, publish }) => delivering({ db, log, publish }),
  },
  testes_template: {
    parte: 'ia',
    canal: TEMPLATE_TEST_CHANNEL,
    make: (deps) => testingTemplates({ ...deps, leaseMs: deps.env.STAGE_LEASE_MS }),
  },
  montagem: { parte: 'tarefas', canal: ASSEMBLY_CHANNEL, make: joining },
  // Database triggers in prisma/migrations notify these channels.
  medicao: { parte: 'tarefas', canal: 'escuta_medicao', make: measuring },
  copias: { parte: 'tarefas', canal: 'escuta_copia', make: copying },
  momentos: { parte: 'tarefas', canal: MOMENT_CHANNEL, make: cuttingMoments },
  auditoria_automatica: {
    parte: 'tarefas',
    make: (deps) =>
      autoAuditing({
        ...deps,
        entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
        notices: notices(deps),
      }),
  },
  rejulgamento: { parte: 'tarefas', canal: REJUDGE_CHANNEL, make: rejudging },
  sinais: { parte: 'tarefas', make: signalling },
  regras: { parte: 'tarefas', make: judgingRules },
  janelas: { parte: 'tarefas', make: judgingWindows },
  portal: { parte: 'tarefas', make: (deps) => endingPortal({ ...deps, notices: notices(deps) }) },
  avisos: { parte: 'tarefas', make: (deps) => mailingNotices({ ...deps, notices: notices(deps) }) },
  resumos: { parte: 'tarefas', make: (deps) => summarisingWeeks({ ...deps, notices: notices(deps) }) },
};
