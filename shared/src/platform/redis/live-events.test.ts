import { expect, it, vi } from 'vitest';
import { createLivePublisher } from './live-events.ts';

it('says what was not published, the whole or one command of it, and goes on', async () => {
  const debug = vi.fn();
  const answers = [
    Promise.resolve([
      [null, 'OK'],
      [new Error('OOM'), null],
    ]),
    Promise.reject(new Error('sem conexão')),
    Promise.resolve([
      [null, 'OK'],
      [null, 0],
    ]),
  ];
  const pipeline = () => ({ set: vi.fn(), publish: vi.fn(), exec: () => answers.shift() });
  const publish = createLivePublisher({ pipeline } as never, { debug } as never, 'p');
  for (let time = 0; time < 3; time++) {
    publish([{ tipo: 'item', empresaId: 'e', projetoId: 'p', itemId: 'i', status: 'concluido' }]);
  }
  await vi.waitFor(() =>
    expect(debug.mock.calls.map(([fields]) => fields.motivo)).toEqual(['OOM', 'sem conexão']),
  );
});
