import { expect, it } from 'vitest';
import { planOf } from './plan.ts';

const nothing = { som: false, 'sem-som': false, 'sem-demo': false };

it('asks the demo AI and speaks unless told not to', () => {
  expect(planOf(nothing, [])).toEqual({ demo: true, som: true, aviso: null, erro: null });
  expect(planOf({ ...nothing, 'sem-som': true }, [])).toMatchObject({ demo: true, som: false, aviso: null });
  expect(planOf({ ...nothing, 'sem-demo': true }, [])).toMatchObject({ demo: false, som: true });
});

it('says what is missing where nothing can be spoken, and fails only for whoever demands it', () => {
  expect(planOf(nothing, ['espeak-ng', 'ffmpeg'])).toMatchObject({
    som: false,
    aviso: 'Sem as entrevistas faladas: falta instalar espeak-ng e ffmpeg.',
    erro: null,
  });
  expect(planOf({ ...nothing, 'sem-som': true }, ['ffmpeg'])).toMatchObject({ aviso: null, erro: null });
  expect(planOf({ ...nothing, som: true }, ['ffmpeg']).erro).toBe('Para --som falta instalar ffmpeg.');
  expect(planOf({ ...nothing, som: true, 'sem-som': true }, []).erro).toBe('Escolha --som ou --sem-som.');
});
