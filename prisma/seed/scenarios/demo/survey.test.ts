import { isWorkingTime } from '@escuta/shared/domain/working-hours';
import { loadSurveySamples } from '@escuta/shared/services/surveys/sample-interviews';
import { expect, it } from 'vitest';
import { weeksTo } from './survey.ts';

/** São Paulo has UTC−3 all year. */
const localHour = (at: Date): number => (at.getUTCHours() + 21) % 24;

it('the interviews happened on working days between 9 and 20 in São Paulo, whenever the demonstration begins', async () => {
  const { entrevistas } = await loadSurveySamples();
  const last = Math.max(...entrevistas.map(({ em }) => Date.parse(em)));
  for (let hours = 0; hours < 21 * 24; hours += 5) {
    const until = Date.parse('2026-11-01T00:00:00Z') + hours * 3_600_000;
    const shift = weeksTo(entrevistas, until);
    expect(last + shift).toBeLessThanOrEqual(until);
    for (const { em } of entrevistas) {
      const at = new Date(Date.parse(em) + shift);
      expect(isWorkingTime(at) && localHour(at) >= 9, at.toISOString()).toBe(true);
    }
  }
});
