import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { describe, expect, it } from 'vitest';
import { createSseParser, type LiveEvent, type ServerMessage, staleKeys, staleSummaries } from './events.ts';

function parse(...chunks: string[]): { messages: ServerMessage[]; retry: number | null } {
  const messages: ServerMessage[] = [];
  const parser = createSseParser((message) => messages.push(message));
  for (const chunk of chunks) parser.push(chunk);
  return { messages, retry: parser.retryMs() };
}

describe('createSseParser', () => {
  it('reads messages however the stream is cut', () => {
    const text =
      'retry: 3000\n: conectado\n\nid: 7\nevent: item\ndata: {"a":1}\n\ndata: x\r\ndata: y\r\n\r\n';
    const expected = [
      { id: '7', event: 'item', data: '{"a":1}' },
      { id: '7', event: 'message', data: 'x\ny' },
    ];
    expect(parse(text)).toEqual({ messages: expected, retry: 3000 });
    expect(parse(...text).messages).toEqual(expected);
    for (let cut = 1; cut < text.length; cut++) {
      expect(parse(text.slice(0, cut), text.slice(cut)).messages).toEqual(expected);
    }
  });

  it('ignores comments and an unfinished message', () => {
    expect(parse(': \n\n', 'data: never ends').messages).toEqual([]);
  });
});

describe('staleKeys', () => {
  const ids = { empresaId: 'e', projetoId: 'p', itemId: 'i' };
  const events: LiveEvent[] = [
    { tipo: 'item', ...ids, status: 'concluido' },
    { tipo: 'execucao', ...ids, execucaoId: 'x', etapa: 'audio', status: 'executando' },
    { tipo: 'creditos', empresaId: 'e' },
  ];

  it('names only contracts that exist', () => {
    const known = new Set(ALL_CONTRACTS.map((contract) => contract.id));
    for (const event of events) {
      const keys = [...staleKeys(event), ...staleSummaries(event)];
      expect(keys.length).toBeGreaterThan(0);
      for (const [id] of keys) expect(known, id).toContain(id);
    }
  });

  it('an item makes its own result and its project stale, not those of others', () => {
    expect(staleKeys(events[0]!)).toContainEqual(['getResultadoCompleto', { id: 'i' }]);
    expect(staleKeys(events[0]!)).toContainEqual(['listItensDoProjeto', { id: 'p' }]);
  });
});
