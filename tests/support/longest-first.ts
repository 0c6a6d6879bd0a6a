import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files with long waits (processes, stopped servers, expiring leases), from the longest to the shortest, so that
 * none of them begins last. Vitest itself knows durations only from its second run on.
 */
export const LONGEST: readonly string[] = [
  // Files that wait alternate with files that compute: several waiting at the same time would leave the cores idle.
  'tests/integration/pipeline-resilience.test.ts',
  'tests/access/every-contract.test.ts',
  'tests/integration/pipeline-run.test.ts',
  'tests/integration/interview-life.test.ts',
  'tests/integration/backup.test.ts',
  'tests/integration/fairness.test.ts',
  'tests/integration/doctor.test.ts',
  'tests/integration/erasure.test.ts',
  'tests/integration/provider-outage.test.ts',
  'tests/integration/insights.test.ts',
  'tests/integration/second-chance.test.ts',
  'tests/integration/item-life.test.ts',
  'tests/integration/gravacoes-kill.test.ts',
  'tests/integration/dashboard.test.ts',
  'tests/integration/processing-effects.test.ts',
  'tests/integration/importacao.test.ts',
  'tests/integration/importacao-kill.test.ts',
  'tests/integration/interview-confront.test.ts',
  'tests/integration/template-tests.test.ts',
  'tests/integration/migrated-rows.test.ts',
  'tests/integration/tasks-kill.test.ts',
  'tests/integration/pipeline-samples.test.ts',
  'tests/access/hostile-values.test.ts',
  'tests/integration/connections.test.ts',
  'tests/integration/audio-engine.test.ts',
  'tests/integration/mail.test.ts',
  'tests/integration/disk-full.test.ts',
  'tests/integration/schema-rules.test.ts',
  'tests/integration/montagem.test.ts',
  'tests/integration/list-pages.test.ts',
  'tests/integration/standing-still.test.ts',
  'tests/integration/odd-rows.test.ts',
  'tests/integration/hold-music.test.ts',
  'tests/integration/portal-auditada.test.ts',
  'tests/integration/live-events.test.ts',
  'tests/integration/tasks.test.ts',
  'tests/integration/gravacoes.test.ts',
  'demo-ai/src/server.test.ts',
  'scripts/verdade/verdade.test.ts',
  'tests/architecture/contracts.test.ts',
  'shared/src/domain/interview/comparison/alignment.test.ts',
  'demo-ai/src/samples.test.ts',
  'worker/src/audio/voice-model.test.ts',
  'worker/src/analysis/interview/align.test.ts',
];

/** Runs the files of LONGEST first, and then all others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, file.moduleId));
      return place === -1 ? LONGEST.length : place;
    };
    // A stable sort keeps the order of the other files.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
